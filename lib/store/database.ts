import 'server-only'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { env } from '@/lib/env'
import { migrate } from './migrate'
import type { Migration } from './migrations/all'
import {
  isPostgresAway,
  isPostgresBusy,
  isPostgresDurable,
  isPostgresFull,
  openPostgres,
  postgresEngine,
  postgresTexts,
} from './postgres'
import type { DialectName, Schema } from './schema'
import { hasRoom, StorageFull } from './space'
import { isSqliteDurable, openSqlite, sqliteEngine, sqliteFile, sqliteTexts } from './sqlite'
import { damagedDatabase, isBusy, isSqliteAway, isSqliteDamaged, isSqliteFull } from './sqlite-error'

/** An open database. Query functions take its `kysely`, or a transaction, as their first argument. */
export interface Database {
  readonly kysely: Kysely<Schema>
  /**
   * For single reads that may take long (downloads, exports, searches, whole drafts): on SQLite they run off the main
   * thread and see what is committed; on PostgreSQL this is `kysely`.
   */
  readonly longReads: Kysely<Schema>
  readonly dialect: DialectName
  /**
   * Runs `work` in one transaction (BEGIN IMMEDIATE on SQLite) and commits; what it throws rolls back. Inside, ask
   * only `trx`: on SQLite `kysely` reads what was before, and a write of it would wait for ever. Keep the network out.
   */
  write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** As `write`, for what takes on something new: throws StorageFull while only the reserve of the disk is left. */
  accept<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Whether there is room to take on something new. The disk of a PostgreSQL is not ours to see. */
  hasRoom(): boolean
  close(): Promise<void>
  /** Whether a commit survives a power cut, read back from the database. Nothing is registered without. */
  durable(): Promise<boolean>
  /** What keeps the rows, with its version: "SQLite 3.53.4". */
  engine(): Promise<string>
}

/** What a query function needs: a database's `kysely`, or the transaction it shall be part of. */
export type Handle = Kysely<Schema>

/** Where a database is: the embedded one in `dataDir`, or a PostgreSQL when `databaseUrl` is given. */
export interface DatabasePlace {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Bytes of the disk of the embedded database that are kept back for ending what was begun. */
  readonly diskFloor?: number
}

/** Opens a database and brings it up to date (`steps`: other migrations than ours). The caller closes it. */
export async function openDatabase(place: DatabasePlace, steps?: readonly Migration[]): Promise<Database> {
  const dialect = place.databaseUrl ? 'postgres' : 'sqlite'
  const { kysely, longReads } = await open(place)
  const close = async () => {
    if (longReads !== kysely) await longReads.destroy()
    await kysely.destroy()
  }
  try {
    await migrate(kysely, dialect, steps)
  } catch (error) {
    await close()
    throw isSqliteDamaged(error) ? damagedDatabase(sqliteFile(place.dataDir), String(error)) : error
  }
  const write: Database['write'] = work => kysely.transaction().execute(work)
  const isRoomy = () => dialect === 'postgres' || hasRoom(place.dataDir, place.diskFloor ?? 0)
  return {
    kysely,
    longReads,
    dialect,
    write,
    accept: async work => {
      if (!isRoomy()) throw new StorageFull()
      return write(work)
    },
    hasRoom: isRoomy,
    close,
    durable: () => (dialect === 'sqlite' ? isSqliteDurable(kysely) : isPostgresDurable(kysely)),
    engine: () => (dialect === 'sqlite' ? sqliteEngine(kysely) : postgresEngine(kysely)),
  }
}

async function open({
  dataDir,
  databaseUrl,
}: DatabasePlace): Promise<Pick<Database, 'kysely' | 'longReads'>> {
  if (!databaseUrl) return openSqlite(dataDir)
  const kysely = openPostgres(databaseUrl)
  return { kysely, longReads: kysely }
}

/** Whether something failed because others were writing for too long: the same may go well a little later. */
export const isStorageBusy = (error: unknown): boolean => isBusy(error) || isPostgresBusy(error)

/** Whether trouble of the storage passes by itself. A transaction that met it may be in the database all the same. */
export const mayPass = (error: unknown): boolean =>
  isStorageBusy(error) || isSqliteAway(error) || isPostgresAway(error)

/** Whether something failed for want of space on the disk. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof StorageFull || isSqliteFull(error) || isPostgresFull(error)

/** The right side of `in` for a list of any length, as one parameter. No text may hold NUL or half a surrogate pair. */
export function inTexts(dialect: DialectName, texts: readonly string[]): RawBuilder<string> {
  return dialect === 'sqlite' ? sqliteTexts(texts) : postgresTexts(texts)
}

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: Promise<Database> | undefined }
const KEY = Symbol.for('lading.database')

/** The database of this process, opened when first asked for. One that could not be opened is tried again. */
export function database(): Promise<Database> {
  const open = shared[KEY]
  if (open) return open
  const opening = openDatabase(env())
  shared[KEY] = opening
  opening.catch(() => {
    if (shared[KEY] === opening) shared[KEY] = undefined
  })
  return opening
}
