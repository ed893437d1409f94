import 'server-only'
import { spawn } from 'node:child_process'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { programEnvironment } from '@/lib/env'
import { hasPostgresTable, openPostgres, postgresEngine } from '@/lib/store/db/postgres/postgres'
import type { Schema } from '@/lib/store/db/schema'
import { splitLines } from './lines'
import type { DatabaseFacts, MigrationRow } from './sqlite-copy'

/** Written by `npm run restore` before the dump arrives, so no dump contains it. */
const RESTORATION_TABLE = 'restoration'

/** Thrown when a program of PostgreSQL is not on this machine. */
export class MissingProgramError extends Error {
  constructor(readonly program: string) {
    super(`${program} is not on this machine.`)
  }
}

/** Thrown when a program of PostgreSQL fails; the message is its own. */
export class PostgresToolError extends Error {
  /** Whether the program is older than the server. */
  get isTooOld(): boolean {
    return /server version mismatch/.test(this.message)
  }
}

/**
 * Dumps a PostgreSQL database in the custom format of pg_dump, in one snapshot with the counts.
 * @param into the path of the dump
 * @throws MissingProgramError, PostgresToolError
 */
export async function dumpPostgres(databaseUrl: string, into: string): Promise<DatabaseFacts> {
  return withPostgres(databaseUrl, kysely =>
    kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        // Counting takes long, and the snapshot must outlive pg_dump.
        await sql`set local statement_timeout = 0`.execute(trx)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx)
        const facts = await readFacts(trx)
        const options = ['--format=custom', '--no-owner', '--no-privileges', `--file=${into}`]
        await runTool('pg_dump', databaseUrl, [
          ...options,
          `--snapshot=${rows[0]?.id}`,
          `--exclude-table=${RESTORATION_TABLE}`,
        ])
        return facts
      }),
  )
}

/** What the database of a server contains, without changing or migrating it. */
export function readPostgresFacts(databaseUrl: string): Promise<DatabaseFacts> {
  return withPostgres(databaseUrl, kysely =>
    kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        await sql`set local statement_timeout = 0`.execute(trx)
        return readFacts(trx)
      }),
  )
}

/**
 * Reads a dump to its end and counts the rows of each table, without a server.
 * @throws MissingProgramError, PostgresToolError
 */
export async function countDumpRows(path: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let table: string | undefined
  await runTool('pg_restore', undefined, ['--data-only', '--file=-', path], line => {
    if (table === undefined) {
      table = /^COPY (?:"?\w+"?\.)?"?(\w+)"? \(/.exec(line)?.[1]
      if (table !== undefined) counts[table] = 0
    } else if (line === '\\.') table = undefined
    else counts[table] = (counts[table] ?? 0) + 1
  })
  return counts
}

/** Loads a dump into a database, completely or not at all. @throws MissingProgramError, PostgresToolError */
export async function loadDump(path: string, databaseUrl: string): Promise<void> {
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  await runTool('pg_restore', databaseUrl, [...options, path])
}

/** Runs `work` with a connection of its own. */
export async function withPostgres<T>(
  databaseUrl: string,
  work: (kysely: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const kysely = openPostgres(databaseUrl)
  try {
    return await work(kysely)
  } finally {
    await kysely.destroy()
  }
}

/** Tables of the schema that Lading uses, without the one of `npm run restore`. */
export async function listPostgresTables(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> ${RESTORATION_TABLE} order by tablename`.execute(
    kysely,
  )
  return rows.map(({ name }) => name)
}

async function readFacts(kysely: Kysely<Schema>): Promise<DatabaseFacts> {
  const counts: Record<string, number> = {}
  for (const name of await listPostgresTables(kysely)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      kysely,
    )
    counts[name] = rows[0]?.count ?? 0
  }
  const { rows: migrations } = (await hasPostgresTable(kysely, 'migration'))
    ? await sql<MigrationRow>`select name, applied_at from migration order by name`.execute(kysely)
    : { rows: [] }
  return {
    engine: await postgresEngine(kysely),
    createdAt: migrations[0]?.applied_at,
    migrations: migrations.map(({ name }) => name),
    counts,
  }
}

/**
 * Runs pg_dump or pg_restore. The password is not among the arguments, which every user of the machine can read. Their
 * messages are in English, because a full disk and a version that is too old are recognised by them.
 */
async function runTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string | undefined,
  args: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const { target, password } = splitPassword(databaseUrl)
  const child = spawn(program, [...(target ? [`--dbname=${target}`] : []), ...args], {
    env: programEnvironment({ LC_ALL: 'C', ...(password !== undefined && { PGPASSWORD: password }) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let messages = ''
  child.stderr.on('data', chunk => {
    messages = (messages + chunk).slice(-2000)
  })
  child.stdout.on('data', splitLines(onLine))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new MissingProgramError(program) : error),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw new PostgresToolError(messages.trim() || `${program} ended with ${code}.`)
}

/** A URL without its password, and the password as the pool reads it, from PGPASSWORD where the URL has none. */
function splitPassword(databaseUrl: string | undefined) {
  if (!databaseUrl) return { target: undefined, password: undefined }
  const { password } = new pg.Client(databaseUrl)
  // As text: `URL` reads none without a host, such as that of a socket.
  const target = databaseUrl.replace(/^(\w+:\/\/[^:@/?#]*):[^/?#]*@/, '$1@').replaceAll(' ', '%20')
  return { target, password: password ?? undefined }
}
