import 'server-only'
import type { EventBody, RunData } from '@/lib/desk-api/notifications/events'
import { runProgress } from '@/lib/ledger/outcomes/progress'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import { findConnection } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { findDraft } from '@/lib/store/drafts/drafts'
import { findRun } from '@/lib/store/ledger/runs/runs'
import type { NotificationEvent } from '@/lib/store/notifications/events'

/** What the ledger stores with an event of a run. */
interface AboutRun {
  readonly runId: string
  readonly problem?: RunProblem
}

/** What the worker stores with an event of a credential. */
export interface AboutCredential {
  readonly connectionId: string
  readonly connection: string
  readonly credential: 'accessToken' | 'secretKey'
  readonly expiresAt: string
}

/** An event that is ready to be sent. */
export interface ComposedEvent {
  readonly body: EventBody
  /** The operator who started the run. */
  readonly startedBy: string | undefined
}

/**
 * Composes the body that webhooks are sent: ids, counts and names of drafts, never data of a recipient.
 * @param publicUrl the origin of links @returns undefined if what it is about is gone
 */
export async function composeEvent(
  db: Db,
  event: NotificationEvent,
  publicUrl: string,
): Promise<ComposedEvent | undefined> {
  const { id, kind: type, at: timestamp } = event
  if (type === 'test')
    return { body: testBody(id, timestamp, `${publicUrl}/settings/notifications`), startedBy: undefined }
  if (type === 'credentials.expiring') {
    const about: AboutCredential = JSON.parse(event.about)
    const data = { ...about, url: `${publicUrl}/connections` }
    return { body: { id, type, timestamp, data }, startedBy: undefined }
  }
  const { runId, problem }: AboutRun = JSON.parse(event.about)
  const run = await findRun(db, runId)
  const progress = await runProgress(db, runId, Date.now())
  if (!run || !progress) return undefined
  const draft = await findDraft(db, run.draft_id)
  const connection = await findConnection(db, run.connection_id)
  const { total, passed, failed, registered, rejected, unknown: unconfirmed, left } = progress
  const data: RunData = {
    runId,
    runKind: run.kind,
    draftId: run.draft_id,
    draftName: draft?.name ?? '',
    sheet: draft?.sheet ?? '',
    connection: connection?.name ?? null,
    environment: connection?.environment ?? null,
    counts: { total, passed, failed, registered, rejected, unconfirmed, left },
    ...(problem && { reason: problem.code }),
    url: type === 'orders.unconfirmed' ? `${publicUrl}/unknown` : `${publicUrl}/history/runs/${runId}`,
  }
  return { body: { id, type, timestamp, data }, startedBy: run.started_by }
}

/** The body of a test. @param timestamp ISO 8601 @param url the page from which it was sent */
export const testBody = (id: string, timestamp: string, url: string): EventBody => ({
  id,
  type: 'test',
  timestamp,
  data: { url },
})

/** Why the run of a stored event stopped. */
export const problemOfEvent = (event: NotificationEvent): RunProblem | undefined =>
  (JSON.parse(event.about) as Partial<AboutRun>).problem
