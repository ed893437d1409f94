import 'server-only'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, inject, vi } from 'vitest'
import { env } from '@/lib/env'
import { type Database, type DatabasePlace, type Handle, openDatabase } from './database'
import type { Migration } from './migrations/all'
import { openPostgres } from './postgres'
import type { Schema } from './schema'

/** A fresh, migrated database of a test. `place` opens it once more, as a second process would. */
export interface TestDatabase extends Database {
  readonly place: DatabasePlace
}

/** Opens a fresh database (`steps`: as these migrations leave it). It is closed and removed after the cases. */
export type OpenTestDatabase = (steps?: readonly Migration[]) => Promise<TestDatabase>

/**
 * The same cases on a fresh SQLite file and, when TEST_DATABASE_URL names one, on a fresh database of a PostgreSQL.
 * Without it that half is reported as skipped, by a name that says how to run it.
 */
export function describeDatabases(title: string, cases: (openTestDatabase: OpenTestDatabase) => void): void {
  describe(`${title}, on SQLite`, () => cases(opener(freshFile())))
  const server = env().testDatabaseUrl
  describe.skipIf(!server)(
    `${title}, on PostgreSQL${server ? '' : ' (skipped: TEST_DATABASE_URL is not set)'}`,
    () => cases(opener(freshPostgres(server ?? ''))),
  )
}

/** Has `work` find no room: a SQLite file may not grow, a PostgreSQL says that its disk is full. */
export async function limitSize<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.dialect === 'postgres')
    throw Object.assign(new pg.DatabaseError('full', 0, 'error'), { code: '53100' })
  const { kysely } = database
  await sql`pragma max_page_count = 1`.execute(kysely)
  try {
    return await work()
  } finally {
    await sql`pragma max_page_count = 1073741823`.execute(kysely)
  }
}

/** Waits until somebody else waits for a lock that `trx` holds. On SQLite every other writer does, at once. */
export async function isWaitedFor({ dialect }: Pick<Database, 'dialect'>, trx: Handle): Promise<void> {
  if (dialect === 'sqlite') return
  await vi.waitFor(async () => {
    // Within a transaction the statistics stay as they were when they were first asked for.
    await sql`select pg_stat_clear_snapshot()`.execute(trx)
    const { rows } = await sql`select 1 from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
    if (rows.length === 0) throw new Error('nobody waits')
  })
}

/** Opens a database once more, with a weakened setting, as whoever runs it may have made it: it is not durable. */
export const weakened = (database: TestDatabase): Promise<Database> =>
  openWith(database, 'synchronous_commit=off', sql`PRAGMA synchronous = NORMAL`)

/** Opens a database once more so that nothing can be written, as a standby that nobody promoted. */
export const readOnly = (database: TestDatabase): Promise<Database> =>
  openWith(database, 'default_transaction_read_only=on', sql`PRAGMA query_only = ON`)

async function openWith({ place, dialect }: TestDatabase, setting: string, pragma: RawBuilder<unknown>) {
  const url = place.databaseUrl ? new URL(place.databaseUrl) : undefined
  url?.searchParams.set('options', `-c ${setting}`)
  const database = await openDatabase({ ...place, ...(url && { databaseUrl: url.href }) })
  if (dialect === 'sqlite') await pragma.execute(database.kysely)
  return database
}

/** A handle that counts the statements which it is asked for, and the rows which its database hands over. */
export function counting(handle: Handle) {
  const counts = { statements: 0, rows: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counts.statements++
      counts.rows += result.rows.length
      return result
    },
  }
  return { handle: handle.withPlugin(plugin), counts }
}

/** Where fresh databases come from. */
interface Source {
  /** An empty place, or (`isMigrated`) one that has today's schema. */
  make(isMigrated: boolean): Promise<FreshPlace>
  close(): Promise<void>
}

interface FreshPlace {
  readonly place: DatabasePlace
  remove(): Promise<void>
}

function opener(source: Source): OpenTestDatabase {
  const opened: { database: TestDatabase; remove(): Promise<void> }[] = []
  afterAll(async () => {
    for (const { database, remove } of opened) {
      await database.close()
      await remove()
    }
    await source.close()
  })
  return async steps => {
    const { place, remove } = await source.make(!steps)
    const database = { ...(await openDatabase(place, steps)), place }
    opened.push({ database, remove })
    return database
  }
}

function freshFile(): Source {
  return {
    make: async isMigrated => {
      const fresh = await freshDirectory()
      if (isMigrated) await cp(inject('sqliteTemplate'), fresh.place.dataDir, { recursive: true })
      return fresh
    },
    close: async () => {},
  }
}

async function freshDirectory(): Promise<FreshPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-test-'))
  return { place: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

function freshPostgres(server: string): Source {
  let kysely: Kysely<Schema> | undefined
  const run = async (statement: string) => {
    kysely ??= openPostgres(server)
    await sql.raw(statement).execute(kysely)
  }
  return {
    make: async isMigrated => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const directory = await freshDirectory()
      await run(`create database ${name} ${isMigrated ? inject('postgresTemplate') : ''}`)
      const url = new URL(server)
      url.pathname = name
      return {
        place: { ...directory.place, databaseUrl: url.href },
        remove: async () => {
          // A process that a test killed may still be there for PostgreSQL.
          await run(`drop database ${name} with (force)`)
          await directory.remove()
        },
      }
    },
    close: async () => kysely?.destroy(),
  }
}
