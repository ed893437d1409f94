import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Second factors of operators, short-lived challenges of sign-ins and set-ups, and whether administrators require a
 * second factor (docs/decisions/0103).
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('totp')
    .addColumn('operator_id', 'text', column => column.primaryKey().references('operator.id'))
    .addColumn('secret', 'text')
    .addColumn('last_step', 'integer', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createTable('passkey')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('public_key', 'text', column => column.notNull())
    .addColumn('counter', 'text', column => column.notNull())
    .addColumn('transports', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await trx.schema.createIndex('passkey_operator').on('passkey').column('operator_id').execute()
  await trx.schema
    .createTable('recovery_code')
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['operator_id', 'hash'])
    .execute()
  await trx.schema
    .createTable('auth_challenge')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('expires_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('auth_challenge_key', ['kind', 'holder'])
    .execute()
  await trx.schema.createIndex('auth_challenge_operator').on('auth_challenge').column('operator_id').execute()
  await trx.schema
    .createTable('sign_in_policy')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('second_factor_required', 'integer', column => column.notNull())
    .execute()
  await trx.insertInto('sign_in_policy').values({ id: 1, second_factor_required: 0 }).execute()
}
