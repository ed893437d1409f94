import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Pauses by credential, what was learnt of a connection's limits, restored databases, halving; indices for large runs.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await createScopes(trx)
  await trx.schema.alterTable('ledger_environment').addColumn('restored_at', 'text').execute()
  await trx.schema.alterTable('ledger_environment').addColumn('skew', 'integer').execute()
  await trx.schema.alterTable('run').addColumn('halving', 'text').execute()
  await trx.schema
    .createTable('learned_limit')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('what', 'text', column => column.notNull())
    .addColumn('value', 'integer', column => column.notNull())
    .addColumn('why', 'text', column => column.notNull())
    .addColumn('learned_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('learned_limit_pk', ['connection_id', 'what'])
    .execute()
  await createIndices(trx)
}

/** Orders and products are sent with different credentials, so a rejected credential pauses only its own kind. */
async function createScopes(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('ledger_scope')
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('paused', 'text')
    .addColumn('strikes', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('ledger_scope_pk', ['env_id', 'scope'])
    .execute()
  for (const scope of ['orders', 'products']) {
    await sql`insert into ledger_scope (env_id, scope, paused, strikes)
      select env_id, ${scope}, paused, strikes from ledger_environment`.execute(trx)
  }
  for (const column of ['paused', 'strikes']) {
    await trx.schema.alterTable('ledger_environment').dropColumn(column).execute()
  }
}

async function createIndices(trx: Transaction<Schema>) {
  await sql`create index ledger_order_unexplained on ledger_order (run_id, position)
    where state = 'REJECTED' and explained is null`.execute(trx)
  await sql`create index ledger_order_nowhere on ledger_order (draft_id, env_id)
    where state = 'REJECTED' and explained = 'nowhere'`.execute(trx)
  await trx.schema.createIndex('ledger_order_attempt').on('ledger_order').column('current_attempt').execute()
  await trx.schema.createIndex('run_order_state').on('run_order').columns(['run_id', 'state']).execute()
  await trx.schema
    .createIndex('verdict_news')
    .on('verdict')
    .columns(['draft_id', 'env_id', 'checked_at'])
    .execute()
  await trx.schema.dropIndex('ledger_order_draft').execute()
  await trx.schema
    .createIndex('ledger_order_draft')
    .on('ledger_order')
    .columns(['draft_id', 'env_id', 'updated_at'])
    .execute()
}
