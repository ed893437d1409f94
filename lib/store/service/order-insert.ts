import 'server-only'
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { postgresTextArray } from '@/lib/store/db/postgres/postgres'
import type { DialectName } from '@/lib/store/db/schema'
import type { ServiceOrderTable } from './tables'

/** An order to store: its number, and its JSON text in UTF-8. */
export interface NewOrder {
  readonly mallOrderNumber: string
  readonly body: Uint8Array
}

/** Columns that are equal for all orders of a registration. */
type CommonColumns = Pick<ServiceOrderTable, 'client_id' | 'variant' | 'registered_at'>

/** Inserts orders, many with one statement. */
interface OrderInsert {
  /** Orders per statement at most: the fastest measured value. */
  readonly atOnce: number
  /** Inserts orders with consecutive ids from `first`. @returns how many had a free number */
  run(orders: readonly NewOrder[], first: bigint): Promise<number>
}

/** Inserts registered orders with the statement that suits the database. */
export function orderInsert(trx: Db, dialect: DialectName, common: CommonColumns): OrderInsert {
  return dialect === 'sqlite' ? new SqliteInsert(trx, common) : new PostgresInsert(trx, common)
}

/** Caches the statement text by the number of rows: generating it costs as much as running it. */
class SqliteInsert implements OrderInsert {
  readonly atOnce = 100
  private readonly statements = new Map<number, string>()

  constructor(
    private readonly trx: Db,
    private readonly common: CommonColumns,
  ) {}

  async run(orders: readonly NewOrder[], first: bigint): Promise<number> {
    const text = this.statements.get(orders.length) ?? insertStatement(orders.length)
    this.statements.set(orders.length, text)
    const { client_id, variant, registered_at } = this.common
    const values: unknown[] = [client_id, variant, registered_at]
    orders.forEach(({ mallOrderNumber, body }, i) => {
      values.push(String(first + BigInt(i)), mallOrderNumber, body)
    })
    const { numAffectedRows } = await this.trx.executeQuery(CompiledQuery.raw(text, values))
    return Number(numAffectedRows)
  }
}

/** An insert statement for a number of orders; the common values are parameters ?1 to ?3. */
function insertStatement(orders: number): string {
  const rows = Array.from(
    { length: orders },
    (_, i) => `(?${3 * i + 4}, ?1, ?2, ?${3 * i + 5}, cast(?${3 * i + 6} as text), ?3)`,
  )
  return `insert into service_order (id, client_id, variant, mall_order_number, body, registered_at)
    values ${rows.join(', ')} on conflict (client_id, mall_order_number) do nothing`
}

/** Sends columns as arrays; a statement with many values would be parsed and planned each time. */
class PostgresInsert implements OrderInsert {
  readonly atOnce = 500

  constructor(
    private readonly trx: Db,
    private readonly common: CommonColumns,
  ) {}

  async run(orders: readonly NewOrder[], first: bigint): Promise<number> {
    const numbers = postgresTextArray(orders.map(order => Buffer.from(order.mallOrderNumber)))
    const bodies = postgresTextArray(orders.map(order => order.body))
    const { client_id, variant, registered_at } = this.common
    const { numAffectedRows } = await sql`
      insert into service_order (id, client_id, variant, mall_order_number, body, registered_at)
      select (${String(first)}::bigint + place - 1)::text, ${client_id}, ${variant}, number, body, ${registered_at}
      from unnest(${numbers}::text[], ${bodies}::text[]) with ordinality as given (number, body, place)
      on conflict (client_id, mall_order_number) do nothing`.execute(this.trx)
    return Number(numAffectedRows)
  }
}
