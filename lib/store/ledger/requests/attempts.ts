import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { Evidence } from '@/lib/contract/evidence'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { iso } from '@/lib/store/stored-values'
import type { AttemptTable } from './request-tables'

export type AttemptRow = Selectable<AttemptTable>

/** Columns of an attempt that has not been sent. */
export const emptyAttemptColumns = {
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
  replay_of: null,
} as const satisfies Partial<AttemptRow>

const insertRow = new FixedStatement((db, attempt: AttemptRow) => db.insertInto('attempt').values(attempt))

/** Stores an attempt and, for a registration, its receipt: the position of each order. */
export async function insertAttempt(
  db: Db,
  attempt: AttemptRow,
  orderIds: readonly string[] = [],
): Promise<void> {
  await insertRow.run(db, attempt)
  if (orderIds.length === 0) return
  const receipt = jsonRows(
    db,
    { position: 'integer', order_id: 'text' },
    orderIds.map((order_id, position) => ({ position, order_id })),
  )
  await sql`
    insert into attempt_order (attempt_id, position, ledger_order_id)
    select ${attempt.id}, position, order_id from ${receipt} as given`.execute(db)
}

const attemptById = new FixedStatement((db, { id }: { id: string }) =>
  db.selectFrom('attempt').selectAll().where('id', '=', id),
)

/** A request with its bodies, as bytes. */
export async function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  const row = await attemptById.first(db, { id })
  return row && withBytes(row)
}

/** PostgreSQL returns a Buffer, which is not equal to a Uint8Array in comparisons. */
const withBytes = (row: AttemptRow): AttemptRow => ({
  ...row,
  body_gz: row.body_gz && new Uint8Array(row.body_gz),
  resp_body: row.resp_body && new Uint8Array(row.resp_body),
})

const setSending = new FixedStatement(
  (db, { id, owner, at, deadline }: Readonly<Record<'id' | 'owner' | 'at' | 'deadline', string>>) =>
    db
      .updateTable('attempt')
      .set({ state: 'SENDING', sending_at: at, hard_deadline: deadline })
      .where('id', '=', id)
      .where('state', '=', 'PREPARED')
      .where('owner', '=', owner),
)

/**
 * PREPARED → SENDING, if `owner` still has the claim. @returns false if the claim was lost: nothing may be
 * sent
 */
export async function markSending(
  db: Db,
  id: string,
  owner: string,
  at: string,
  hardDeadline: string,
): Promise<boolean> {
  return (await setSending.run(db, { id, owner, at, deadline: hardDeadline })).numAffectedRows === 1n
}

/** How many of these attempts were sent, as far as the database knows. */
export async function countSent(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('attempt')
    .select(attempt => attempt.fn.countAll().as('count'))
    .where('id', 'in', ids)
    .where('sending_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Evidence as columns of an attempt. */
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
    finished_at: iso(evidence.finishedAt),
  } satisfies Partial<AttemptRow>
}

/** `classified_as` of an attempt that was closed without a response. A response may still arrive late. */
export const REAPED = 'reaped'

const setEvidence = new FixedStatement(
  (db, { id, ...columns }: ReturnType<typeof evidenceColumns> & { id: string }) =>
    db
      .updateTable('attempt')
      .set({ ...columns, state: 'RESPONDED' })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where(part => part.or([part('state', '=', 'SENDING'), part('classified_as', '=', REAPED)])),
)

/**
 * Stores evidence before it is parsed: SENDING → RESPONDED. If the attempt was already reaped, it is opened
 * again, because late proof counts and must be processed even if this process dies now. Safe to repeat.
 * @returns false if the database does not have the attempt as sent: it lost the commit that said so
 */
export async function storeEvidence(
  db: Db,
  id: string,
  evidence: Evidence,
  sha256: string,
): Promise<boolean> {
  const { numAffectedRows } = await setEvidence.run(db, { ...evidenceColumns(evidence, sha256), id })
  if (numAffectedRows === 1n) return true
  const finishedAt = (await findAttempt(db, id))?.finished_at
  return finishedAt !== undefined && finishedAt !== null
}

/** The stored evidence of an attempt; undefined if there is none. */
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

