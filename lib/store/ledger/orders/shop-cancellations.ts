import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { NUMBER_HOLDING_STATES } from './order-states'
import type { ShopCancellationTable } from './order-tables'

/** An order of the ledger that a file of the shop marks as cancelled. */
export type ShopCancellationRow = Selectable<ShopCancellationTable>

/** What a person decided about a cancellation. */
export type CancellationResolution = NonNullable<ShopCancellationRow['resolution']>

/** The condition of the partial index, as a literal, because an index cannot be used with a parameter. */
const isOpen = sql<boolean>`shop_cancellation.resolved_at is null`

/** Open, or cancelled at the shipping company: the order must not be sent, whatever becomes of its request. */
const isInForce = sql<boolean>`(${isOpen} or shop_cancellation.resolution = 'cancelled')`

/** An order that holds its number, in whichever environment. */
export interface NumberHolder {
  readonly id: string
  readonly envId: string
  readonly number: string
  readonly state: LedgerOrderState
}

/** Orders of all environments that hold one of these numbers. */
export async function findHoldersOfNumbers(db: Db, numbers: readonly string[]): Promise<NumberHolder[]> {
  const found: NumberHolder[] = []
  const environments = await db.selectFrom('ledger_environment').select('env_id').execute()
  for (const { env_id: envId } of environments) {
    for (const batch of batches(numbers)) {
      const rows = await db
        .selectFrom('ledger_order')
        .select(['id', 'mall_order_number as number', 'state'])
        .where('env_id', '=', envId)
        .where('scope', '=', 'orders')
        .where('mall_order_number', 'in', batch)
        .execute()
      // Compared here: with the state in the query, a database may not use the index of numbers.
      const holds = (state: LedgerOrderState) => NUMBER_HOLDING_STATES.some(one => one === state)
      for (const row of rows) if (holds(row.state)) found.push({ ...row, envId })
    }
  }
  return found
}

/** All cancellations of the numbers of some orders, open and resolved. */
export async function listCancellationsOf(
  db: Db,
  holders: readonly Pick<NumberHolder, 'envId' | 'number'>[],
): Promise<ShopCancellationRow[]> {
  const rows: ShopCancellationRow[] = []
  for (const envId of new Set(holders.map(one => one.envId))) {
    const numbers = holders.flatMap(one => (one.envId === envId ? one.number : []))
    for (const batch of batches(numbers)) {
      rows.push(
        ...(await db
          .selectFrom('shop_cancellation')
          .selectAll()
          .where('env_id', '=', envId)
          .where('mall_order_number', 'in', batch)
          .execute()),
      )
    }
  }
  return rows
}

/** Adds open cancellations. @returns ids of the orders that had none yet */
export async function addCancellations(
  db: Db,
  rows: readonly Omit<ShopCancellationRow, 'resolution' | 'resolved_at' | 'resolved_by'>[],
): Promise<ReadonlySet<string>> {
  const added = new Set<string>()
  for (const batch of batches(rows)) {
    const done = await db
      .insertInto('shop_cancellation')
      .values(batch.map(row => ({ ...row, resolution: null, resolved_at: null, resolved_by: null })))
      .onConflict(conflict => conflict.doNothing())
      .returning('ledger_order_id')
      .execute()
    for (const row of done) added.add(row.ledger_order_id)
  }
  return added
}

/** Which of the orders of a request the shop cancelled, and who imported that. */
export async function listCancellationsInForce(
  db: Db,
  orderIds: readonly string[],
): Promise<{ readonly id: string; readonly foundBy: string }[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('shop_cancellation')
    .select(['ledger_order_id as id', 'found_by as foundBy'])
    .where('ledger_order_id', 'in', orderIds)
    .where(isInForce)
    .execute()
}

/**
 * Drops the checks that orders passed in their drafts: lists of drafts would count an order that the shop cancelled as
 * ready. A person who keeps it has it checked again.
 */
export async function dropPasses(db: Db, orderIds: readonly string[]): Promise<void> {
  for (const batch of batches(orderIds)) {
    const orders = await db
      .selectFrom('ledger_order')
      .select(['draft_id', 'env_id', 'mall_order_number'])
      .where('id', 'in', batch)
      .execute()
    for (const { draft_id, env_id, mall_order_number } of orders)
      await db
        .deleteFrom('verdict')
        .where('draft_id', '=', draft_id)
        .where('env_id', '=', env_id)
        .where('mall_order_number', '=', mall_order_number)
        .execute()
  }
}

