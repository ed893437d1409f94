import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Operators, their sessions, attempts to sign in, and the set-up link. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('operator')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('email', 'text', column => column.notNull().unique())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('password_hash', 'text', column => column.notNull())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('disabled_at', 'text')
    .execute()
  await trx.schema
    .createTable('session')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('started_at', 'text', column => column.notNull())
    .addColumn('seen_at', 'text', column => column.notNull())
    .execute()
  await trx.schema.createIndex('session_operator').on('session').column('operator_id').execute()
  await trx.schema
    .createTable('sign_in_attempt')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('account', 'text', column => column.notNull())
    .addColumn('address', 'text', column => column.notNull())
    .addColumn('tried_at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('sign_in_attempt_account')
    .on('sign_in_attempt')
    .columns(['account', 'tried_at'])
    .execute()
  await trx.schema
    .createIndex('sign_in_attempt_address')
    .on('sign_in_attempt')
    .columns(['address', 'tried_at'])
    .execute()
  await trx.schema
    .createTable('set_up_link')
    .addColumn('token_hash', 'text', column => column.primaryKey())
    .addColumn('expires_at', 'text', column => column.notNull())
    .execute()
}
