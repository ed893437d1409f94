import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { type Database, type Handle, inTexts } from './database'
import type { DialectName } from './schema'

/** An order to be kept: its number, and the order itself as JSON text. */
export interface NewOrder {
  readonly mallOrderNumber: string
  readonly body: string
}

/** A number that was given to an order. */
export interface RegisteredOrder {
  readonly orderId: bigint
  readonly mallOrderNumber: string
}

/** Rows of one INSERT: SQLite takes 32,766 parameters, and a row has 6. */
const ROWS_AT_ONCE = 500

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
 * Registers orders, all or none, in their order.
 * @returns undefined when one of the numbers is registered already.
 */
export function registerOrders(
  database: Database,
  clientId: string,
  orders: readonly NewOrder[],
): Promise<RegisteredOrder[] | undefined> {
  return database.write(async trx => {
    // First, because on PostgreSQL this row makes others who register wait, so that the look below stays true.
    const { value } = await trx
      .updateTable('service_sequence')
      .set(row => ({ value: row('value', '+', orders.length) }))
      .where('name', '=', 'order')
      .returning('value')
      .executeTakeFirstOrThrow()
    const numbers = orders.map(order => order.mallOrderNumber)
    const registered = await findRegistered(trx, database.dialect, clientId, numbers)
    if (registered.size > 0) return undefined
    const first = BigInt(value) - BigInt(orders.length) + 1n
    await insertOrders(trx, clientId, orders, first)
    return numbers.map((mallOrderNumber, i) => ({ orderId: first + BigInt(i), mallOrderNumber }))
  })
}

async function insertOrders(
  trx: Handle,
  clientId: string,
  orders: readonly NewOrder[],
  first: bigint,
): Promise<void> {
  const registered_at = new Date().toISOString()
  for (let start = 0; start < orders.length; start += ROWS_AT_ONCE) {
    const rows = orders.slice(start, start + ROWS_AT_ONCE).map((order, i) => ({
      id: String(first + BigInt(start + i)),
      client_id: clientId,
      variant: 'japan' as const,
      mall_order_number: order.mallOrderNumber,
      body: order.body,
      registered_at,
    }))
    await trx.insertInto('service_order').values(rows).execute()
    // SQLite answers at once, so without this the event loop would stand still until the last row.
    await setImmediate()
  }
}
