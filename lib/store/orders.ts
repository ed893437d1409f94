import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { type Database, type Handle, inTexts } from './database'
import type { DialectName } from './schema'
import type { OrderVariant, ServiceOrderTable } from './service-tables'

/** An order to be kept: its number, and the order itself as the UTF-8 of JSON text. */
export interface NewOrder {
  readonly mallOrderNumber: string
  readonly body: Uint8Array
}

/** Who registers orders, and of which shape they are. */
export interface OrderOwner {
  readonly clientId: string
  readonly variant: OrderVariant
}

/** Rows of one INSERT: the quickest on SQLite, of 1 to 500 tried. */
const ROWS_AT_ONCE = 100
/** Milliseconds after which others get their turn of the event loop. */
const SLICE = 4

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
    return await database.write(async trx => {
      // First, because on PostgreSQL this row makes others who register wait.
      const { value } = await trx
        .updateTable('service_sequence')
        .set(row => ({ value: row('value', '+', count) }))
        .where('name', '=', 'order')
        .returning('value')
        .executeTakeFirstOrThrow()
      const first = BigInt(value) - BigInt(count) + 1n
      await also(trx, first)
      await insertOrders(trx, owner, orders, first)
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
  { clientId, variant }: OrderOwner,
  orders: AsyncIterable<readonly NewOrder[]> | Iterable<readonly NewOrder[]>,
  first: bigint,
): Promise<void> {
  const common = { client_id: clientId, variant, registered_at: new Date().toISOString() }
  const insert = new OrderInsert(trx, common)
  let id = first
  let rows: OrderRow[] = []
  for await (const some of orders) {
    for (const order of some) {
      rows.push(insert.row(String(id++), order))
      if (rows.length < ROWS_AT_ONCE) continue
      await insert.run(rows)
      rows = []
    }
  }
  if (rows.length > 0) await insert.run(rows)
}

/** A row as it is given to a statement. */
type OrderRow = Omit<ServiceOrderTable, 'body'> & { readonly body: Uint8Array }

/** The statement is made once for each number of rows: making it anew costs as much as running it. */
class OrderInsert {
  private readonly statements = new Map<number, string>()
  private since = performance.now()

  constructor(
    private readonly trx: Handle,
    private readonly common: Pick<ServiceOrderTable, 'client_id' | 'variant' | 'registered_at'>,
  ) {}

  /** Rows name their columns in one order: values are given by position. */
  row(id: string, { mallOrderNumber, body }: NewOrder): OrderRow {
    return { id, mall_order_number: mallOrderNumber, body, ...this.common }
  }

  async run(rows: readonly OrderRow[]): Promise<void> {
    const text = this.statements.get(rows.length) ?? this.compile(rows)
    this.statements.set(rows.length, text)
    const values = rows.flatMap(row => Object.values(row))
    const { numAffectedRows } = await this.trx.executeQuery(CompiledQuery.raw(text, values))
    if (Number(numAffectedRows) < rows.length) throw new NumberTaken()
    // SQLite answers at once, so without this the event loop would stand still until the last row.
    if (performance.now() - this.since < SLICE) return
    await setImmediate()
    this.since = performance.now()
  }

  private compile(rows: readonly OrderRow[]): string {
    return this.trx
      .insertInto('service_order')
      .values(rows.map(bytesAsText))
      .onConflict(conflict => conflict.columns(['client_id', 'mall_order_number']).doNothing())
      .compile().sql
  }
}

/** Bytes are taken for the text they are: to make a text of them first takes as long as to store it. */
const bytesAsText = (row: OrderRow) => ({ ...row, body: sql<string>`cast(${row.body} as text)` })
