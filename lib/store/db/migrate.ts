import 'server-only'
import { type Kysely, sql } from 'kysely'
import { type Migration, migrations } from '@/lib/store/migrations/all'
import { getTranslations } from '@/lib/words/server'
import { hasPostgresTable, lockPostgresMigration } from './postgres'
import type { DialectName, Schema } from './schema'
import { hasSqliteTable } from './sqlite'

/**
 * Applies all missing migrations in one transaction under a lock: two processes that start at the same time
 * migrate once, and an interrupted migration leaves nothing behind.
 * @throws Error if a newer version of Lading has migrated the database
 */
export async function migrate(
  kysely: Kysely<Schema>,
  dialect: DialectName,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  // Read without a lock first: usually nothing is missing, and the start need not wait for writers.
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
    throw new Error(getTranslations('terminal.database')('newer'))
  }
  return rest
}
