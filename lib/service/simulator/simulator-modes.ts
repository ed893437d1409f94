import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import { getTranslations } from '@/lib/words/server'
import { unauthorized } from '../authorize'
import { discardElements, type ElementConsumer } from '../body/body'
import type { Call, CallResult } from '../call'
import type { Interceptor } from '../serve'
import { badGatewayPage, breakConnection, delayBody } from './simulator-faults'
import { numberIn, withRejected, withRenamedFields, withUnknownCodes } from './simulator-names'
import { jsonResult, onePart, type ResponseRewrite, rewriteResponse } from './simulator-responses'
import { BusySchedule } from './simulator-schedule'

const t = getTranslations('service.simulator')

/** A clock in milliseconds. Tests pass their own. */
export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

/** How a mode treats an authenticated request and its response. */
export interface SimulationMode {
  /** Responds in place of the service. */
  readonly intercept?: Interceptor
  /** Transforms a response with status 200. */
  readonly transform?: (response: Response, operation: Operation) => Response | Promise<Response>
}

/** Delay of a slow response before its headers, and again within its body, in milliseconds. */
const SLOW_DELAY_MS = 2000
/** How long a response is withheld from a caller that never gives up, in milliseconds. */
const MAX_HOLD_MS = 600_000
/** Entries of a request that is not too large. */
const MAX_ENTRIES = 2
/** A number that was not sent. */
const FOREIGN_NUMBER = 'FOREIGN-0042'
/** A field name that does not exist, and an error code that does not exist. */
const UNKNOWN_FIELD = 'FIELD_0042'
const UNKNOWN_CODE = 'E_0042'

/** All modes; a missing one does not compile. */
export function createModes(clock: Clock): Readonly<Record<Rehearsal, SimulationMode>> {
  const rhythm = new BusySchedule()
  const wait = () => clock.sleep(SLOW_DELAY_MS)
  const lost = new LostRequests()
  return {
    slow: {
      transform: async response => {
        await wait()
        return delayBody(response, wait)
      },
    },
    busy: {
      intercept: (call, service) => {
        const seconds = rhythm.secondsToWait(call.principal.clientId, clock.now())
        return seconds === undefined ? service(call) : askToWait(call, seconds)
      },
    },
    'bad-gateway': {
      intercept: (call, service) => (lost.isRepeated(call) ? service(call) : discardRequest(call)),
      transform: response => (response.headers.has(DISCARDED) ? badGatewayPage() : response),
    },
    'times-out': {
      intercept: async (call, service) => {
        const result = await service(call)
        if (changesData(call) && result.ok && !isReplayed(result)) await untilGone(call, clock)
        return result
      },
    },
    unauthorized: {
      intercept: (call, service) => (changesData(call) ? refuseCredential(call) : service(call)),
    },
    'too-large': { intercept: (call, service) => service(withMaximum(call, MAX_ENTRIES)) },
    refuses: {
      intercept: (call, service) => (changesData(call) ? refuse(call) : service(call)),
    },
    'refuses-some': {
      intercept: (call, service) =>
        service(refusesAlone(call.operation) ? withRejected(call, isMarked) : call),
    },
    half: { intercept: withRewritten(half) },
    'foreign-number': { intercept: withRewritten(foreignNumber) },
    drops: {
      transform: (response, { act }) =>
        act === 'check' || response.headers.has(REPLAYED) ? response : breakConnection(response),
    },
    'bare-names': { intercept: withRenamedFields('name', leafOf) },
    'unknown-names': {
      intercept: (call, service) =>
        (call.operation.list === 'data' ? unknownFields : unknownCodes)(call, service),
    },
  }
}

const changesData = ({ operation }: Call) => operation.act === 'register'

const unknownFields = withRenamedFields(UNKNOWN_FIELD, () => UNKNOWN_FIELD)
const unknownCodes = withUnknownCodes(UNKNOWN_CODE)

/** `items[2].price` → `price`. */
const leafOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)

/** Operations that accept all orders of a request or none, without naming the failing one. */
const refusesAlone = ({ act, list }: Operation) => act === 'register' && list === 'data'

/** Orders that a rehearsal refuses, recognisable by their number. */
const isMarked = (number: string) => number.endsWith('7')

async function askToWait(call: Call, seconds: number): Promise<CallResult> {
  const problem = await call.read(discardElements)
  const busy = { status: 429, detail: t('busy'), headers: { 'retry-after': String(seconds) } }
  return { ok: false, problem: problem ?? busy }
}

/** Marks the response of a request that was discarded. */
const DISCARDED = 'lading-discarded'

/** Marks the repetition of an earlier response, which arrives undamaged: a fault of the network passes. */
const REPLAYED = 'idempotency-replayed'

