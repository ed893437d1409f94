import 'server-only'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { env } from '@/lib/env'
import type { Migration } from '@/lib/store/migrations/all'
import { inChildSpan } from '@/lib/telemetry/span'
import { type ChangeChannel, noChannel } from './change-channel'
import { hasRoom, isReserveReached, StorageFullError } from './disk-space'
import { migrate } from './migrate'
import {
  isPostgresBusy,
  isPostgresDurable,
  isPostgresFull,
  isPostgresNul,
  isPostgresUnreachable,
  MAX_SILENCE_MS,
  openPostgres,
  postgresClock,
  postgresEngine,
  postgresTexts,
} from './postgres/postgres'
import { PostgresChannel } from './postgres/postgres-channel'
import type { DialectName, Schema } from './schema'
import { isSqliteDurable, openSqlite, sqliteEngine, sqliteFile, sqliteTexts } from './sqlite/sqlite'
import {
  damagedDatabase,
  isSqliteBusy,
  isSqliteDamaged,
  isSqliteFull,
  isSqliteNul,
  isSqliteThreadLost,
} from './sqlite/sqlite-errors'
import { watchWrites } from './watch-writes'

/** An open database. Query functions take its `kysely` or a transaction as their first argument. */
export interface Database {
  readonly kysely: Kysely<Schema>
  /**
   * For single reads that may take long (downloads, exports, searches, whole drafts). On SQLite they run off
   * the main thread and see only committed data; on PostgreSQL with the connections of `kysely`.
   */
  readonly longReads: Kysely<Schema>
  readonly dialect: DialectName
  /**
   * Runs `work` in one transaction (BEGIN IMMEDIATE on SQLite); an exception rolls it back. Use only `trx`
   * inside: on SQLite `kysely` reads the state before the transaction, and writing with it deadlocks. No
   * network requests inside.
   */
  write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Like `write`, for new work: throws StorageFullError while only the reserved disk space is free. */
  accept<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Whether there is disk space for new work. Always true on PostgreSQL, whose disk is not visible. */
  hasRoom(): boolean
  /**
   * Calls a listener after every transaction of `write` and `accept` that this process commits, and after every
   * statement with `kysely` that changed a row. @returns how to stop that
   */
  onCommit(listener: () => void): () => void
  /** Tells the other servers of this database of commits and work, and listens to them. */
  readonly channel: ChangeChannel
  close(): Promise<void>
  /**
   * Whether a commit survives a power failure, read from the database's settings. Without it nothing is
   * registered.
   */
  durable(): Promise<boolean>
  /** The engine and its version: "SQLite 3.53.4". */
  engine(): Promise<string>
  /**
   * The clock of the database, in milliseconds since the epoch, which all servers share; undefined on SQLite, whose
   * processes run on one host.
   */
  clock(): Promise<number | undefined>
}

/** The first argument of every query function: a database's `kysely`, or a transaction. */
export type Db = Kysely<Schema>

/** The first argument of query functions whose statements must be committed together. */
export type DbTransaction = Transaction<Schema>

/** Where a database is: embedded in `dataDir`, or the PostgreSQL of `databaseUrl`. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Bytes of the disk that are reserved for finishing work that has begun. */
  readonly diskFloor?: number
}

/**
 * Opens a database and migrates it (`steps`: other migrations than the default ones). The caller closes it.
 * @param beforeUpgrade called before a database with contents is migrated
 */
