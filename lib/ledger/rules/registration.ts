import { readStrictJson } from '@/lib/contract/json/strict-json'
import { type Anomaly, anomaly, unreadable } from './anomalies'
import { countEach, repeated } from './occurrences'

/** A registration result compared with the request: proven order ids by position, and anomalies. */
export type Registration =
  | { readonly ok: false; readonly anomaly: Anomaly }
  | {
      readonly ok: true
      readonly isSuccess: boolean
      /** How many entries the response has, valid or not. */
      readonly entries: number
      readonly orderIds: readonly (string | undefined)[]
      readonly anomalies: readonly Anomaly[]
      /** Order ids that the response gives to several orders. */
      readonly sharedIds: readonly SharedId[]
    }

/** An order id of two or more orders, and their numbers. */
export interface SharedId {
  readonly orderId: string
  readonly numbers: readonly string[]
}

/** The digits of a JSON number as the service wrote them: a double cannot hold every int64. */
class Digits {
  constructor(readonly text: string) {}
}

interface Entry {
  readonly number: string
  /** undefined when it is not an int64: the entry then proves nothing. */
  readonly orderId: string | undefined
}

/**
 * Reads the raw bytes of a registration result strictly.
 * An order is proven registered by exactly one entry with its number and an order id that no other entry has.
 */
export function readRegistration(body: Uint8Array, sent: readonly string[]): Registration {
  const json = readStrictJson(body, text => new Digits(text))
  if (!json.ok) return { ok: false, anomaly: unreadable(json) }
  const response = asObject(json.value)
  const isSuccess = response?.isSuccess
  const entries = readEntries(response?.orderSuccesses)
  if (typeof isSuccess !== 'boolean' || !entries) return { ok: false, anomaly: { kind: 'shape', detail: '' } }
  const numbers = countEach(entries.map(one => one.number))
  const ids = countEach(entries.flatMap(one => one.orderId ?? []))
  const known = countEach(sent)
  const byNumber = new Map(entries.map(one => [one.number, one]))
  const orderIds = sent.map(number => {
    const { orderId } = byNumber.get(number) ?? {}
    const unique = numbers.get(number) === 1 && known.get(number) === 1
    return orderId !== undefined && unique && ids.get(orderId) === 1 ? orderId : undefined
  })
  const anomalies: Anomaly[] = [
    ...entries.filter(one => one.orderId === undefined).map(one => anomaly('order_id', one.number)),
    ...repeated(numbers).map(number => anomaly('repeated_number', number)),
    ...repeated(ids).map(id => anomaly('repeated_order_id', id)),
    ...[...numbers.keys()]
      .filter(number => !known.has(number))
      .map(number => anomaly('foreign_number', number)),
  ]
  if (isSuccess && entries.length === 0) anomalies.push(anomaly('success_without_entries'))
  if (isSuccess && entries.length > 0) {
    anomalies.push(...sent.filter(one => !numbers.has(one)).map(one => anomaly('missing_entry', one)))
  }
  if (!isSuccess && entries.length > 0) anomalies.push(anomaly('failure_with_entries'))
  return {
    ok: true,
    isSuccess,
    entries: entries.length,
    orderIds,
    anomalies,
    sharedIds: findSharedIds(entries),
  }
}

/** Ids that several numbers have. A number that is listed twice with one id does not count. */
function findSharedIds(entries: readonly Entry[]): SharedId[] {
  const numbers = new Map<string, Set<string>>()
  for (const { orderId, number } of entries) {
    if (orderId !== undefined) numbers.set(orderId, (numbers.get(orderId) ?? new Set()).add(number))
  }
  return [...numbers].flatMap(([orderId, of]) => (of.size > 1 ? [{ orderId, numbers: [...of] }] : []))
}

function readEntries(list: unknown): Entry[] | undefined {
  if (!Array.isArray(list)) return undefined
  const entries: Entry[] = []
  for (const element of list) {
    const { mallOrderNumber: number, orderId } = asObject(element) ?? {}
    if (typeof number !== 'string') return undefined
    const digits = orderId instanceof Digits && isInt64(orderId.text) ? orderId.text : undefined
    entries.push({ number, orderId: digits })
  }
  return entries
}

/** Whether a JSON number is an id as the API describes it. */
const isInt64 = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

function asObject(value: unknown): Record<string, unknown> | undefined {
  const isObject =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)
  return isObject ? (value as Record<string, unknown>) : undefined
}
