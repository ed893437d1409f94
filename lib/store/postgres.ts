import 'server-only'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { logFault } from '@/lib/log/log'
import type { Schema } from './schema'

const INT8 = 20
const NUMERIC = 1700

/** Opens a pool on a PostgreSQL. Nothing is connected until the first query. */
export function openPostgres(connectionString: string): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    lock_timeout: 5000,
    types: { getTypeParser },
  })
  // Without a listener a connection that breaks ends the process. The next query takes another one.
  pool.on('error', error => logFault('the database closed an idle connection', error))
  // The pool listens to idle ones alone; one that breaks within a transaction fails its next query as well.
  pool.on('connect', client => client.on('error', () => {}))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether a commit survives a power cut. All levels of synchronous_commit but `off` flush the local log. */
export async function isPostgresDurable(kysely: Kysely<Schema>): Promise<boolean> {
  const read = await sql<{ fsync: string; commit: string }>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(kysely)
  return read.rows[0]?.fsync === 'on' && read.rows[0].commit !== 'off'
}

/** The engine and its version. */
export async function postgresEngine(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(kysely)
  return `PostgreSQL ${rows[0]?.version}`
}

/** Whether a table is there. */
export async function hasPostgresTable(kysely: Kysely<Schema>, name: string): Promise<boolean> {
  const found = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
    kysely,
  )
  return found.rows[0]?.there === true
}

/** Holds back others that migrate until the transaction ends. */
export async function lockPostgresMigration(kysely: Kysely<Schema>): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(kysely)
  await sql`set local statement_timeout = '60s'`.execute(kysely)
  await sql`select pg_advisory_xact_lock(7233446)`.execute(kysely)
}

/** Waited too long for a lock or an end, waited for each other in a circle, or came between each other. */
const BUSY = new Set(['55P03', '57014', '40P01', '40001'])

/** Whether a statement failed because others were writing for too long: the same may go well a little later. */
export const isPostgresBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && BUSY.has(error.code ?? '')

/** The connection broke, or the server went away or comes back just now. */
const AWAY = /^(08|57P|ECONN|EPIPE|ETIMEDOUT)/

/** Whether a statement failed because the server could not be reached: nobody knows what became of it. */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return AWAY.test(code ?? '') || /^(Connection terminated|timeout exceeded when)/.test(error.message)
}

/** Whether a statement failed because the disk of the server is full. */
export const isPostgresFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100'

/** A list of texts as rows, out of one parameter. */
export function postgresTexts(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
}

const TEXT = 25

/** A list of texts (UTF-8) as PostgreSQL sends and reads a text[] in binary: nothing is escaped. */
export function postgresTextArray(texts: readonly Uint8Array[]): Buffer {
  const array = Buffer.allocUnsafe(20 + texts.reduce((length, text) => length + 4 + text.length, 0))
  // One dimension, no nulls, elements of this type, so many, counted from 1.
  let at = 0
  for (const value of [1, 0, TEXT, texts.length, 1]) at = array.writeInt32BE(value, at)
  for (const text of texts) {
    at = array.writeInt32BE(text.length, at)
    array.set(text, at)
    at += text.length
  }
  return array
}

/** Counts and sums come as numbers, as SQLite gives them; ids beyond 2^53 are TEXT and never pass here. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
