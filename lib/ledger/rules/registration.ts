import { readStrictJson, type StrictJson } from '@/lib/contract/json/strict-json'
import { productResult } from '@/lib/contract/results'

/** Something wrong in a response; stored with the request and shown in the history. */
export interface Anomaly {
  readonly kind:
    | 'unreadable'
    | 'contradictory'
    | 'shape'
    | 'content_type'
    | 'success_without_entries'
    | 'failure_with_entries'
    | 'missing_entry'
    | 'foreign_number'
    | 'repeated_number'
    | 'repeated_order_id'
    | 'order_id'
    | 'counts'
    /** Of a check: it contradicts itself or the request (`ResultMismatch`). */
    | 'misfit'
    /** Of a check: its positions were wrong, so it was matched by numbers. */
    | 'positions'
  readonly detail: string
  /** How many more of its kind the response has that are not stored. */
  readonly more?: number
}

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

/** The anomaly of a response that cannot be read: it is not JSON, or an object has a key twice. */
const unreadable = ({ reason, twice }: Extract<StrictJson, { ok: false }>): Anomaly =>
  twice === undefined ? anomaly('unreadable', reason) : anomaly('contradictory', twice)

/** @param detail the number or id concerned, or what a parser says; '' for the whole response */
export const anomaly = (kind: Anomaly['kind'], detail = ''): Anomaly => ({ kind, detail })

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

/** How often each text occurs. */
function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Texts that occur more than once. */
const repeated = (counts: ReadonlyMap<string, number>) =>
  [...counts].filter(([, count]) => count > 1).map(([text]) => text)

/** Why a product was rejected, in the service's words. */
export interface ProductFailure {
  readonly errorCode: string
  readonly message: string
}

/** What a response proves about one product: registered, rejected with reasons, or neither. */
type ProductOutcome = 'registered' | 'unproven' | { readonly rejectedFor: readonly ProductFailure[] }

/** A product result compared with the request: outcomes by position, and anomalies. */
type ProductRegistration =
  | { readonly ok: false; readonly anomaly: Anomaly }
  | {
      readonly ok: true
      readonly outcomes: readonly ProductOutcome[]
      readonly anomalies: readonly Anomaly[]
    }

/**
 * Reads the raw bytes of a product result strictly. It lists only failures, so a product counts as registered only if
 * the response accounts for every product of the request: both counts add up to what was sent, the list has as many
 * failures as counted, and each of them is a product that was sent, listed once.
 * Otherwise unlisted products prove nothing. A listed product counts as rejected even then, unless the response claims
 * more successes than it has unlisted products and so contradicts its own list.
 */
export function readProductResult(body: Uint8Array, sent: readonly string[]): ProductRegistration {
  const json = readStrictJson(body)
  if (!json.ok) return { ok: false, anomaly: unreadable(json) }
  const read = productResult.safeParse(json.value)
  if (!read.success) {
    return { ok: false, anomaly: anomaly('shape', read.error.issues[0]?.path.join('.')) }
  }
  const { successCount, failureCount, failures } = read.data
  const known = countEach(sent)
  const listed = new Map<string, ProductFailure[]>()
  for (const { shopProductId: id, ...reason } of failures) {
    const reasons = listed.get(id)
    if (reasons) reasons.push(reason)
    else listed.set(id, [reason])
  }
  const isCounted = successCount + failureCount === sent.length && failures.length === failureCount
  const anomalies = [
    ...(isCounted ? [] : [anomaly('counts', `${successCount} + ${failureCount} of ${sent.length}`)]),
    ...[...listed.keys()].filter(id => !known.has(id)).map(id => anomaly('foreign_number', id)),
    ...repeated(countEach(failures.map(one => one.shopProductId))).map(id => anomaly('repeated_number', id)),
    ...repeated(known).map(id => anomaly('repeated_number', id)),
  ]
  const accountsForAll = anomalies.length === 0
  const contradictsList = successCount > sent.filter(id => !listed.has(id)).length
  const outcomes = sent.map((id): ProductOutcome => {
    const reasons = listed.get(id)
    if (known.get(id) !== 1) return 'unproven'
    if (!reasons) return accountsForAll ? 'registered' : 'unproven'
    return contradictsList ? 'unproven' : { rejectedFor: reasons }
  })
  return { ok: true, outcomes, anomalies }
}
