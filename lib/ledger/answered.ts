import 'server-only'
import { findPartial } from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import type { Anomaly } from './registration'

/** A response may have these and still prove that the service had worked through the whole request. */
const HARMLESS: ReadonlySet<Anomaly['kind']> = new Set(['missing_entry', 'content_type'])

/**
 * When the service had demonstrably finished with requests that left orders out, by request (ISO 8601): its response came
 * to its end, is well formed, and names orders of the request with their ids and nothing else. What it leaves out it will
 * not execute late. Requests of which that cannot be said are not in it.
 */
export async function answeredAt(
  handle: Handle,
  attemptIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(attemptIds)].filter(id => id !== null)
  const answered = new Map<string, string>()
  for (const { id, finished_at, anomalies } of await findPartial(handle, ids)) {
    const found: readonly Anomaly[] = JSON.parse(anomalies ?? '[]')
    const isPartial = found.some(({ kind }) => kind === 'missing_entry')
    if (finished_at !== null && isPartial && found.every(({ kind }) => HARMLESS.has(kind)))
      answered.set(id, finished_at)
  }
  return answered
}
