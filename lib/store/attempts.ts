import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { Evidence } from '@/lib/contract/evidence'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import type { AttemptTable } from './ledger-tables'

export type AttemptRow = Selectable<AttemptTable>

/** Columns of an attempt that nothing is known of yet. */
export const unsent = {
  key_id: null,
  body_gz: null,
  sending_at: null,
  hard_deadline: null,
  connect_at: null,
  headers_at: null,
  finished_at: null,
  connected: null,
  request_complete: null,
  error: null,
  http_status: null,
  resp_headers: null,
  resp_body: null,
  resp_sha256: null,
  classified_as: null,
  anomalies: null,
  erased_at: null,
} as const satisfies Partial<AttemptRow>

/** Writes an attempt and, for a registration, which order has which position in it. */
export async function insertAttempt(
  handle: Handle,
  attempt: AttemptRow,
  orderIds: readonly string[] = [],
): Promise<void> {
  await handle.insertInto('attempt').values(attempt).execute()
  const receipt = orderIds.map((id, position) => ({
    attempt_id: attempt.id,
    position,
    ledger_order_id: id,
    outcome: null,
  }))
  for (const some of chunks(receipt)) await handle.insertInto('attempt_order').values(some).execute()
}

/** An attempt by id. */
export async function findAttempt(handle: Handle, id: string): Promise<AttemptRow | undefined> {
  const row = await handle.selectFrom('attempt').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withBytes(row)
}

/** PostgreSQL gives bytes as a Buffer, which prints and compares otherwise. */
const withBytes = (row: AttemptRow): AttemptRow => ({
  ...row,
  body_gz: row.body_gz && new Uint8Array(row.body_gz),
  resp_body: row.resp_body && new Uint8Array(row.resp_body),
})

