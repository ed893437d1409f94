import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Callers of the embedded service and their credentials, the orders it registered, the desk's connections. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('service_client')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull().unique())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute()
  await trx.schema
    .createTable('service_credential')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('client_id', 'text', column => column.notNull().references('service_client.id'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('hash', 'text')
    .addColumn('kid', 'text', column => column.notNull())
    .addColumn('last4', 'text', column => column.notNull())
    .addColumn('issued_at', 'text', column => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute()
  await trx.schema
    .createIndex('service_credential_client')
    .on('service_credential')
    .column('client_id')
    .execute()
  await trx.schema
    .createTable('service_order')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('client_id', 'text', column => column.notNull().references('service_client.id'))
    .addColumn('variant', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('registered_at', 'text', column => column.notNull())
    .addUniqueConstraint('service_order_number', ['client_id', 'mall_order_number'])
    .execute()
  await trx.schema
    .createTable('service_sequence')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('value', 'bigint', column => column.notNull())
    .execute()
  // The first order gets the number after this one.
  await trx.insertInto('service_sequence').values({ name: 'order', value: 100_000_000 }).execute()
  await trx.schema
    .createTable('connection')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('environment', 'text', column => column.notNull())
    .addColumn('base_url', 'text', column => column.notNull())
    .addColumn('access_token', 'text')
    .addColumn('access_token_last4', 'text')
    .addColumn('access_token_at', 'text')
    .addColumn('access_token_expires_at', 'text')
    .addColumn('secret_key', 'text')
    .addColumn('secret_key_last4', 'text')
    .addColumn('secret_key_at', 'text')
    .addColumn('check_size', 'integer', column => column.notNull())
    .addColumn('register_size', 'integer', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .execute()
}
