import type { StrictJson } from '@/lib/contract/json/strict-json'

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

/** @param detail the number or id concerned, or what a parser says; '' for the whole response */
export const anomaly = (kind: Anomaly['kind'], detail = ''): Anomaly => ({ kind, detail })

/** The anomaly of a response that cannot be read: it is not JSON, or an object has a key twice. */
export const unreadable = ({ reason, twice }: Extract<StrictJson, { ok: false }>): Anomaly =>
  twice === undefined ? anomaly('unreadable', reason) : anomaly('contradictory', twice)

/** A response may name more orders than a page can list; its stored bytes have all of them. */
const MAX_STORED_OF_A_KIND = 50
const MAX_DETAIL_CHARACTERS = 300

/**
 * The anomalies of a response as they are stored: JSON with the first ones of each kind, and the number of the others.
 * @returns null when there are none
 */
export function writeAnomalies(anomalies: readonly Anomaly[]): string | null {
  if (anomalies.length === 0) return null
  const byKind = new Map<Anomaly['kind'], Anomaly[]>()
  for (const { kind, detail } of anomalies) {
    const stored = byKind.get(kind) ?? []
    byKind.set(kind, stored)
    const last = stored.at(-1)
    if (last && stored.length === MAX_STORED_OF_A_KIND) {
      stored[stored.length - 1] = { ...last, more: (last.more ?? 0) + 1 }
    } else stored.push({ kind, detail: detail.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed() })
  }
  return JSON.stringify([...byKind.values()].flat())
}

/** The number of anomalies of a response, with those that are not stored. */
export const countAnomalies = (stored: readonly Pick<Anomaly, 'more'>[]): number =>
  stored.reduce((count, { more = 0 }) => count + 1 + more, 0)