/** Closes an attempt. @returns false if its state was none of `from` */
export async function closeAttempt(
  db: Db,
  id: string,
  from: readonly AttemptRow['state'][],
  classifiedAs: string,
  anomalies: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempt')
    .set({ state: 'DONE', classified_as: classifiedAs, anomalies })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What a reaper needs to know of an open attempt. */
export type OpenAttempt = Pick<
  AttemptRow,
  'id' | 'run_id' | 'state' | 'owner' | 'hard_deadline' | 'replay_of'
>

/** Attempts that no process has closed yet. */
export function listOpenAttempts(db: Db): Promise<OpenAttempt[]> {
  return db
    .selectFrom('attempt')
    .select(['id', 'run_id', 'state', 'owner', 'hard_deadline', 'replay_of'])
    .where('state', '<>', 'DONE')
    .execute()
}

/** When the registration request of a run was sent, and until when its response is awaited. */
export async function findOpenRegistration(
  db: Db,
  runId: string,
): Promise<{ readonly since: string; readonly until: string } | undefined> {
  const found = await db
    .selectFrom('attempt')
    .select(['sending_at', 'hard_deadline'])
    // A literal, because a partial index cannot be used with a parameter.
    .where(sql<boolean>`attempt.state <> 'DONE'`)
    .where('run_id', '=', runId)
    .where('state', '=', 'SENDING')
    .executeTakeFirst()
  return found?.sending_at && found.hard_deadline
    ? { since: found.sending_at, until: found.hard_deadline }
    : undefined
}

const PARTIAL_COLUMNS = ['id', 'sending_at', 'hard_deadline', 'finished_at', 'anomalies'] as const
type PartialColumn = (typeof PARTIAL_COLUMNS)[number]

/** Attempts whose response was readable, but did not cover all of their orders. */
export async function listPartialAttempts(
  db: Db,
  ids: readonly string[],
): Promise<Pick<AttemptRow, PartialColumn>[]> {
  const found: Pick<AttemptRow, PartialColumn>[] = []
  for await (const batch of yieldingBatches(ids)) {
    const rows = await db
      .selectFrom('attempt')
      .select(PARTIAL_COLUMNS)
      .where('id', 'in', batch)
      .where('classified_as', 'in', ['mixed', 'late_mixed'])
      .execute()
    found.push(...rows)
  }
  return found
}

/** Numbers of all orders in these attempts. */
export async function listNumbersOfAttempts(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  const numbers: string[] = []
  for await (const batch of yieldingBatches(attemptIds)) {
    const rows = await db
      .selectFrom('attempt_order')
      .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
      .select('ledger_order.mall_order_number as number')
      .where('attempt_order.attempt_id', 'in', batch)
      .execute()
    numbers.push(...rows.map(row => row.number))
  }
  return numbers
}

const openAttemptOf = new FixedStatement((db, { envId }: { envId: string }) =>
  db.selectFrom('attempt').select('id').where('env_id', '=', envId).where('state', '<>', 'DONE'),
)

/** Whether an environment has a registration attempt that is not closed. */
export async function hasOpenAttempt(db: Db, envId: string): Promise<boolean> {
  return (await openAttemptOf.first(db, { envId })) !== undefined
}

export interface AttemptOrder {
  readonly position: number
  readonly id: string
  readonly mallOrderNumber: string
}

const ordersOfAttempt = new FixedStatement((db, { attemptId }: { attemptId: string }) =>
  db
    .selectFrom('attempt_order')
    .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
    .select([
      'attempt_order.position as position',
      'ledger_order.id as id',
      'ledger_order.mall_order_number as mallOrderNumber',
    ])
    .where('attempt_order.attempt_id', '=', attemptId)
    .orderBy('attempt_order.position'),
)

/** The receipt of an attempt, by position. */
export async function listAttemptOrders(db: Db, attemptId: string): Promise<readonly AttemptOrder[]> {
  return (await ordersOfAttempt.run(db, { attemptId })).rows
}

/** Stores the outcome of orders in an attempt. */
export async function recordOutcomes(
  db: Db,
  attemptId: string,
  positions: readonly number[],
  outcome: LedgerOrderState,
): Promise<void> {
  for (const batch of batches(positions)) {
    await db
      .updateTable('attempt_order')
      .set({ outcome })
      .where('attempt_id', '=', attemptId)
      .where('position', 'in', batch)
      .execute()
  }
}

const isoOrNull = (ms: number | undefined) => (ms === undefined ? null : iso(ms))
