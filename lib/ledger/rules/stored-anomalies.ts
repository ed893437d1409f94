import type { Anomaly } from './registration'

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
