import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import type { StandIn } from './serve'
import { type Retelling, retell, tell } from './simulator-answers'
import { breakOff, delay, gatewayPage } from './simulator-line'
import { callingCodes, callingFields, numberIn, spoil } from './simulator-names'
import { Rhythm } from './simulator-rhythm'

/** Time, as far as misbehaving needs it; milliseconds. Tests bring their own. */
export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

/** What a mode does to a request whose sender is known, and to its answer. */
export interface Misbehaviour {
  /** Answers in place of the service. */
  readonly act?: StandIn
  /** What becomes of an answer with status 200 on its way to the caller. */
  readonly carry?: (answer: Response, operation: Operation) => Response | Promise<Response>
}

/** How long a slow answer waits before its head, and again amid its body, in milliseconds. */
const SLOW = 2000
/** A name that no field has, and a code that no failure of a product has. */
const UNKNOWN_FIELD = 'FIELD_0042'
const UNKNOWN_CODE = 'E_0042'

/** All modes. One that is not told here does not compile. */
export function misbehaviours(clock: Clock): Readonly<Record<Rehearsal, Misbehaviour>> {
  const rhythm = new Rhythm()
  const wait = () => clock.sleep(SLOW)
  return {
    slow: {
      carry: async answer => {
        await wait()
        return delay(answer, wait)
      },
    },
    busy: {
      act: (call, service) => {
        const seconds = rhythm.waitOf(call.principal.clientId, clock.now())
        return seconds === undefined ? service(call) : askToWait(call, seconds)
      },
    },
    'bad-gateway': { act: swallow, carry: gatewayPage },
    refuses: { act: (call, service) => (call.operation.act === 'check' ? service(call) : refuse(call)) },
    'refuses-some': {
      act: (call, service) => service(refusesAlone(call.operation) ? spoil(call, isMarked) : call),
    },
    half: { act: async (call, service) => retell(await service(call), call.operation, half) },
    drops: { carry: (answer, { act }) => (act === 'check' ? answer : breakOff(answer)) },
    'bare-names': { act: callingFields('name', leafOf) },
    'unknown-names': {
      act: (call, service) => (call.operation.list === 'data' ? unknownFields : unknownCodes)(call, service),
    },
  }
}

const unknownFields = callingFields(UNKNOWN_FIELD, () => UNKNOWN_FIELD)
const unknownCodes = callingCodes(UNKNOWN_CODE)

/** `items[2].price` → `price`. */
const leafOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)

/** Operations that take all of a request or none, and say nothing of who is to blame. */
const refusesAlone = ({ act, list }: Operation) => act === 'register' && list === 'data'

/** Orders that a rehearsal refuses, so that one knows which. */
const isMarked = (number: string) => number.endsWith('7')

const nobody: Taker = { take() {}, settle: async () => {} }

async function askToWait(call: Call, seconds: number): Promise<Answer> {
  const trouble = await call.read(nobody)
  const busy = {
    status: 429,
    detail: 'Too many requests. Wait as long as Retry-After says, then send the request again.',
    headers: { 'retry-after': String(seconds) },
  }
  return { ok: false, trouble: trouble ?? busy }
}

/** Reads a request and does nothing with it. */
async function swallow(call: Call): Promise<Answer> {
  const trouble = await call.read(nobody)
  return trouble ? { ok: false, trouble } : tell({})
}

/** Takes nothing and gives no reason. A failed product is still told by its id: its answer has no other form. */
async function refuse(call: Call): Promise<Answer> {
  const { operation } = call
  const ids: string[] = []
  const taker: Taker = { ...nobody, take: value => ids.push(numberIn(value, operation)) }
  const trouble = await call.read(operation.list === 'products' ? taker : nobody)
  if (trouble) return { ok: false, trouble }
  if (operation.list === 'data') return tell({ isSuccess: false, orderSuccesses: [] })
  const failures = ids.map(shopProductId => ({ shopProductId, errorCode: '', message: '' }))
  return tell({ successCount: 0, failureCount: failures.length, failures })
}

/** A check answers as if half of the orders had been sent, so the caller has to notice that it is not its own answer. */
const half: Retelling = {
  check: ({ requestCount, failures }) => {
    const count = requestCount >> 1
    const told = failures.filter(failure => failure.rowIndex < count)
    return {
      isSuccess: told.length === 0,
      requestCount: count,
      successCount: count - told.length,
      failureCount: told.length,
      failures: told,
    }
  },
  registration: result => ({
    ...result,
    orderSuccesses: result.orderSuccesses.slice(0, result.orderSuccesses.length >> 1),
  }),
  products: ({ successCount, failures }) => {
    const told = failures.slice(0, failures.length >> 1)
    return { successCount: successCount >> 1, failureCount: told.length, failures: told }
  },
}