const isReplayed = (result: CallResult) => result.ok && result.headers?.[REPLAYED] !== undefined

/** Rewrites responses, except those that are repeated. */
function withRewritten(how: ResponseRewrite): Interceptor {
  return async (call, service) => {
    const result = await service(call)
    return isReplayed(result) ? result : rewriteResponse(result, call.operation, how)
  }
}

/** Waits until the caller has disconnected. */
async function untilGone({ signal }: Call, clock: Clock): Promise<void> {
  const gone = new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([gone, clock.sleep(MAX_HOLD_MS)])
}

/** Reads a request and refuses its credential, as if it had expired just now. */
async function refuseCredential(call: Call): Promise<CallResult> {
  const problem = await call.read(discardElements)
  return { ok: false, problem: problem ?? unauthorized('', call.operation.auth) }
}

/** A call that is refused after it was read if it has more than `max` entries. */
function withMaximum(call: Call, max: number): Call {
  return {
    ...call,
    read: async (consumer, watch) => {
      let count = 0
      const first: ElementConsumer = {
        consume: (value, slice) => {
          if (++count <= max) consumer.consume(value, slice)
        },
        flush: () => consumer.flush(),
      }
      const problem = await call.read(first, watch)
      return problem ?? (count > max ? { status: 413, detail: t('tooMany', { max }) } : undefined)
    },
  }
}

/** Keys that are remembered. */
const MAX_KEYS = 10_000

/** Requests with an idempotency key whose first delivery was lost. */
class LostRequests {
  private readonly keys = new Set<string>()

  /** Whether a request with this key arrived before; remembers the key. */
  isRepeated({ principal, operation, idempotencyKey }: Call): boolean {
    if (idempotencyKey === undefined) return false
    const key = JSON.stringify([principal.clientId, operation.id, idempotencyKey])
    if (this.keys.has(key)) return true
    const [oldest] = this.keys
    if (this.keys.size >= MAX_KEYS && oldest !== undefined) this.keys.delete(oldest)
    this.keys.add(key)
    return false
  }
}

/** Reads a request and ignores it. */
async function discardRequest(call: Call): Promise<CallResult> {
  const problem = await call.read(discardElements)
  if (problem) return { ok: false, problem }
  return { ok: true, parts: onePart({}), headers: { [DISCARDED]: 'true' } }
}

/**
 * Refuses everything without a reason. A product failure still has an id, because the response has no other
 * form.
 */
async function refuse(call: Call): Promise<CallResult> {
  const { operation } = call
  const ids: string[] = []
  const consumer: ElementConsumer = {
    ...discardElements,
    consume: value => ids.push(numberIn(value, operation)),
  }
  const problem = await call.read(operation.list === 'products' ? consumer : discardElements)
  if (problem) return { ok: false, problem }
  if (operation.list === 'data') return jsonResult({ isSuccess: false, orderSuccesses: [] })
  const failures = ids.map(shopProductId => ({ shopProductId, errorCode: '', message: '' }))
  return jsonResult({ successCount: 0, failureCount: failures.length, failures })
}

/**
 * Responds to a check as if half of the orders had been sent, so that the caller has to notice the mismatch.
 */
const half: ResponseRewrite = {
  check: ({ requestCount, failures }) => {
    const count = requestCount >> 1
    const reported = failures.filter(failure => failure.rowIndex < count)
    return {
      isSuccess: reported.length === 0,
      requestCount: count,
      successCount: count - reported.length,
      failureCount: reported.length,
      failures: reported,
    }
  },
  registration: result => ({
    ...result,
    orderSuccesses: result.orderSuccesses.slice(0, result.orderSuccesses.length >> 1),
  }),
  products: ({ successCount, failures }) => {
    const reported = failures.slice(0, failures.length >> 1)
    return { successCount: successCount >> 1, failureCount: reported.length, failures: reported }
  },
}

/** Names an order or a product that was not sent in place of one that was. Checks stay unchanged. */
const foreignNumber: ResponseRewrite = {
  registration: result => ({
    ...result,
    orderSuccesses: result.orderSuccesses.map((one, at, { length }) =>
      at === length - 1 ? { ...one, mallOrderNumber: FOREIGN_NUMBER } : one,
    ),
  }),
  products: ({ successCount, failures }) => {
    const foreign = { shopProductId: FOREIGN_NUMBER, errorCode: UNKNOWN_CODE, message: t('foreign') }
    const reported = successCount > 0 ? [...failures, foreign] : [...failures.slice(0, -1), foreign]
    return {
      successCount: Math.max(0, successCount - 1),
      failureCount: reported.length,
      failures: reported,
    }
  },
}
