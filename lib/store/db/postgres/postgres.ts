import 'server-only'
import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { logFault } from '@/lib/log/log'
import type { Schema } from '../schema'

const INT8 = 20
const NUMERIC = 1700

/**
 * The longest silence of a connection on which statements have the usual time limit, in milliseconds. After it the
 * server has frozen, or its host is gone without a word; the system would wait for a quarter of an hour, or for ever.
 */
export const MAX_SILENCE_MS = 30_000

/**
 * Opens a pool of connections to PostgreSQL. It connects with the first query.
 * @param maxSilenceMs when a silent connection counts as broken; undefined: never, for statements without a limit
 */
export function openPostgres(connectionString: string, maxSilenceMs?: number): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString,
    stream: () => openSocket(maxSilenceMs),
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    lock_timeout: 5000,
    // Compiling a statement takes longer than running it: 160 ms for the pulse of a draft, which takes 1 ms.
    options: '-c jit=off',
    types: { getTypeParser },
  })
  // Without a listener a broken idle connection would end the process. The next query uses another one.
  pool.on('error', error => logFault('the database closed an idle connection', error))
  // The pool listens only to idle connections; within a transaction the next query fails, too.
  pool.on('connect', client => client.on('error', () => {}))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** A socket to PostgreSQL that breaks with an error when it is silent for too long. */
export function openSocket(maxSilenceMs = 0): Socket {
  const socket = new Socket()
  return socket.setTimeout(maxSilenceMs, () =>
    socket.destroy(Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' })),
  )
}

/**
 * Whether a commit survives a power failure. Every synchronous_commit level except `off` flushes the local
 * log.
 */
export async function isPostgresDurable(kysely: Kysely<Schema>): Promise<boolean> {
  const read = await sql<{ fsync: string; commit: string }>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(kysely)
  return read.rows[0]?.fsync === 'on' && read.rows[0].commit !== 'off'
}

/** Name and version of the engine, as the server states it. */
export async function postgresEngine(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(kysely)
  return `PostgreSQL ${rows[0]?.version}`
}

/** The clock of the server, in milliseconds since the epoch. */
export async function postgresClock(kysely: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as float8) as ms`.execute(kysely)
  return rows[0]?.ms ?? Number.NaN
}

export async function hasPostgresTable(kysely: Kysely<Schema>, name: string): Promise<boolean> {
  const found = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
    kysely,
  )
  return found.rows[0]?.there === true
}

export async function hasPostgresColumn(
  kysely: Kysely<Schema>,
  table: string,
  column: string,
): Promise<boolean> {
  const found = await sql`select 1 from pg_attribute
    where attrelid = to_regclass(${table}) and attname = ${column} and not attisdropped`.execute(kysely)
  return found.rows.length > 0
}

/** Keeps other servers from deciding about a scheduled backup until the transaction ends. */
export async function lockPostgresBackups(kysely: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7233447)`.execute(kysely)
}

/** Blocks other migrations until the transaction ends. */
export async function lockPostgresMigration(kysely: Kysely<Schema>): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(kysely)
  await sql`set local statement_timeout = '60s'`.execute(kysely)
  await sql`select pg_advisory_xact_lock(7233446)`.execute(kysely)
}

/** Lock timeout, statement timeout, deadlock, serialization failure. */
const BUSY_CODES = new Set(['55P03', '57014', '40P01', '40001'])

/** Whether a statement failed because of concurrent writers: a later attempt may succeed. */
export const isPostgresBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && BUSY_CODES.has(error.code ?? '')

/**
 * The connection broke, or the server is shutting down, starting, unreachable, or out of connections (53300). A name
 * may lead nowhere while its database moves or starts (EAI_AGAIN, ENOTFOUND).
 */
const UNREACHABLE_CODES = /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN|ENOTFOUND)/

/** Errors of pg that have no code. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when|Client has encountered a connection error|Client was closed)/

/** Whether a statement failed because the server is unreachable: its effect is unknown. */
export function isPostgresUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return UNREACHABLE_CODES.test(code ?? '') || UNREACHABLE_MESSAGES.test(error.message)
}

/** Whether an error says that the disk of the database is full (disk_full). */
export const isPostgresFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100'

/** Whether a statement was refused because a text in it has a NUL character (character_not_in_repertoire). */
export const isPostgresNul = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '22021'

/** A list of texts as rows from one parameter. */
export function postgresTexts(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
}

const TEXT = 25

/** A list of UTF-8 texts in the binary format of text[], which needs no escaping. */
export function postgresTextArray(texts: readonly Uint8Array[]): Buffer {
  const array = Buffer.allocUnsafe(20 + texts.reduce((length, text) => length + 4 + text.length, 0))
  // Dimensions, flags, element type, length, lower bound.
  let at = 0
  for (const value of [1, 0, TEXT, texts.length, 1]) at = array.writeInt32BE(value, at)
  for (const text of texts) {
    at = array.writeInt32BE(text.length, at)
    array.set(text, at)
    at += text.length
  }
  return array
}

/** Parses counts and sums as numbers, like SQLite; ids beyond 2^53 are TEXT. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
