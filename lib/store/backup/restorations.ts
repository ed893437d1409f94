import 'server-only'
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Kysely } from 'kysely'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import type { Schema } from '@/lib/store/db/schema'
import { programVersion } from '@/lib/version'
import type { BackupManifest } from './manifest'

// A restored database says so itself, so that the next start cannot miss it, whatever happens in between.

/** As migration 0059 creates it; backups of earlier versions lack it. */
const CREATE = `create table if not exists restoration (
  id text primary key, restored_at text not null, made_at text not null, version text not null, handled_at text)`

/** Whether the database was restored from a backup and no server has adapted its ledger to that yet. */
export async function isRestorationOpen(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('restoration')
    .select('id')
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** When a database was put in place whose ledger no server has adapted yet, ISO 8601; undefined: there is none. */
export async function openRestorationTime(trx: DbTransaction): Promise<string | undefined> {
  const { at } = await trx
    .selectFrom('restoration')
    .select(({ fn }) => fn.max('restored_at').as('at'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

/** A restore that servers have adapted the ledger to, times in ISO 8601. */
export interface Restoration {
  readonly restoredAt: string
  /** When the backup was made; null: unknown, because its file was put in place by hand. */
  readonly madeAt: string | null
}

/** The last restore, if servers use its database since `since`, ISO 8601. */
export async function findRestoration(db: Db, since: string): Promise<Restoration | undefined> {
  const row = await db
    .selectFrom('restoration')
    .select(['restored_at', 'made_at'])
    .where('handled_at', '>', since)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst()
  if (!row) return undefined
  const { restored_at: restoredAt, made_at: madeAt } = row
  return { restoredAt, madeAt: madeAt === restoredAt ? null : madeAt }
}

/**
 * Records that the ledger was adapted to the restored backups. A file that was put in place by hand has no mark of its
 * own and gets one: environments that are added later must know of it, too.
 */
export async function closeRestorations(trx: DbTransaction, at: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('restoration')
    .set({ handled_at: at })
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const { version } = programVersion()
  await trx
    .insertInto('restoration')
    // When the backup was made is unknown, which `findRestoration` sees by the equal times.
    .values({ id: randomUUID(), restored_at: at, made_at: at, version, handled_at: at })
    .execute()
}

/** Whether the ledger was adapted to a restored backup at this time, ISO 8601. */
export async function isRestorationTime(db: Db, at: string): Promise<boolean> {
  const row = await db.selectFrom('restoration').select('id').where('handled_at', '=', at).executeTakeFirst()
  return row !== undefined
}

/** When the database was restored last, if that was after `since`; both ISO 8601. null: never since. */
export async function findLastRestoration(db: Db, since: string): Promise<string | null> {
  const row = await db
    .selectFrom('restoration')
    .select(of => of.fn.max(of.fn.coalesce('handled_at', 'restored_at')).as('at'))
    .where(of => of(of.fn.coalesce('handled_at', 'restored_at'), '>', since))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Marks a SQLite file as restored. No process may use it meanwhile. */
export function markSqliteFile(path: string, { madeAt, version }: BackupManifest): void {
  const file = new DatabaseSync(path)
  try {
    file.exec('PRAGMA synchronous = FULL')
    file.exec(CREATE)
    file
      .prepare('insert into restoration (id, restored_at, made_at, version) values (?, ?, ?, ?)')
      .run(randomUUID(), new Date().toISOString(), madeAt, version)
  } finally {
    file.close()
  }
}

/** Marks an empty PostgreSQL database as restored, before the backup arrives. */
export async function markPostgres(
  kysely: Kysely<Schema>,
  { madeAt, version }: BackupManifest,
): Promise<void> {
  await kysely.schema
    .createTable('restoration')
    .ifNotExists()
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('restored_at', 'text', column => column.notNull())
    .addColumn('made_at', 'text', column => column.notNull())
    .addColumn('version', 'text', column => column.notNull())
    .addColumn('handled_at', 'text')
    .execute()
  const restored = { id: randomUUID(), restored_at: new Date().toISOString(), handled_at: null }
  await kysely
    .insertInto('restoration')
    .values({ ...restored, made_at: madeAt, version })
    .execute()
}
