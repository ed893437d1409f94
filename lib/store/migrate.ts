import 'server-only'
import { type Kysely, sql } from 'kysely'
import { type Migration, migrations } from './migrations/all'
import { hasPostgresTable, lockPostgresMigration } from './postgres'
import type { DialectName, Schema } from './schema'
import { hasSqliteTable } from './sqlite'

/**
 * Brings the schema up to date. All missing steps are one transaction under a lock, so two processes that start at
 * once migrate once, and a process that dies leaves nothing half made.
 * @throws Error when the database was migrated by a newer Lading.
 */
export async function migrate(
  kysely: Kysely<Schema>,
  dialect: DialectName,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  // Read first: the usual start finds nothing to do and need not wait for whoever is writing.
  const hasTable = dialect === 'sqlite' ? hasSqliteTable : hasPostgresTable
  if ((await hasTable(kysely, 'migration')) && (await missing(kysely, steps)).length === 0) return
  await kysely.transaction().execute(async trx => {
    if (dialect === 'postgres') await lockPostgresMigration(trx)
    await trx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('applied_at', 'text', column => column.notNull())
      .execute()
    for (const step of await missing(trx, steps)) {
      await step.up(trx, dialect)
      await sql`insert into migration (name, applied_at) values (${step.name}, ${new Date().toISOString()})`.execute(
        trx,
      )
    }
  })
}

async function missing(kysely: Kysely<Schema>, steps: readonly Migration[]): Promise<Migration[]> {
  const done = await sql<{ name: string }>`select name from migration`.execute(kysely)
  const names = new Set(done.rows.map(row => row.name))
  const rest = steps.filter(step => !names.delete(step.name))
  if (names.size > 0) {
    throw new Error('This database was written by a newer Lading. Start that version, or restore a backup.')
  }
  return rest
}
