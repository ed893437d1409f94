import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Which numbers of a draft another draft holds: lists of drafts count them without reading any sheet. */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema
    .createTable('draft_elsewhere')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_elsewhere_pk', ['draft_id', 'env_id', 'scope', 'mall_order_number'])
    .execute()
  await trx.schema
    .createIndex('draft_elsewhere_number')
    .on('draft_elsewhere')
    .columns(['env_id', 'mall_order_number'])
    .execute()
  // A registration finds the drafts that checked the same numbers.
  await trx.schema
    .createIndex('verdict_number')
    .on('verdict')
    .columns(['env_id', 'mall_order_number'])
    .execute()
  // Once the order with a number no longer holds it, no draft has the number elsewhere. Triggers do that, as they
  // maintain all counts (docs/decisions/0052).
  const frees = sql.raw(`old.state in (${HELD}) and new.state not in (${HELD})`)
  const forget = sql`delete from draft_elsewhere where env_id = new.env_id
    and mall_order_number = new.mall_order_number and scope = new.scope`
  if (dialect === 'sqlite') {
    await sql`create trigger ledger_order_freed after update of state on ledger_order when ${frees}
      begin ${forget}; end`.execute(trx)
    return
  }
  await sql`create function ledger_order_freed() returns trigger language plpgsql as
    $$ begin ${forget}; return null; end $$`.execute(trx)
  await sql`create trigger ledger_order_freed after update of state on ledger_order
    for each row when (${frees}) execute function ledger_order_freed()`.execute(trx)
}

const HELD = "'QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED', 'ABANDONED'"
