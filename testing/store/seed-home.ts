import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/store/db/database'
import type { Seeded } from './seed-ledger'

// What Home counts besides the ledger, for measurements.

/** Columns in which a seeded check finds errors. */
const COLUMNS = ['recipient.zipCode', 'recipient.contact', 'items[].price', 'items[].quantity', '']
/** Lines of the draft edited last that are due for dispatch. */
const DUE = 2000

/**
 * Adds to each draft of a seeded ledger a file of one of four shops, its first check, and errors of both its checks in
 * five columns; to the last draft, dispatch limits of its lines.
 * @param today the day on which they are due: `2026-11-23`
 */
export async function seedHome({ dialect, write }: Database, seeded: Seeded, today: string): Promise<void> {
  const recipe = (shop: RawBuilder<unknown>) =>
    sql`'{"id":"shop","name":"Shop ' || ${shop} || '","fields":{' || ${sql.lit(`"x":"${'y'.repeat(3000)}"`)} || '}}'`
  const length = dialect === 'sqlite' ? sql`length(d.id)` : sql`char_length(d.id)`
  const digit = sql`substr(d.id, ${length}, 1)`
  await write(async trx => {
    if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into source (id, draft_id, name, size, sha256, kind, parts, created_by, created_at)
      select 'file-' || d.id, d.id, 'orders.csv', 1, 'h', 'text', 1, 'operator', d.created_at from draft d`.execute(
      trx,
    )
    await sql`insert into source_table (source_id, reading, position, name, header, headings, recipe, fed)
      select 'file-' || d.id, '', 0, '', 0, '[]', ${recipe(digit)}, '{}' from draft d`.execute(trx)
    await sql`insert into draft_check (run_id, draft_id, at, withheld)
      select r.id, r.draft_id, r.started_at, 10 from run r where r.kind = 'check'`.execute(trx)
    for (const column of COLUMNS) {
      await sql`insert into field_error (run_id, found_by, column_id, sheet, draft_id, at, count)
        select r.id, 'desk', ${column}, d.sheet, d.id, r.started_at, 3 from run r
        join draft d on d.id = r.draft_id where r.kind = 'check'`.execute(trx)
    }
    await sql`insert into draft_line_due (draft_id, line_id, mall_order_number, due_on)
      select draft_id, line_id, line_id, ${today} from draft_line
      where draft_id = ${seeded.draftId(seeded.drafts - 1)} limit ${sql.lit(DUE)}`.execute(trx)
  })
}
