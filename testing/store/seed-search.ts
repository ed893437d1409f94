import 'server-only'
import { sql } from 'kysely'
import type { Database } from '@/lib/store/db/database'

// What the search looks up besides the ledger, for measurements.

/** Makes all lines of a seeded ledger searchable as if none were registered, which is more than any desk has. */
export async function seedSearchKeys({ dialect, write }: Database): Promise<void> {
  await write(async trx => {
    if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into draft_line_search (draft_id, line_id, number_key, name_key)
      select o.draft_id, line.line_id, lower(o.mall_order_number), recipient.folded from ledger_order as o
      join ledger_order_line as line on line.ledger_order_id = o.id
      join order_recipient as recipient on recipient.ledger_order_id = o.id`.execute(trx)
  })
}

/** Entries of the product master; a tenth of their names begin alike. */
export async function seedProducts({ dialect, kysely }: Database, entries: number): Promise<void> {
  const [count, code] =
    dialect === 'sqlite'
      ? [
          sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(entries - 1)})
            select i from n`,
          sql`printf('SKU-%06d', i)`,
        ]
      : [
          sql`select i from generate_series(0, ${sql.lit(entries - 1)}) as n(i)`,
          sql`'SKU-' || lpad(i::text, 6, '0')`,
        ]
  await sql`insert into product_master (code, name, fields, source, updated_at)
    select ${code}, case when i % 10 = 0 then 'leather wallet' else 'cotton scarf' end, '{}', 'typed', '2026' 
    from (${count}) as counted`.execute(kysely)
  await sql`analyze`.execute(kysely)
}
