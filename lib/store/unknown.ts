import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import { NUMBER_HELD } from './held-elsewhere'
import { type LedgerOrderRow, type Move, recordMoves } from './ledger'
import type { LedgerOrderState, ResolutionTable } from './ledger-tables'

/** As a literal: an index of unknown orders alone serves no parameter. */
export const isUnknown = sql<boolean>`ledger_order.state = 'UNKNOWN'`

/** How many orders and products are in doubt; for the navigation, on every page. */
export async function countUnknown(handle: Handle): Promise<number> {
  const row = await handle
    .selectFrom('ledger_order')
    .select(order => order.fn.countAll().as('count'))
    .where(isUnknown)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What must be known of an order to settle it. */
export type Doubt = Pick<
  LedgerOrderRow,
  'id' | 'env_id' | 'scope' | 'mall_order_number' | 'state' | 'current_attempt' | 'run_id' | 'order_id'
> & { readonly hard_deadline: string | null; readonly updated_at: string }

const doubtColumns = [
  'ledger_order.id',
  'ledger_order.env_id',
  'ledger_order.scope',
  'ledger_order.mall_order_number',
  'ledger_order.state',
  'ledger_order.current_attempt',
  'ledger_order.run_id',
  'ledger_order.order_id',
  'ledger_order.updated_at',
  'attempt.hard_deadline',
] as const

const doubts = (handle: Handle) =>
  handle
    .selectFrom('ledger_order')
    .leftJoin('attempt', 'attempt.id', 'ledger_order.current_attempt')
    .select(doubtColumns)

/** Orders by id, whatever their state, in no order. */
export async function findDoubts(handle: Handle, ids: readonly string[]): Promise<Doubt[]> {
  const rows: Doubt[] = []
  for (const some of chunks(ids)) {
    rows.push(...(await doubts(handle).where('ledger_order.id', 'in', some).execute()))
  }
  return rows
}

/** Holds orders until the transaction ends: whoever else moves them waits, and what is read of them now stays so. */
export async function holdOrders(handle: Handle, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) {
    await handle
      .updateTable('ledger_order')
      .set(order => ({ state: order.ref('state') }))
      .where('id', 'in', some)
      .execute()
  }
}

/** Which of the unknown orders are asked for: all of an environment and scope, or those of one request. */
export interface DoubtChoice {
  readonly envId: string
  readonly scope: LedgerOrderRow['scope']
  readonly request?: RequestKey | undefined
}

/** A request in doubt. Orders that a backup knew as queued have none; they are kept together by their run. */
export interface RequestKey {
  readonly attemptId: string | null
  readonly runId: string
}

/** Every unknown order of a choice, without its payload. */
export function listDoubts(handle: Handle, { envId, scope, request }: DoubtChoice): Promise<Doubt[]> {
  let query = doubts(handle)
    .where(isUnknown)
    .where('ledger_order.env_id', '=', envId)
    .where('ledger_order.scope', '=', scope)
  if (request)
    query = query
      .where('ledger_order.run_id', '=', request.runId)
      .where('ledger_order.current_attempt', request.attemptId === null ? 'is' : '=', request.attemptId)
  // Orders of several runs share positions; what a dry run showed is compared with what is applied.
  return query.orderBy('ledger_order.position').orderBy('ledger_order.id').execute()
}

/** The number that each of these order ids belongs to in an environment. */
export async function ownersOfIds(
  handle: Handle,
  envId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  for await (const some of pieces(orderIds)) {
    const rows = await handle
      .selectFrom('ledger_order')
      .select(['order_id', 'mall_order_number'])
      .where('env_id', '=', envId)
      .where('order_id', 'in', some)
      .execute()
    for (const row of rows) if (row.order_id !== null) owners.set(row.order_id, row.mall_order_number)
  }
  return owners
}

/** Where numbers stand in an environment: the newest row of each. */
export async function statesOfNumbers(
  handle: Handle,
  envId: string,
  scope: LedgerOrderRow['scope'],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LedgerOrderState>> {
  const states = new Map<string, LedgerOrderState>()
  for await (const some of pieces(numbers)) {
    const rows = await handle
      .selectFrom('ledger_order')
      .select(['mall_order_number', 'state'])
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', some)
      .orderBy('generation')
      .execute()
    for (const row of rows) states.set(row.mall_order_number, row.state)
  }
  return states
}

/** An order that is to leave UNKNOWN, or another state, as one request left it. */
export interface Step {
  readonly id: string
  readonly attemptId: string | null
  /** Absent: stays as it is. */
  readonly orderId?: string | null
}

/**
 * Moves orders by compare-and-set of their state and their request, each with an order id of its own, and writes their
 * history.
 * @returns ids of those that moved; of the others somebody else was quicker
 */
export async function settleOrders(
  handle: Handle,
  steps: readonly Step[],
  move: Omit<Move, 'attemptId'>,
): Promise<readonly string[]> {
  const moved: string[] = []
  for (const some of chunks(steps)) {
    const rows = sql.join(some.map(one => sql`(${one.id}, ${one.attemptId ?? ''}, ${one.orderId ?? null})`))
    // The names of columns of VALUES are the same in both databases.
    const { rows: done } = await sql<{ id: string; current_attempt: string | null }>`
      update ledger_order set state = ${move.to}, updated_at = ${move.at},
        order_id = coalesce(v.column3, ledger_order.order_id)
      from (values ${rows}) as v
      where ledger_order.id = v.column1 and coalesce(ledger_order.current_attempt, '') = v.column2
        and ledger_order.state = ${move.from}
      returning ledger_order.id, ledger_order.current_attempt`.execute(handle)
    for (const [attemptId, ids] of byAttempt(done)) await recordMoves(handle, ids, { ...move, attemptId })
    moved.push(...done.map(row => row.id))
  }
  return moved
}

function byAttempt(rows: readonly { id: string; current_attempt: string | null }[]) {
  const groups = new Map<string | null, string[]>()
  for (const { id, current_attempt } of rows) {
    const group = groups.get(current_attempt)
    if (group) group.push(id)
    else groups.set(current_attempt, [id])
  }
  return groups
}

/** Which of these orders' numbers another row holds, so that they cannot take them back. */
export async function heldByOthers(handle: Handle, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  for (const some of chunks(ids)) {
    const rows = await handle
      .selectFrom('ledger_order as mine')
      .innerJoin('ledger_order as other', join =>
        join
          .onRef('other.env_id', '=', 'mine.env_id')
          .onRef('other.scope', '=', 'mine.scope')
          .onRef('other.mall_order_number', '=', 'mine.mall_order_number')
          .onRef('other.id', '<>', 'mine.id'),
      )
      .select('mine.id')
      .where('mine.id', 'in', some)
      .where('other.state', 'in', NUMBER_HELD)
      .execute()
    for (const { id } of rows) held.add(id)
  }
  return held
}

/** Writes an act of settling, before what it moves refers to it. @returns its id */
export async function insertResolution(
  handle: Handle,
  resolution: Omit<Insertable<ResolutionTable>, 'id'>,
): Promise<string> {
  const id = randomUUID()
  await handle
    .insertInto('resolution')
    .values({ id, ...resolution })
    .execute()
  return id
}
