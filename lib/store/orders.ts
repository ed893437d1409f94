import 'server-only'
import { type Database, type Handle, inTexts } from './database'
import { type NewOrder, orderInsert } from './order-insert'
import type { DialectName } from './schema'
import type { OrderVariant } from './service-tables'

/** Who registers orders, and of which shape they are. */
export interface OrderOwner {
  readonly clientId: string
  readonly variant: OrderVariant
}

/** Which of these numbers a client has registered already. */
export async function findRegistered(
  handle: Handle,
  dialect: DialectName,
  clientId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await handle
    .selectFrom('service_order')
    .select('mall_order_number')
    .where('client_id', '=', clientId)
    .where('mall_order_number', 'in', inTexts(dialect, numbers))
    .execute()
  return new Set(rows.map(row => row.mall_order_number))
}

/**
 * Registers `count` orders, all or none, in their order, in one transaction. On SQLite it holds the only connection that
 * writes: `orders` should be quick to read.
 * @param also what else shall happen in the transaction, before any order is written; what it throws undoes all
 * @returns the id of the first, the others follow one by one; undefined when a number is registered already, or twice
 * among them.
 */
export async function registerOrders(
  database: Database,
  owner: OrderOwner,
  count: number,
  orders: AsyncIterable<readonly NewOrder[]> | Iterable<readonly NewOrder[]>,
  also: (trx: Handle, first: bigint) => Promise<void> = async () => {},
): Promise<bigint | undefined> {
  try {
    return await database.accept(async trx => {
      // First, because on PostgreSQL this row makes others who register wait.
      const { value } = await trx
        .updateTable('service_sequence')
        .set(row => ({ value: row('value', '+', count) }))
        .where('name', '=', 'order')
        .returning('value')
        .executeTakeFirstOrThrow()
      const first = BigInt(value) - BigInt(count) + 1n
      await also(trx, first)
      await insertOrders(trx, database.dialect, owner, orders, first)
      return first
    })
  } catch (error) {
    if (error instanceof NumberTaken) return undefined
    throw error
  }
}

/** Rolls a registration back. */
class NumberTaken extends Error {}

async function insertOrders(
  trx: Handle,
  dialect: DialectName,
  { clientId, variant }: OrderOwner,
  orders: AsyncIterable<readonly NewOrder[]> | Iterable<readonly NewOrder[]>,
  first: bigint,
): Promise<void> {
  const common = { client_id: clientId, variant, registered_at: new Date().toISOString() }
  const insert = orderInsert(trx, dialect, common)
  let id = first
  // The next orders are fetched while the database is busy with the last ones.
  let running = Promise.resolve()
  const run = async (some: readonly NewOrder[]) => {
    await running
    const start = id
    id += BigInt(some.length)
    running = insert.run(some, start).then(put => {
      if (put < some.length) throw new NumberTaken()
    })
    // Whoever waits for it learns of a failure; until then it is nobody's.
    running.catch(() => {})
  }
  try {
    let waiting: NewOrder[] = []
    for await (const some of orders) {
      for (const order of some) {
        waiting.push(order)
        if (waiting.length < insert.atOnce) continue
        await run(waiting)
        waiting = []
      }
    }
    if (waiting.length > 0) await run(waiting)
  } finally {
    // Nothing of a transaction may go on when it ends.
    await running
  }
}