export async function openDatabase(
  location: DatabaseLocation,
  steps?: readonly Migration[],
  beforeUpgrade?: () => Promise<void>,
): Promise<Database> {
  const dialect = location.databaseUrl ? 'postgres' : 'sqlite'
  const { kysely: unwatched, longReads, release } = await open(location)
  const channel = location.databaseUrl ? new PostgresChannel(location.databaseUrl) : noChannel
  const close = async () => {
    await channel.close()
    if (longReads !== unwatched) await longReads.destroy()
    await unwatched.destroy()
    release()
  }
  // Migrations of a large ledger have statements without a limit.
  const upgrading = location.databaseUrl ? openPostgres(location.databaseUrl) : unwatched
  try {
    await migrate(upgrading, dialect, steps, beforeUpgrade)
  } catch (error) {
    await close()
    throw isSqliteDamaged(error) ? damagedDatabase(sqliteFile(location.dataDir), String(error)) : error
  } finally {
    if (upgrading !== unwatched) await upgrading.destroy()
  }
  const commitListeners = new Set<() => void>()
  const onCommitted = () => {
    channel.announce('changed')
    for (const listener of commitListeners) listener()
  }
  const kysely = unwatched.withPlugin(watchWrites(onCommitted))
  // The statements of a transaction are committed together.
  const write: Database['write'] = async work => {
    const result = await inChildSpan('transaction', { 'db.system.name': SYSTEM_NAMES[dialect] }, () =>
      unwatched.transaction().execute(work),
    )
    onCommitted()
    return result
  }
  const isRoomy = () => dialect === 'postgres' || hasRoom(location.dataDir, location.diskFloor ?? 0)
  return {
    kysely,
    longReads,
    dialect,
    write,
    accept: async work => {
      if (!isRoomy()) throw new StorageFullError()
      return write(work)
    },
    hasRoom: isRoomy,
    onCommit: listener => {
      commitListeners.add(listener)
      return () => commitListeners.delete(listener)
    },
    channel,
    close,
    durable: () => (dialect === 'sqlite' ? isSqliteDurable(kysely) : isPostgresDurable(kysely)),
    engine: () => (dialect === 'sqlite' ? sqliteEngine(kysely) : postgresEngine(kysely)),
    clock: async () => (dialect === 'sqlite' ? undefined : postgresClock(kysely)),
  }
}

/** The names of the databases in traces. */
const SYSTEM_NAMES: Readonly<Record<DialectName, string>> = { sqlite: 'sqlite', postgres: 'postgresql' }

async function open({
  dataDir,
  databaseUrl,
}: DatabaseLocation): Promise<Pick<Database, 'kysely' | 'longReads'> & { release(): void }> {
  if (!databaseUrl) return openSqlite(dataDir)
  const kysely = openPostgres(databaseUrl, MAX_SILENCE_MS)
  return { kysely, longReads: kysely, release: () => {} }
}

/** Whether an error was caused by concurrent writers: a later attempt may succeed. */
export const isStorageBusy = (error: unknown): boolean => isSqliteBusy(error) || isPostgresBusy(error)

/** Whether a storage error is temporary. The failed transaction may have been committed nevertheless. */
export const isTransient = (error: unknown): boolean =>
  isStorageBusy(error) || isSqliteThreadLost(error) || isPostgresUnreachable(error)

/** Whether an error was caused by a full disk. */
export const isStorageFull = (error: unknown): boolean =>
  isReserveReached(error) || isSqliteFull(error) || isPostgresFull(error)

/** Whether a statement was refused because a text that was sent to it has a NUL character: no database takes one. */
export const isUnstorableText = (error: unknown): boolean => isSqliteNul(error) || isPostgresNul(error)

/**
 * The right side of `in` for a list of any length, as one parameter. No text may contain NUL or a lone
 * surrogate.
 */
export function inTexts(dialect: DialectName, texts: readonly string[]): RawBuilder<string> {
  return dialect === 'sqlite' ? sqliteTexts(texts) : postgresTexts(texts)
}

// Next instantiates a module several times in one process, so shared state lives on globalThis.
const shared = globalThis as { [key: symbol]: Promise<Database> | undefined }
const KEY = Symbol.for('lading.database')

/** The database of this process, opened on first use. A failed attempt is repeated on the next use. */
export function database(): Promise<Database> {
  const open = shared[KEY]
  if (open) return open
  const opening = openDatabase(env(), undefined, async () => {
    const { copyBeforeUpgrade } = await import('@/lib/store/backup/before-upgrade')
    await copyBeforeUpgrade()
  })
  shared[KEY] = opening
  opening.catch(() => {
    if (shared[KEY] === opening) shared[KEY] = undefined
  })
  return opening
}
