import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import type { StandIn } from './serve'
import { breakOff, delay, gatewayPage, type Retelling, retell } from './simulator-answers'
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

/** Between a slow answer being ready and its head, and between its head and its body, in milliseconds. */
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
    half: telling({ check: halfOfCheck, registration: halfOfOrders, products: halfOfProducts }),
    drops: { carry: (answer, { act }) => (act === 'check' ? answer : breakOff(answer)) },
    'bare-names': telling({ check: renaming(leafOf) }),
    'unknown-names': telling({
      check: renaming(() => UNKNOWN_FIELD),
      products: result => ({
        ...result,
        failures: result.failures.map(failure => ({ ...failure, errorCode: UNKNOWN_CODE })),
      }),
    }),
  }
}

const telling = (how: Retelling): Misbehaviour => ({
  carry: (answer, operation) => retell(answer, operation, how),
})

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
  const ids: string[] = []
  const taker: Taker = { ...nobody, take: value => ids.push(numberIn(value, call.operation)) }
  const trouble = await call.read(call.operation.list === 'products' ? taker : nobody)
  if (trouble) return { ok: false, trouble }
  if (call.operation.list === 'data') return tell({ isSuccess: false, orderSuccesses: [] })
  const failures = ids.map(shopProductId => ({ shopProductId, errorCode: '', message: '' }))
  return tell({ successCount: 0, failureCount: failures.length, failures })
}

async function* parts(body: object): AsyncGenerator<string> {
  yield JSON.stringify(body)
}

const tell = (body: object): Answer => ({ ok: true, parts: parts(body) })

function numberIn(element: unknown, { number }: Operation): string {
  const found = number.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    element,
  )
  return typeof found === 'string' ? found : ''
}

/** An answer that fits a request of half the orders: the caller has to notice that it is not its own. */
const halfOfCheck: Retelling['check'] = ({ requestCount, failures }) => {
  const count = requestCount >> 1
  const told = failures.filter(failure => failure.rowIndex < count)
  return {
    isSuccess: told.length === 0,
    requestCount: count,
    successCount: count - told.length,
    failureCount: told.length,
    failures: told,
  }
}

const halfOfOrders: Retelling['registration'] = result => ({
  ...result,
  orderSuccesses: result.orderSuccesses.slice(0, result.orderSuccesses.length >> 1),
})

const halfOfProducts: Retelling['products'] = ({ successCount, failures }) => {
  const told = failures.slice(0, failures.length >> 1)
  return { successCount: successCount >> 1, failureCount: told.length, failures: told }
}

const renaming =
  (name: (field: string) => string): Retelling['check'] =>
  result => ({
    ...result,
    failures: result.failures.map(order => ({
      ...order,
      failures: order.failures.map(failure => ({ ...failure, errorField: name(failure.errorField) })),
    })),
  })

/** `items[2].price` → `price`. */
const leafOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)
