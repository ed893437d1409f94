import 'server-only'
import { CompiledQuery, sql } from 'kysely'
import type { Handle } from './database'
import { postgresTextArray } from './postgres'
import type { DialectName } from './schema'
import type { ServiceOrderTable } from './service-tables'

/** An order to be kept: its number, and the order itself as the UTF-8 of JSON text. */
export interface NewOrder {
  readonly mallOrderNumber: string
  readonly body: Uint8Array
}

/** What all rows of a registration share. */
export type CommonColumns = Pick<ServiceOrderTable, 'client_id' | 'variant' | 'registered_at'>

/** Puts orders into the database, many with one statement. */
export interface OrderInsert {
  /** Orders of one statement: the quickest of those tried. */
  readonly atOnce: number
  /** Gives the orders ids from `first` on. @returns how many had a number that was free. */
  run(orders: readonly NewOrder[], first: bigint): Promise<number>
}

/** How orders get into a database of this kind. */
export function orderInsert(trx: Handle, dialect: DialectName, common: CommonColumns): OrderInsert {
  return dialect === 'sqlite' ? new SqliteInsert(trx, common) : new PostgresInsert(trx, common)
}

/** The statement is made once for each number of rows: making it anew costs as much as running it. */
class SqliteInsert implements OrderInsert {
  readonly atOnce = 100
  private readonly statements = new Map<number, string>()

  constructor(
    private readonly trx: Handle,
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

/** Inserts so many orders; what they share is given once, as ?1 to ?3. */
function insertStatement(orders: number): string {
  const rows = Array.from(
    { length: orders },
    (_, i) => `(?${3 * i + 4}, ?1, ?2, ?${3 * i + 5}, cast(?${3 * i + 6} as text), ?3)`,
  )
  return `insert into service_order (id, client_id, variant, mall_order_number, body, registered_at)
    values ${rows.join(', ')} on conflict (client_id, mall_order_number) do nothing`
}

/** Whole columns go over as they are; a statement of many values would be read and planned anew each time. */
class PostgresInsert implements OrderInsert {
  readonly atOnce = 500

  constructor(
    private readonly trx: Handle,
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
