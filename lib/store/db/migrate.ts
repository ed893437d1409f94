import 'server-only'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, migrations } from '@/lib/store/migrations/all'
import { versionText } from '@/lib/version'
import { getTranslations } from '@/lib/words/server'
import { hasPostgresColumn, hasPostgresTable, lockPostgresMigration } from './postgres/postgres'
import type { DialectName, Schema } from './schema'
import { hasSqliteColumn, hasSqliteTable, withTemporaryFiles } from './sqlite/sqlite'

/**
 * Applies all missing migrations in one transaction under a lock: two processes that start at the same time
 * migrate once, and an interrupted migration leaves nothing behind.
 * @param beforeUpgrade called before a database with contents is migrated
 * @throws Error if a newer version of Lading has migrated the database
 */
export async function migrate(
  kysely: Kysely<Schema>,
  dialect: DialectName,
  steps: readonly Migration[] = migrations,
  beforeUpgrade?: () => Promise<void>,
): Promise<void> {
  // Read without a lock first: usually nothing is missing, and the start need not wait for writers.
  const hasTable = dialect === 'sqlite' ? hasSqliteTable : hasPostgresTable
  const isNew = !(await hasTable(kysely, 'migration'))
  if (!isNew) {
    if ((await missing(kysely, dialect, steps)).length === 0) return
    await beforeUpgrade?.()
  }
  const upgrade = () => kysely.transaction().execute(trx => applyMissing(trx, dialect, steps))
  await (dialect === 'sqlite' ? withTemporaryFiles(kysely, upgrade) : upgrade())
}

async function applyMissing(
  trx: Transaction<Schema>,
  dialect: DialectName,
  steps: readonly Migration[],
): Promise<void> {
  if (dialect === 'postgres') await lockPostgresMigration(trx)
  await trx.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('applied_at', 'text', column => column.notNull())
    .execute()
  if (!(await hasVersions(trx, dialect)))
    await sql`alter table migration add column version text`.execute(trx)
  for (const step of await missing(trx, dialect, steps)) {
    await step.up(trx, dialect)
    await sql`insert into migration (name, applied_at, version)
      values (${step.name}, ${new Date().toISOString()}, ${versionText()})`.execute(trx)
  }
}

/** @throws Error that says which version of Lading made the database if that is a newer one */
async function missing(
  kysely: Kysely<Schema>,
  dialect: DialectName,
  steps: readonly Migration[],
): Promise<Migration[]> {
  const done = await sql<{ name: string }>`select name from migration`.execute(kysely)
  const names = new Set(done.rows.map(row => row.name))
  const rest = steps.filter(step => !names.delete(step.name))
  const newest = [...names].sort().at(-1)
  if (newest !== undefined) {
    const version = await versionOf(kysely, dialect, newest)
    const values = {
      known: String(version !== undefined),
      version: version ?? '',
      own: versionText(),
    }
    throw new Error(getTranslations('terminal.database')('newer', values))
  }
  return rest
}

/** The version of Lading that applied a migration, if it recorded that. */
async function versionOf(
  kysely: Kysely<Schema>,
  dialect: DialectName,
  name: string,
): Promise<string | undefined> {
  if (!(await hasVersions(kysely, dialect))) return undefined
  const { rows } = await sql<{
    version: string | null
  }>`select version from migration where name = ${name}`.execute(kysely)
  return rows[0]?.version ?? undefined
}

/**
 * Whether the table of migrations has versions: it lacks them until the first upgrade by a version that writes them.
 */
const hasVersions = (kysely: Kysely<Schema>, dialect: DialectName): Promise<boolean> =>
  dialect === 'sqlite'
    ? hasSqliteColumn(kysely, 'migration', 'version')
    : hasPostgresColumn(kysely, 'migration', 'version')