/** Which of these numbers have an open cancellation in an environment: they are not queued again. */
export async function listCancelledNumbers(
  db: Db,
  envId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const batch of batches(numbers)) {
    const rows = await db
      .selectFrom('shop_cancellation')
      .select('mall_order_number as number')
      .where('env_id', '=', envId)
      .where('mall_order_number', 'in', batch)
      .where(isOpen)
      .execute()
    for (const { number } of rows) found.add(number)
  }
  return found
}

/**
 * Which of these orders the shop cancelled, without those that a person kept.
 * @returns by id of the order, whether its cancellation waits for a person
 */
export async function listCancelledOrders(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>()
  for (const batch of batches(ids)) {
    const rows = await db
      .selectFrom('shop_cancellation')
      .select(['ledger_order_id as id', 'resolved_at'])
      .where('ledger_order_id', 'in', batch)
      .where(isInForce)
      .execute()
    for (const { id, resolved_at } of rows) found.set(id, found.get(id) === true || resolved_at === null)
  }
  return found
}

/** The order of an open cancellation; undefined: it is resolved, or does not exist. */
export async function findOpenCancellation(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('shop_cancellation')
    .select('ledger_order_id')
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
  return row?.ledger_order_id
}

/** Resolves an open cancellation. @returns false: it was resolved before */
export async function closeCancellation(
  db: Db,
  id: string,
  resolution: CancellationResolution,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shop_cancellation')
    .set({ resolution, resolved_at: at, resolved_by: operatorId })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A cancellation with its order, as pages show it. */
export interface ListedCancellation {
  readonly id: string
  readonly ledgerOrderId: string
  readonly number: string
  readonly envId: string
  readonly connection: string | null
  /** The service's id of the order, if it is registered. */
  readonly orderId: string | null
  readonly state: LedgerOrderState
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
  readonly file: string
  readonly foundAt: string
  readonly foundBy: string | null
  readonly resolution: CancellationResolution | null
  readonly resolvedAt: string | null
  readonly resolvedBy: string | null
}

/**
 * Cancellations with their orders.
 * @param which `sent`: open, the order is or may be at the service, or waits to be sent; oldest first. `held`: open,
 *   the order is not at the service; newest first. `resolved`: newest first.
 */
export async function listCancellations(
  db: Db,
  which: 'sent' | 'held' | 'resolved',
  limit: number,
): Promise<ListedCancellation[]> {
  const rows = await db
    .selectFrom('shop_cancellation')
    .innerJoin('ledger_order as o', 'o.id', 'shop_cancellation.ledger_order_id')
    .innerJoin('run', 'run.id', 'o.run_id')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .leftJoin('draft', 'draft.id', 'o.draft_id')
    .leftJoin('operator as finder', 'finder.id', 'shop_cancellation.found_by')
    .leftJoin('operator as resolver', 'resolver.id', 'shop_cancellation.resolved_by')
    .select([
      'shop_cancellation.id',
      'o.id as ledgerOrderId',
      'o.mall_order_number as number',
      'o.env_id as envId',
      'connection.name as connection',
      'o.order_id as orderId',
      'o.state',
      'o.draft_id as draftId',
      'draft.name as draftName',
      'draft.sheet',
      'draft.deleted_at as deletedAt',
      'shop_cancellation.source_name as file',
      'shop_cancellation.found_at as foundAt',
      'finder.name as foundBy',
      'shop_cancellation.resolution',
      'shop_cancellation.resolved_at as resolvedAt',
      'resolver.name as resolvedBy',
    ])
    .$if(which === 'sent', query =>
      query
        .where(isOpen)
        .where('o.state', 'in', NUMBER_HOLDING_STATES)
        .orderBy('found_at')
        .orderBy('o.mall_order_number'),
    )
    .$if(which === 'held', query =>
      query
        .where(isOpen)
        .where('o.state', 'not in', NUMBER_HOLDING_STATES)
        .orderBy('found_at', 'desc')
        .orderBy('o.mall_order_number'),
    )
    .$if(which === 'resolved', query =>
      query.where('resolved_at', 'is not', null).orderBy('resolved_at', 'desc'),
    )
    .limit(limit)
    .execute()
  return rows.map(({ deletedAt, ...row }) => ({
    ...row,
    isDraftGone: row.draftName === null || deletedAt !== null,
  }))
}
