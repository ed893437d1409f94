import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'
import { clusterTables } from './0025-clustered'
import { createPostgresCounters } from './0025-counts-postgres'
import { createSqliteCounters } from './0025-counts-sqlite'
import { asKind, isDecisive } from './0025-counts-terms'

/**
 * Counts of orders by run, and of records by draft and environment, are maintained by triggers, so that no page counts
 * rows of the ledger (docs/decisions/0052). Indices for what pages still look up among a million orders.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  // A million orders are counted once, in some seconds; the statement timeout of a page is too short for that.
  if (dialect === 'postgres') await sql`set local statement_timeout = '10min'`.execute(trx)
  else await clusterTables(trx)
  await createTables(trx)
  await fillCounts(trx)
  if (dialect === 'sqlite') await createSqliteCounters(trx)
  else await createPostgresCounters(trx)
  await createIndices(trx)
}

async function createTables(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('run_count')
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('slot', 'integer', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('run_count_pk', ['run_id', 'state', 'slot'])
    .execute()
  await trx.schema
    .createTable('draft_order_count')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('slot', 'integer', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('draft_order_count_pk', ['draft_id', 'env_id', 'kind', 'slot'])
    .execute()
  await trx.schema
    .createTable('draft_verdict_count')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('checked_at', 'text', column => column.notNull())
    .addColumn('passed', 'integer', column => column.notNull())
    .addColumn('failing', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('draft_verdict_count_pk', ['draft_id', 'env_id', 'checked_at'])
    .execute()
  await trx.schema
    .createTable('draft_line_count')
    .addColumn('draft_id', 'text', column => column.primaryKey())
    .addColumn('count', 'integer', column => column.notNull())
    .execute()
}

/** The columns of a registration that counting needs. */
const COLUMNS = sql.raw(
  [
    'id',
    'draft_id',
    'env_id',
    'scope',
    'mall_order_number',
    'state',
    'updated_at',
    'sha256',
    'checked_sha256',
    'explained',
  ]
    .map(column => `o.${column}`)
    .join(', '),
)

/** Counts everything into empty tables. */
export async function fillCounts(trx: Transaction<Schema>) {
  for (const table of ['ledger_order', 'run_order']) {
    await sql`insert into run_count (run_id, state, slot, count)
      select run_id, state, 0, count(*) from ${sql.table(table)} group by run_id, state`.execute(trx)
  }
  await sql`insert into draft_line_count (draft_id, count)
    select draft_id, count(*) from draft_line where removed_at is null group by draft_id`.execute(trx)
  // The newest registration of each number of a draft, and the verdict on that number. Without payloads: all are
  // sorted.
  const newest = sql`
    with newest as (
      select l.* from (
        select ${COLUMNS}, row_number() over (
          partition by o.draft_id, o.env_id, o.scope, o.mall_order_number order by o.generation desc) as place
        from ledger_order o) l
      where l.place = 1)`
  const judged = sql.raw(`v.draft_id = l.draft_id and v.env_id = l.env_id
    and v.mall_order_number = l.mall_order_number and (v.variant = 'product') = (l.scope = 'products')`)
  const decisive = sql.raw(isDecisive('l', 'v'))
  await sql`insert into draft_order_count (draft_id, env_id, kind, slot, count)
    ${newest} select l.draft_id, l.env_id, ${sql.raw(asKind('l.state'))}, 0, count(*)
    from newest l left join verdict v on ${judged}
    where ${decisive} group by l.draft_id, l.env_id, ${sql.raw(asKind('l.state'))}`.execute(trx)
  await sql`insert into draft_verdict_count (draft_id, env_id, checked_at, passed, failing)
    ${newest} select v.draft_id, v.env_id, v.checked_at, sum(v.passed), sum(1 - v.passed)
    from verdict v left join newest l on ${judged}
    where l.id is null or not ${decisive} group by v.draft_id, v.env_id, v.checked_at`.execute(trx)
}

async function createIndices(trx: Transaction<Schema>) {
  // Counts need no index of states any more: only waiting and failed orders are looked up by state.
  await trx.schema.dropIndex('run_order_state').execute()
  await sql`create index run_order_open on run_order (run_id, position) where state <> 'passed'`.execute(trx)
  await sql`create index ledger_order_products on ledger_order (updated_at, id)
    where scope = 'products' and state = 'REGISTERED'`.execute(trx)
  // With the scope: otherwise databases prefer the index of numbers, which has it.
  await trx.schema.dropIndex('ledger_order_doubt').execute()
  await sql`create index ledger_order_doubt on ledger_order (env_id, scope, current_attempt, run_id)
    where state = 'UNKNOWN'`.execute(trx)
  await trx.schema.dropIndex('ledger_order_draft').execute()
  await trx.schema
    .createIndex('ledger_order_draft')
    .on('ledger_order')
    .columns(['draft_id', 'env_id', 'updated_at', 'state'])
    .execute()
  for (const column of ['connection_id', 'started_by'] as const) {
    await trx.schema.createIndex(`run_${column}`).on('run').columns([column, 'started_at', 'id']).execute()
  }
}
