import 'server-only'
import type { Transaction } from 'kysely'
import type { DialectName, Schema } from '../schema'

/** drafts: tables as described in the file of that noun. */
export async function up(_trx: Transaction<Schema>, _dialect: DialectName): Promise<void> {}
