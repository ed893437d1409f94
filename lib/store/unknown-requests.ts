import 'server-only'
import type { Handle } from './database'
import type { LedgerOrderTable } from './ledger-tables'
import { payloadOf } from './packed'
import { type DoubtChoice, isUnknown, type RequestKey } from './unknown'

/** A request that left orders in doubt, as the inbox lists it. */
export interface DoubtfulRequest extends RequestKey {
  readonly envId: string
  readonly scope: LedgerOrderTable['scope']
  /** Orders of it that are in doubt. */
  readonly count: number
  /** When the first of them became unknown. ISO 8601, as are all times. */
  readonly since: string
  readonly sentAt: string | null
  readonly hardDeadline: string | null
  readonly by: string
  /** The connection's name; null: it is gone. */
  readonly connection: string | null
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** Requests in doubt, the one sent last first. */
export async function listDoubtfulRequests(
  handle: Handle,
  limit: number,
  offset: number,
): Promise<DoubtfulRequest[]> {
  const rows = await requests(handle).limit(limit).offset(offset).execute()
  return rows.map(toRequest)
}

/** A request that has orders in doubt; undefined when all of them are settled. */
export async function findDoubtfulRequest(
  handle: Handle,
  { attemptId, runId }: RequestKey,
): Promise<DoubtfulRequest | undefined> {
  const row = await requests(handle)
    .where('ledger_order.run_id', '=', runId)
    .where('ledger_order.current_attempt', attemptId === null ? 'is' : '=', attemptId)
    .executeTakeFirst()
  return row && toRequest(row)
}

/** How many requests have orders in doubt. */
export async function countDoubtfulRequests(handle: Handle): Promise<number> {
  const row = await handle
    .selectFrom(
      handle
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

function requests(handle: Handle) {
  const grouped = handle
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

const toRequest = (row: Row): DoubtfulRequest => ({
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

/** An order in doubt as its request's table shows it. */
export type DoubtfulOrder = Pick<LedgerOrderTable, 'id' | 'mall_order_number' | 'payload' | 'line_ids'>

/** Orders in doubt of a request, by their position in it. */
export async function listDoubtfulOrders(
  handle: Handle,
  { attemptId, runId }: RequestKey,
  limit: number,
  offset: number,
): Promise<DoubtfulOrder[]> {
  const rows = await handle
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

/** Where orders are in doubt: a list of the console is held against one of these. */
export type DoubtfulPlace = Omit<DoubtChoice, 'request'> & {
  readonly count: number
  readonly connection: string | null
}

/** Environments and kinds of record with something in doubt, the most first. */
export async function listDoubtfulPlaces(handle: Handle): Promise<DoubtfulPlace[]> {
  const rows = await handle
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
