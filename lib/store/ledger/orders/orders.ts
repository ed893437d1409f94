import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { VerdictTarget } from '../checks/verdicts'
import { pack, payloadOf, unpack } from '../payload-compression'
import { NUMBER_HOLDING_STATES } from './order-states'
import type { LedgerOrderTable } from './order-tables'

/** An order of the ledger with its payloads unpacked. */
export type LedgerOrderRow = Omit<Selectable<LedgerOrderTable>, 'packed' | 'checked_packed' | 'former_run_id'>

/** An order of the database with its payloads as JSON. */
export function unpackOrder(row: Selectable<LedgerOrderTable>): LedgerOrderRow {
  const { packed: _, checked_packed, former_run_id: __, ...order } = row
  order.payload = payloadOf(row)
  if (checked_packed !== null) order.checked_payload = unpack(checked_packed)
  return order
}

/** The payload columns of an order. */
export const packPayloads = (order: Pick<LedgerOrderRow, 'payload' | 'checked_payload'>) => ({
  payload: '',
  packed: pack(order.payload),
  checked_payload: null,
  checked_packed: order.checked_payload === null ? null : pack(order.checked_payload),
})

const holdsNumber = ({ state }: Pick<LedgerOrderRow, 'state'>) =>
  NUMBER_HOLDING_STATES.some(held => held === state)

/** Orders by number in an environment and scope: the holder of each number, else its latest order. */
export async function findOrdersByNumber(
  db: Db,
  envId: string,
  scope: LedgerOrderRow['scope'],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LedgerOrderRow>> {
  const found = new Map<string, LedgerOrderRow>()
  for await (const batch of yieldingBatches(numbers)) {
    const rows = await db
      .selectFrom('ledger_order')
      .selectAll()
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', batch)
      .orderBy('generation')
      .execute()
    for (const row of rows.map(unpackOrder)) {
      // Late proof may return the number to an order that is not the latest.
      const before = found.get(row.mall_order_number)
      if (!before || holdsNumber(row) || !holdsNumber(before)) found.set(row.mall_order_number, row)
    }
  }
  return found
}

/** The condition of the partial index, as a literal, because the index cannot be used with a parameter. */
const isUnregistered = sql<boolean>`ledger_order.state <> 'REGISTERED'`

/** The next orders of a run in a state, by position. */
export async function listOrders(
  db: Db,
  runId: string,
  state: LedgerOrderState,
  limit: number,
): Promise<LedgerOrderRow[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isUnregistered))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(unpackOrder)
}

/** What a request sends of an order. */
export type SendableOrder = Pick<LedgerOrderRow, 'id' | 'payload'>

const nextQueued = new FixedStatement((db, { runId, limit }: { runId: string; limit: number }) =>
  db
    .selectFrom('ledger_order')
    .select(['id', 'payload', 'packed'])
    .where('run_id', '=', runId)
    .where('state', '=', 'QUEUED')
    .where(isUnregistered)
    .orderBy('position')
    .limit(limit),
)

/** The next queued orders of a run, by position: only what its request sends. */
export async function listQueued(db: Db, runId: string, limit: number): Promise<readonly SendableOrder[]> {
  const { rows } = await nextQueued.run(db, { runId, limit })
  return rows.map(row => ({ id: row.id, payload: payloadOf(row) }))
}

/** Ids of the orders of a run in a state, unordered. */
export async function listOrderIds(
  db: Db,
  runId: string,
  state: LedgerOrderState,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isUnregistered))
    .execute()
  return rows.map(row => row.id)
}

/** Orders by id, unordered. */
export async function findOrders(db: Db, ids: readonly string[]): Promise<LedgerOrderRow[]> {
  const rows: LedgerOrderRow[] = []
  for (const batch of batches(ids)) {
    const found = await db.selectFrom('ledger_order').selectAll().where('id', 'in', batch).execute()
    rows.push(...found.map(unpackOrder))
  }
  return rows
}

/** Orders of an environment and scope that have one of these ids of the service. */
export async function findOrdersByServiceId(
  db: Db,
  envId: string,
  scope: LedgerOrderRow['scope'],
  orderIds: readonly string[],
): Promise<{ readonly orderId: string; readonly number: string }[]> {
  const found: { orderId: string; number: string }[] = []
  for await (const batch of yieldingBatches(orderIds)) {
    for (const row of await withServiceIds(db, batch).execute()) {
      // Compared here: with the environment in the query, SQLite reads all orders of the environment.
      if (row.order_id === null || row.env_id !== envId || row.scope !== scope) continue
      found.push({ orderId: row.order_id, number: row.mall_order_number })
    }
  }
  return found
}

/** The query of `findOrdersByServiceId`, for one batch. */
export const withServiceIds = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('ledger_order')
    .select(['order_id', 'mall_order_number', 'env_id', 'scope'])
    .where('order_id', 'is not', null)
    .where('order_id', 'in', orderIds)

/** Rejected orders of a run without an explanation. */
export async function listUnexplainedOfRun(db: Db, runId: string, limit: number): Promise<LedgerOrderRow[]> {
  return (await listUnexplained(db, runId, limit).execute()).map(unpackOrder)
}

/** The query of `listUnexplainedOfRun`, which every request of a run asks. */
export const listUnexplained = (db: Db, runId: string, limit: number) =>
  db
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    // Literals, because the partial index cannot be used with parameters.
    .where(sql<boolean>`state = 'REJECTED' and explained is null`)
    .orderBy('position')
    .limit(limit)

/** Columns of an order that the desk shows: all but the payloads, which are long. */
const shownColumns = [
  'id',
  'mall_order_number',
  'scope',
  'state',
  'order_id',
  'explained',
  'current_attempt',
  'sha256',
  'checked_sha256',
  'fingerprint',
  'line_ids',
  'position',
  'generation',
  'updated_at',
] as const satisfies (keyof LedgerOrderRow)[]

/** An order for the desk. */
export type ShownOrder = Pick<LedgerOrderRow, (typeof shownColumns)[number]>

/**
 * Orders of a draft with these numbers in an environment, at most one statement's worth: later registrations
 * of a number after earlier ones, and the holder last.
 */
export async function listDraftOrders(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  numbers: readonly string[],
): Promise<ShownOrder[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select([...shownColumns, 'draft_id'])
    .where('env_id', '=', envId)
    // Both scopes, so that the index of numbers is used.
    .where('scope', 'in', ['orders', 'products'])
    .where('mall_order_number', 'in', numbers)
    // A rejection counts for one connection; a number is held in the whole environment.
    .where(row =>
      row.or([
        row('state', '<>', 'REJECTED'),
        row.exists(
          row
            .selectFrom('run')
            .select('run.id')
            .whereRef('run.id', '=', 'ledger_order.run_id')
            .where('run.connection_id', '=', connectionId),
        ),
      ]),
    )
    .orderBy(row => row.case().when('state', 'in', NUMBER_HOLDING_STATES).then(1).else(0).end())
    .orderBy('generation')
    .execute()
  // Filtered here: with the draft in the query, a database would scan all of its orders.
  return rows.filter(row => row.draft_id === draftId)
}