/** PREPARED → SENDING, if it is still the owner's. @returns false when the claim was lost: nothing may be sent. */
export async function markSending(
  handle: Handle,
  id: string,
  owner: string,
  at: string,
  hardDeadline: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('attempt')
    .set({ state: 'SENDING', sending_at: at, hard_deadline: hardDeadline })
    .where('id', '=', id)
    .where('state', '=', 'PREPARED')
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Evidence as the columns of an attempt. */
export function evidenceColumns(evidence: Evidence, sha256: string) {
  return {
    connected: evidence.connected ? 1 : 0,
    request_complete: evidence.requestComplete ? 1 : 0,
    error: evidence.error ? JSON.stringify(evidence.error).toWellFormed() : null,
    http_status: evidence.status ?? null,
    resp_headers: JSON.stringify(evidence.headers),
    resp_body: evidence.body,
    resp_sha256: sha256,
    connect_at: isoOrNull(evidence.connectedAt),
    headers_at: isoOrNull(evidence.headersAt),
    finished_at: new Date(evidence.finishedAt).toISOString(),
  } satisfies Partial<AttemptRow>
}

/** The mark of an attempt that was closed without its answer. An answer may still come late. */
export const REAPED = 'reaped'

/**
 * Stores evidence before anything is parsed: SENDING → RESPONDED. When a reaper was faster the attempt is opened again,
 * for late proof of a registration counts, and whoever looks next judges it should this process die before it does.
 */
export async function storeEvidence(
  handle: Handle,
  id: string,
  evidence: Evidence,
  sha256: string,
): Promise<void> {
  await handle
    .updateTable('attempt')
    .set(part => ({
      ...evidenceColumns(evidence, sha256),
      state: part
        .case()
        .when(part.or([part('state', '=', 'SENDING'), part('classified_as', '=', REAPED)]))
        .then('RESPONDED' as const)
        .else(part.ref('state'))
        .end(),
    }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** The evidence of an attempt as it was stored; undefined when none was. */
export function toEvidence(row: AttemptRow): Evidence | undefined {
  if (row.finished_at === null || row.connected === null) return undefined
  return {
    connected: row.connected === 1,
    requestComplete: row.request_complete === 1,
    ...(row.error !== null && { error: JSON.parse(row.error) }),
    ...(row.http_status !== null && { status: row.http_status }),
    headers: JSON.parse(row.resp_headers ?? '{}'),
    body: row.resp_body ?? new Uint8Array(),
    startedAt: Date.parse(row.sending_at ?? row.prepared_at),
    finishedAt: Date.parse(row.finished_at),
  }
}

/** Closes an attempt that is in one of `from`. @returns whether it was */
export async function closeAttempt(
  handle: Handle,
  id: string,
  from: readonly AttemptRow['state'][],
  classifiedAs: string,
  anomalies: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('attempt')
    .set({ state: 'DONE', classified_as: classifiedAs, anomalies })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What a reaper needs to know of an attempt that is not done. */
export type OpenAttempt = Pick<AttemptRow, 'id' | 'run_id' | 'state' | 'owner' | 'hard_deadline'>

/** Attempts that are not done. */
export function listOpenAttempts(handle: Handle): Promise<OpenAttempt[]> {
  return handle
    .selectFrom('attempt')
    .select(['id', 'run_id', 'state', 'owner', 'hard_deadline'])
    .where('state', '<>', 'DONE')
    .execute()
}

/** When the registration of a run that is on the wire was sent, and until when its response is waited for. */
export async function findOpenRegistration(
  handle: Handle,
  runId: string,
): Promise<{ readonly since: string; readonly until: string } | undefined> {
  const found = await handle
    .selectFrom('attempt')
    .select(['sending_at', 'hard_deadline'])
    // As a literal: an index of open requests alone serves no parameter.
    .where(sql<boolean>`attempt.state <> 'DONE'`)
    .where('run_id', '=', runId)
    .where('state', '=', 'SENDING')
    .executeTakeFirst()
  return found?.sending_at && found.hard_deadline
    ? { since: found.sending_at, until: found.hard_deadline }
    : undefined
}

/** Which of these requests were answered with a result that was read, and did not tell of all their orders. */
export async function findPartial(
  handle: Handle,
  ids: readonly string[],
): Promise<Pick<AttemptRow, 'id' | 'finished_at' | 'anomalies'>[]> {
  const found: Pick<AttemptRow, 'id' | 'finished_at' | 'anomalies'>[] = []
  for await (const some of pieces(ids)) {
    const rows = await handle
      .selectFrom('attempt')
      .select(['id', 'finished_at', 'anomalies'])
      .where('id', 'in', some)
      .where('classified_as', 'in', ['mixed', 'late_mixed'])
      .execute()
    found.push(...rows)
  }
  return found
}

/** Numbers of all orders that these requests carried. */
export async function listCarried(handle: Handle, attemptIds: readonly string[]): Promise<string[]> {
  const numbers: string[] = []
  for await (const some of pieces(attemptIds)) {
    const rows = await handle
      .selectFrom('attempt_order')
      .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
      .select('ledger_order.mall_order_number as number')
      .where('attempt_order.attempt_id', 'in', some)
      .execute()
    numbers.push(...rows.map(row => row.number))
  }
  return numbers
}

/** Whether a registration of an environment is prepared, under way, or not judged yet. */
export async function hasOpenAttempt(handle: Handle, envId: string): Promise<boolean> {
  const found = await handle
    .selectFrom('attempt')
    .select('id')
    .where('env_id', '=', envId)
    .where('state', '<>', 'DONE')
    .executeTakeFirst()
  return found !== undefined
}

/** An order's part in an attempt. */
export interface AttemptOrder {
  readonly position: number
  readonly id: string
  readonly mallOrderNumber: string
}

/** The receipt of an attempt, by position. */
export function listAttemptOrders(handle: Handle, attemptId: string): Promise<AttemptOrder[]> {
  return handle
    .selectFrom('attempt_order')
    .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
    .select([
      'attempt_order.position as position',
      'ledger_order.id as id',
      'ledger_order.mall_order_number as mallOrderNumber',
    ])
    .where('attempt_order.attempt_id', '=', attemptId)
    .orderBy('attempt_order.position')
    .execute()
}

/** Notes what became of orders in an attempt. */
export async function noteOutcomes(
  handle: Handle,
  attemptId: string,
  positions: readonly number[],
  outcome: string,
): Promise<void> {
  for (const some of chunks(positions)) {
    await handle
      .updateTable('attempt_order')
      .set({ outcome })
      .where('attempt_id', '=', attemptId)
      .where('position', 'in', some)
      .execute()
  }
}

const isoOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
