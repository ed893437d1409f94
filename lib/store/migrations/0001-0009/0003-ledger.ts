import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Runs, verdicts and the registration ledger (the tables of lib/store/ledger/tables.ts say what each column means). */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await createRuns(trx)
  await createOrders(trx)
  await createAttempts(trx, dialect)
  await createEvents(trx, dialect)
  await createEnvironments(trx)
}

async function createRuns(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('run')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('operation', 'text', column => column.notNull())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('client_request_id', 'text', column => column.notNull().unique())
    .addColumn('started_by', 'text', column => column.notNull())
    .addColumn('started_at', 'text', column => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('owner', 'text')
    .addColumn('total', 'integer', column => column.notNull())
    .addColumn('refused', 'text', column => column.notNull())
    .execute()
  await trx.schema.createIndex('run_state').on('run').columns(['state', 'started_at']).execute()
  await trx.schema.createIndex('run_draft').on('run').columns(['draft_id', 'started_at']).execute()
  await trx.schema
    .createTable('run_order')
    .addColumn('run_id', 'text', column => column.notNull().references('run.id'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('payload', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('line_ids', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('run_order_pk', ['run_id', 'position'])
    .execute()
  await trx.schema
    .createTable('verdict')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('line_ids', 'text', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('passed', 'integer', column => column.notNull())
    .addColumn('failures', 'text', column => column.notNull())
    .addColumn('payload', 'text')
    .addColumn('attempt_id', 'text', column => column.notNull())
    .addColumn('checked_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('verdict_pk', ['draft_id', 'env_id', 'mall_order_number'])
    .execute()
}

async function createOrders(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('ledger_order')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('variant', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('payload', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('line_ids', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('generation', 'integer', column => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('current_attempt', 'text')
    .addColumn('returned', 'integer', column => column.notNull())
    .addColumn('explained', 'text')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('run_id', 'text', column => column.notNull().references('run.id'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .execute()
  // The dedupe key: whatever the code does, a number is not registered twice in an environment.
  await sql`create unique index ledger_order_held on ledger_order (env_id, mall_order_number)
    where state in ('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED')`.execute(trx)
  await trx.schema
    .createIndex('ledger_order_number')
    .on('ledger_order')
    .columns(['env_id', 'mall_order_number'])
    .execute()
  await trx.schema
    .createIndex('ledger_order_run')
    .on('ledger_order')
    .columns(['run_id', 'state', 'position'])
    .execute()
  await trx.schema
    .createIndex('ledger_order_draft')
    .on('ledger_order')
    .columns(['draft_id', 'env_id'])
    .execute()
}

async function createAttempts(trx: Transaction<Schema>, dialect: DialectName) {
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`
  await trx.schema
    .createTable('attempt')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('run_id', 'text', column => column.notNull().references('run.id'))
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('operation', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('order_count', 'integer', column => column.notNull())
    .addColumn('body_sha256', 'text', column => column.notNull())
    .addColumn('body_gz', bytes)
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('owner_pid', 'integer', column => column.notNull())
    .addColumn('prepared_at', 'text', column => column.notNull())
    .addColumn('sending_at', 'text')
    .addColumn('hard_deadline', 'text')
    .addColumn('connect_at', 'text')
    .addColumn('headers_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('connected', 'integer')
    .addColumn('request_complete', 'integer')
    .addColumn('error', 'text')
    .addColumn('http_status', 'integer')
    .addColumn('resp_headers', 'text')
    .addColumn('resp_body', bytes)
    .addColumn('resp_sha256', 'text')
    .addColumn('classified_as', 'text')
    .addColumn('anomalies', 'text')
    .execute()
  await trx.schema.createIndex('attempt_run').on('attempt').columns(['run_id', 'prepared_at']).execute()
  await sql`create index attempt_open on attempt (owner) where state <> 'DONE'`.execute(trx)
  await trx.schema
    .createTable('attempt_order')
    .addColumn('attempt_id', 'text', column => column.notNull().references('attempt.id'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('ledger_order_id', 'text', column => column.notNull().references('ledger_order.id'))
    .addColumn('outcome', 'text')
    .addPrimaryKeyConstraint('attempt_order_pk', ['attempt_id', 'position'])
    .execute()
}

async function createEvents(trx: Transaction<Schema>, dialect: DialectName) {
  await trx.schema
    .createTable('ledger_event')
    .addColumn('seq', dialect === 'sqlite' ? 'integer' : 'bigserial', column =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('ledger_order_id', 'text', column => column.notNull().references('ledger_order.id'))
    .addColumn('attempt_id', 'text')
    .addColumn('from_state', 'text', column => column.notNull())
    .addColumn('to_state', 'text', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('ledger_event_order')
    .on('ledger_event')
    .columns(['ledger_order_id', 'seq'])
    .execute()
  if (dialect === 'sqlite') {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`ledger_event_no_${act}`)} before ${sql.raw(act)} on ledger_event
        begin select raise(abort, 'the history of an order is never changed'); end`.execute(trx)
    }
    return
  }
  await sql`create function ledger_event_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the history of an order is never changed'; end $$`.execute(trx)
  await sql`create trigger ledger_event_no_change before update or delete or truncate on ledger_event
    for each statement execute function ledger_event_refuse()`.execute(trx)
}

async function createEnvironments(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('ledger_environment')
    .addColumn('env_id', 'text', column => column.primaryKey())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_run', 'text')
    .addColumn('paused', 'text')
    .addColumn('not_before', 'text')
    .addColumn('strikes', 'integer', column => column.notNull())
    .addColumn('confirmed_statuses', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createTable('runner')
    .addColumn('boot_id', 'text', column => column.primaryKey())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('pid', 'integer', column => column.notNull())
    .addColumn('started_at', 'text', column => column.notNull())
    .addColumn('beat_at', 'text', column => column.notNull())
    .execute()
}
