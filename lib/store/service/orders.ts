import 'server-only'
import { type Database, type Db, inTexts } from '@/lib/store/db/database'
import type { DialectName } from '@/lib/store/db/schema'
import { type NewOrder, orderInsert } from './order-insert'
import type { OrderVariant } from './tables'

/** The client of orders, and their variant. */
export interface OrderOwner {
  readonly clientId: string
  readonly variant: OrderVariant
}

/** Which of these numbers a client has registered. */
export async function findRegistered(
  db: Db,
  dialect: DialectName,
  clientId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('service_order')
    .select('mall_order_number')
    .where('client_id', '=', clientId)
    .where('mall_order_number', 'in', inTexts(dialect, numbers))
    .execute()
  return new Set(rows.map(row => row.mall_order_number))
}

/**
 * Registers `count` orders, all or none, in order, in one transaction. On SQLite it occupies the only
 * writing connection, so `orders` must be fast.
 * @param also further work in the transaction before any order is written; an exception rolls everything
 * back
 * @returns the id of the first order, the others follow; undefined if a number is already registered or
 * repeated
 */
export async function registerOrders(
  database: Database,
  owner: OrderOwner,
  count: number,
  orders: AsyncIterable<readonly NewOrder[]> | Iterable<readonly NewOrder[]>,
  also: (trx: Db, first: bigint) => Promise<void> = async () => {},
): Promise<bigint | undefined> {
  try {
    return await database.accept(async trx => {
      // First, because on PostgreSQL this row serialises registrations.
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

class NumberTaken extends Error {}

/** A statement inserts about this many bytes at most: several copies of them are in memory meanwhile. */
const INSERT_BYTES = 4 * 1024 * 1024

async function insertOrders(
  trx: Db,
  dialect: DialectName,
  { clientId, variant }: OrderOwner,
  orders: AsyncIterable<readonly NewOrder[]> | Iterable<readonly NewOrder[]>,
  first: bigint,
): Promise<void> {
  const common = { client_id: clientId, variant, registered_at: new Date().toISOString() }
  const insert = orderInsert(trx, dialect, common)
  let id = first
  // The next orders are fetched while the database inserts the previous ones.
  let running = Promise.resolve()
  const run = async (batch: readonly NewOrder[]) => {
    await running
    const start = id
    id += BigInt(batch.length)
    running = insert.run(batch, start).then(put => {
      if (put < batch.length) throw new NumberTaken()
    })
    // The next `await running` rejects with this error.
    running.catch(() => {})
  }
  try {
    let waiting: NewOrder[] = []
    let bytes = 0
    for await (const batch of orders) {
      for (const order of batch) {
        waiting.push(order)
        bytes += order.body.length
        if (waiting.length < insert.atOnce && bytes < INSERT_BYTES) continue
        await run(waiting)
        waiting = []
        bytes = 0
      }
    }
    if (waiting.length > 0) await run(waiting)
  } finally {
    // No statement may run after the end of the transaction.
    await running
  }
}

const IDS_PER_READ = 500

/** The numbers of `count` registered orders with consecutive ids from `first`, in order, in batches. */
export async function* readOrderNumbers(
  { kysely, dialect }: Database,
  first: bigint,
  count: number,
): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < count; start += IDS_PER_READ) {
    const ids = Array.from({ length: Math.min(IDS_PER_READ, count - start) }, (_, i) =>
      String(first + BigInt(start + i)),
    )
    const rows = await kysely
      .selectFrom('service_order')
      .select(['id', 'mall_order_number'])
      .where('id', 'in', inTexts(dialect, ids))
      .execute()
    const numbers = new Map(rows.map(row => [row.id, row.mall_order_number]))
    yield ids.map(id => numberOf(numbers, id))
  }
}

function numberOf(numbers: ReadonlyMap<string, string>, id: string): string {
  const number = numbers.get(id)
  if (number === undefined) throw new Error(`Order ${id} was registered and is not there.`)
  return number
}
