import 'server-only'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import { endOfRequest } from '@/lib/ledger/rules/resolutions'
import { causeOf, type UnconfirmedCause } from '@/lib/ledger/rules/unconfirmed-cause'
import type { Db } from '@/lib/store/db/database'
import { type AttemptRow, listPartialAttempts, REAPED } from '@/lib/store/ledger/requests/attempts'

/** Anomalies with which a response still proves that the service processed the whole request. */
const HARMLESS_ANOMALIES: ReadonlySet<Anomaly['kind']> = new Set(['missing_entry', 'content_type'])

/**
 * For requests whose response leaves orders out: when the service provably finished them, by attempt id (ISO 8601, by
 * the clock of the database). The response is complete, well formed, and names only orders of the request with their
 * ids, so the service will not execute the missing ones late. The map lacks requests without this proof.
 */
export async function findProvenEnds(
  db: Db,
  attemptIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(attemptIds)].filter(id => id !== null)
  const provenEnds = new Map<string, string>()
  for (const attempt of await listPartialAttempts(db, ids)) {
    const { id, anomalies, finished_at: finishedAt } = attempt
    const found: readonly Anomaly[] = JSON.parse(anomalies ?? '[]')
    const isPartial = found.some(({ kind }) => kind === 'missing_entry')
    if (finishedAt === null || !isPartial || !found.every(({ kind }) => HARMLESS_ANOMALIES.has(kind)))
      continue
    const { sending_at: sendingAt, hard_deadline: hardDeadline } = attempt
    provenEnds.set(id, endOfRequest({ sendingAt, finishedAt, hardDeadline }))
  }
  return provenEnds
}

/** Why a stored request left its orders unconfirmed. */
export function causeOfAttempt(
  attempt: Pick<AttemptRow, 'error' | 'http_status' | 'classified_as' | 'finished_at' | 'anomalies'>,
): UnconfirmedCause {
  return causeOf({
    status: attempt.http_status,
    isReaped: attempt.classified_as === REAPED,
    isFinished: attempt.finished_at !== null,
    error: attempt.error === null ? undefined : JSON.parse(attempt.error),
    anomalies: JSON.parse(attempt.anomalies ?? '[]'),
  })
}
