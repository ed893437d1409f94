import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Identities of operators at a sign-in provider, and how a session began: `oidc`, or null for a password
 * (docs/decisions/0104).
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('operator_identity')
    .addColumn('issuer', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('operator_identity_key', ['issuer', 'subject'])
    .execute()
  await trx.schema
    .createIndex('operator_identity_operator')
    .on('operator_identity')
    .columns(['operator_id', 'issuer'])
    .unique()
    .execute()
  await trx.schema.alterTable('session').addColumn('method', 'text').execute()
}
