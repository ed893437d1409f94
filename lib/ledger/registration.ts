import { readStrictJson, type StrictJson } from '@/lib/contract/strict-json'

/** Something in an answer that should not be there; kept in the history and shown as critical. */
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
    /** Of a check: it contradicts itself or what was sent, or was placed by numbers since its positions were wrong. */
    | 'misfit'
    | 'positions'
  readonly detail: string
}

/** A registration result against what was sent: the proven order ids by position, and what does not fit. */
export type Registration =
  | { readonly ok: false; readonly anomaly: Anomaly }
  | {
      readonly ok: true
      readonly isSuccess: boolean
      /** How many entries the answer holds, fitting or not. */
      readonly entries: number
      readonly orderIds: readonly (string | undefined)[]
      readonly anomalies: readonly Anomaly[]
      /** Ids that several orders have, and the numbers of those. */
      readonly sharedIds: readonly SharedId[]
    }

/** An order id that two or more orders have. */
export interface SharedId {
  readonly orderId: string
  readonly numbers: readonly string[]
}

/** The digits of a JSON number as the service wrote them: an int64 must not pass through a double. */
class Digits {
  constructor(readonly text: string) {}
}

interface Entry {
  readonly number: string
  /** undefined when it is no integer: the entry then proves nothing. */
  readonly orderId: string | undefined
}

/**
 * Reads the raw bytes of a registration result strictly.
 * An order is proven registered by exactly one entry with its number and an order id that no other entry has.
 */
export function readRegistration(body: Uint8Array, sent: readonly string[]): Registration {
  const json = readStrictJson(body, text => new Digits(text))
  if (!json.ok) return { ok: false, anomaly: unreadable(json) }
  const answer = members(json.value)
  const isSuccess = answer?.isSuccess
  const entries = readEntries(answer?.orderSuccesses)
  if (typeof isSuccess !== 'boolean' || !entries) return { ok: false, anomaly: { kind: 'shape', detail: '' } }
  const numbers = tally(entries.map(one => one.number))
  const ids = tally(entries.flatMap(one => one.orderId ?? []))
  const known = tally(sent)
  const byNumber = new Map(entries.map(one => [one.number, one]))
  const orderIds = sent.map(number => {
    const { orderId } = byNumber.get(number) ?? {}
    const unique = numbers.get(number) === 1 && known.get(number) === 1
    return orderId !== undefined && unique && ids.get(orderId) === 1 ? orderId : undefined
  })
  const anomalies: Anomaly[] = [
    ...entries.filter(one => one.orderId === undefined).map(one => note('order_id', one.number)),
    ...repeated(numbers).map(number => note('repeated_number', number)),
    ...repeated(ids).map(id => note('repeated_order_id', id)),
    ...[...numbers.keys()].filter(number => !known.has(number)).map(number => note('foreign_number', number)),
  ]
  if (isSuccess && entries.length === 0) anomalies.push(note('success_without_entries'))
  if (isSuccess && entries.length > 0) {
    anomalies.push(...sent.filter(one => !numbers.has(one)).map(one => note('missing_entry', one)))
  }
  if (!isSuccess && entries.length > 0) anomalies.push(note('failure_with_entries'))
  return { ok: true, isSuccess, entries: entries.length, orderIds, anomalies, sharedIds: sharedIn(entries) }
}

/** What keeps a response from being read: it is no JSON, or it says one thing twice. */
export const unreadable = ({ reason, twice }: Extract<StrictJson, { ok: false }>): Anomaly =>
  twice === undefined ? note('unreadable', reason) : note('contradictory', twice)

/** A note of what does not fit. */
export const note = (kind: Anomaly['kind'], detail = ''): Anomaly => ({ kind, detail })

/** An order that is named twice with one id is no other order. */
function sharedIn(entries: readonly Entry[]): SharedId[] {
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
    const { mallOrderNumber: number, orderId } = members(element) ?? {}
    if (typeof number !== 'string') return undefined
    const digits = orderId instanceof Digits && /^-?\d+$/.test(orderId.text) ? orderId.text : undefined
    entries.push({ number, orderId: digits })
  }
  return entries
}

function members(value: unknown): Record<string, unknown> | undefined {
  const isObject =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)
  return isObject ? (value as Record<string, unknown>) : undefined
}

/** How often each text is in a list. */
export function tally(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Texts that a list has more than once. */
export const repeated = (counts: ReadonlyMap<string, number>) =>
  [...counts].filter(([, count]) => count > 1).map(([text]) => text)
