import 'server-only'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject } from 'vitest'
import { env } from '@/lib/env'
import { type Database, type DatabaseLocation, type Db, openDatabase } from '@/lib/store/db/database'
import { openPostgres } from '@/lib/store/db/postgres/postgres'
import type { Schema } from '@/lib/store/db/schema'
import type { Migration } from '@/lib/store/migrations/all'

/** A fresh, migrated database of a test. `place` lets a test open it again, like a second process. */
export interface TestDatabase extends Database {
  readonly place: DatabaseLocation
}

/** Opens a fresh database (`steps`: with only these migrations). It is removed after the tests. */
export type OpenTestDatabase = (steps?: readonly Migration[]) => Promise<TestDatabase>

/**
 * Runs the same tests on a fresh SQLite file and, with TEST_DATABASE_URL, on a fresh PostgreSQL database.
 * Without it that half is reported as skipped.
 */
export function describeDatabases(title: string, cases: (openTestDatabase: OpenTestDatabase) => void): void {
  describe(`${title}, on SQLite`, () => cases(opener(freshFile())))
  const server = env().testDatabaseUrl
  describe.skipIf(!server)(
    `${title}, on PostgreSQL${server ? '' : ' (skipped: TEST_DATABASE_URL is not set)'}`,
    () => cases(opener(freshPostgres(server ?? ''))),
  )
}

/** Runs `work` without free space: a SQLite file may not grow, a PostgreSQL reports a full disk. */
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

/**
 * Waits until another transaction waits for a lock of `trx`. On SQLite every other writer does so at once.
 */
export async function waitForBlockedWriter({ dialect }: Pick<Database, 'dialect'>, trx: Db): Promise<void> {
  if (dialect === 'sqlite') return
  const blocked = async () => {
    // Within a transaction PostgreSQL caches its statistics.
    await sql`select pg_stat_clear_snapshot()`.execute(trx)
    const { rows } = await sql`select 1 from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
    return rows
  }
  await expect.poll(blocked, { message: 'transactions that wait for this one' }).not.toEqual([])
}

/** Opens a database again with a setting that makes commits not durable. */
export const openWeakened = (database: TestDatabase): Promise<Database> =>
  openWith(database, 'synchronous_commit=off', sql`PRAGMA synchronous = NORMAL`)

/** Opens a database again so that nothing can be written, like a standby. */
export const openReadOnly = (database: TestDatabase): Promise<Database> =>
  openWith(database, 'default_transaction_read_only=on', sql`PRAGMA query_only = ON`)

async function openWith({ place, dialect }: TestDatabase, setting: string, pragma: RawBuilder<unknown>) {
  const url = place.databaseUrl ? new URL(place.databaseUrl) : undefined
  url?.searchParams.set('options', `-c ${setting}`)
  const database = await openDatabase({ ...place, ...(url && { databaseUrl: url.href }) })
  if (dialect === 'sqlite') await pragma.execute(database.kysely)
  return database
}

/** A `db` that counts its statements and the rows that they return. */
export function countStatements(db: Db) {
  const counts = { statements: 0, rows: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counts.statements++
      counts.rows += result.rows.length
      return result
    },
  }
  return { db: db.withPlugin(plugin), counts }
}

/** Creates fresh databases. */
interface Source {
  /** An empty database, or (`isMigrated`) one with the current schema. */
  make(isMigrated: boolean): Promise<FreshPlace>
  close(): Promise<void>
}

interface FreshPlace {
  readonly place: DatabaseLocation
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
          // PostgreSQL may still list a process that a test killed.
          await run(`drop database ${name} with (force)`)
          await directory.remove()
        },
      }
    },
    close: async () => kysely?.destroy(),
  }
}
