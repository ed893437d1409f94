import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { LedgerOrderTable } from '../orders/order-tables'
import { isUnknown, type RequestKey, type UnknownFilter } from '../orders/unknown-orders'
import { payloadOf } from '../payload-compression'

/** A request with unknown orders, for the list of unconfirmed orders. */
export interface UnknownRequest extends RequestKey {
  readonly envId: string
  readonly scope: LedgerOrderTable['scope']
  /** The number of its unknown orders. */
  readonly count: number
  /** The earliest last change of them: a repetition of the request moves it. All times are ISO 8601. */
  readonly since: string
  readonly sentAt: string | null
  readonly hardDeadline: string | null
  readonly by: string
  /** The connection's name; null: deleted. */
  readonly connection: string | null
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** Requests with unknown orders, the last sent first. */
export async function listUnknownRequests(db: Db, limit: number, offset: number): Promise<UnknownRequest[]> {
  const rows = await requests(db).limit(limit).offset(offset).execute()
  return rows.map(toRequest)
}

/** A request with unknown orders; undefined if all are resolved. */
export async function findUnknownRequest(
  db: Db,
  { attemptId, runId }: RequestKey,
): Promise<UnknownRequest | undefined> {
  const row = await requests(db)
    .where('ledger_order.run_id', '=', runId)
    .where('ledger_order.current_attempt', attemptId === null ? 'is' : '=', attemptId)
    .executeTakeFirst()
  return row && toRequest(row)
}

/** The number of requests with unknown orders. */
export async function countUnknownRequests(db: Db): Promise<number> {
  const row = await db
    .selectFrom(
      db
        .selectFrom('ledger_order')
        .select(['env_id', 'current_attempt', 'run_id'])
        .distinct()
        .where(isUnknown)
        .as('request'),
    )
    .select(request => request.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function requests(db: Db) {
  const grouped = db
    .selectFrom('ledger_order')
    .innerJoin('run', 'run.id', 'ledger_order.run_id')
    .leftJoin('attempt', 'attempt.id', 'ledger_order.current_attempt')
    .leftJoin('operator', 'operator.id', 'run.started_by')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .leftJoin('draft', 'draft.id', 'run.draft_id')
    .where(isUnknown)
  return grouped
    .select(['ledger_order.current_attempt', 'ledger_order.run_id', 'ledger_order.env_id'])
    .select(['ledger_order.scope', 'attempt.sending_at', 'attempt.hard_deadline', 'run.draft_id'])
    .select(['operator.name as by', 'connection.name as connection', 'draft.name as draft_name'])
    .select(['draft.sheet', 'draft.deleted_at'])
    .select(order => [
      order.fn.countAll().as('count'),
      order.fn.min('ledger_order.updated_at').as('since'),
      order.fn.coalesce('attempt.sending_at', 'run.started_at').as('sorted'),
    ])
    .groupBy(['ledger_order.current_attempt', 'ledger_order.run_id', 'ledger_order.env_id'])
    .groupBy(['ledger_order.scope', 'attempt.sending_at', 'attempt.hard_deadline', 'run.draft_id'])
    .groupBy(['operator.name', 'connection.name', 'draft.name', 'draft.sheet', 'draft.deleted_at'])
    .groupBy('run.started_at')
    .orderBy('sorted', 'desc')
    .orderBy('ledger_order.run_id')
}

type Row = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

const toRequest = (row: Row): UnknownRequest => ({
  attemptId: row.current_attempt,
  runId: row.run_id,
  envId: row.env_id,
  scope: row.scope,
  count: Number(row.count),
  since: row.since,
  sentAt: row.sending_at,
  hardDeadline: row.hard_deadline,
  by: row.by ?? '',
  connection: row.connection,
  draftId: row.draft_id,
  draftName: row.draft_name,
  sheet: row.sheet,
  isDraftGone: row.draft_name === null || row.deleted_at !== null,
})

/** An unknown order in the table of its request. */
type UnknownRequestOrder = Pick<LedgerOrderTable, 'id' | 'mall_order_number' | 'payload' | 'line_ids'>

/** Unknown orders of a request by position. */
export async function listUnknownRequestOrders(
  db: Db,
  { attemptId, runId }: RequestKey,
  limit: number,
  offset: number,
): Promise<UnknownRequestOrder[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select(['id', 'mall_order_number', 'payload', 'packed', 'line_ids'])
    .where(isUnknown)
    .where('run_id', '=', runId)
    .where('current_attempt', attemptId === null ? 'is' : '=', attemptId)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ packed, ...row }) => ({ ...row, payload: payloadOf({ ...row, packed }) }))
}

/** Unknown orders of an environment and scope, which a pasted list is compared with. */
type UnknownGroup = Omit<UnknownFilter, 'request'> & {
  readonly count: number
  readonly connection: string | null
}

/** Environments and scopes with unknown orders, the most first. */
export async function listUnknownGroups(db: Db): Promise<UnknownGroup[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .innerJoin('run', 'run.id', 'ledger_order.run_id')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['ledger_order.env_id', 'ledger_order.scope'])
    .select(order => [order.fn.countAll().as('count'), order.fn.min('connection.name').as('connection')])
    .where(isUnknown)
    .groupBy(['ledger_order.env_id', 'ledger_order.scope'])
    .orderBy('count', 'desc')
    .execute()
  return rows.map(row => ({
    envId: row.env_id,
    scope: row.scope,
    count: Number(row.count),
    connection: row.connection,
  }))
}
