import 'server-only'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { CredentialTest, CredentialTests, SecretInfo } from '@/lib/contract/credentials'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Warehouse } from '@/lib/contract/warehouses'
import { env, ownOrigin } from '@/lib/env'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { emptySecrets, openSecret, sealSecrets } from './sealed-secrets'
import type { ConnectionTable } from './tables'

/** A connection as screens see it: without secrets. */
export interface Connection {
  readonly id: string
  readonly name: string
  readonly kind: 'embedded' | 'remote'
  readonly environment: 'test' | 'production'
  /** Origin and an optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** How the embedded service misbehaves towards it; null: not at all. */
  readonly rehearsal: Rehearsal | null
  /**
   * Whether its service honours idempotency keys, so that an unconfirmed request can be sent again; `broken`: it was
   * enabled, and a repetition contradicted it.
   */
  readonly idempotency: ConnectionRow['idempotency']
  readonly accessToken: SecretInfo
  /** ISO 8601; null: unknown. */
  readonly accessTokenExpiresAt: string | null
  readonly secretKey: SecretInfo
  /** Null: not tested since the secret was entered. */
  readonly tests: CredentialTests
  /** Maximum orders of one request. */
  readonly checkSize: number
  readonly registerSize: number
  /** Maximum check requests at the same time. */
  readonly checkParallel: number
  /** Warehouses of its service; empty: unknown. */
  readonly warehouses: readonly Warehouse[]
  /** The address of an order in the console of its shipping company, with placeholders; '': unknown. */
  readonly consoleLink: string
  /** Whether an administrator chose it for new drafts. */
  readonly isDefault: boolean
  /** When its settings were changed last, ISO 8601. */
  readonly updatedAt: string
}

/** The secrets of a connection in plain text. They never leave the server. */
interface OpenCredentials {
  readonly accessToken: string | undefined
  readonly secretKey: string | undefined
}

/** What an operator enters. An absent secret stays unchanged. */
export interface ConnectionInput {
  readonly name: string
  readonly environment: 'test' | 'production'
  readonly baseUrl: string
  readonly accessToken?: string | undefined
  readonly secretKey?: string | undefined
  readonly checkSize?: number | undefined
  readonly registerSize?: number | undefined
  readonly checkParallel?: number | undefined
  readonly warehouses?: readonly Warehouse[] | undefined
  readonly consoleLink?: string | undefined
}

/**
 * Default orders per request. Registrations are small, because an interrupted one leaves all of its orders
 * unknown.
 */
export const DEFAULT_SIZES = { check: 500, register: 50, parallel: 2 } as const

/** A stored connection with sealed secrets. */
export type ConnectionRow = Selectable<ConnectionTable>

/**
 * The environment in which a number can be registered once. Connections to one origin share it; test and
 * production never do. The embedded service has its own, whatever its port.
 */
export function environmentId(connection: Pick<Connection, 'kind' | 'environment' | 'baseUrl'>): string {
  if (connection.kind === 'embedded') return 'embedded'
  return `${connection.environment}:${new URL(connection.baseUrl).origin}`
}

/** All connections: the sandbox first, then by name. */
export async function listConnections(db: Db): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connection')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map(toConnection)
}

/** A connection by its id; undefined if there is none, or it was deleted. */
export async function findConnection(db: Db, id: string): Promise<Connection | undefined> {
  const row = await findRow(db, id)
  return row && toConnection(row)
}

/**
 * The console link of the connection of a run, which may have been deleted since.
 * @returns '' without a link, and where the connection leads to another environment by now: the console of another
 * company says nothing about the orders of the run
 */
export async function findConsoleLink(db: Db, runId: string): Promise<string> {
  const row = await db
    .selectFrom('connection')
    .innerJoin('run', 'run.connection_id', 'connection.id')
    .selectAll('connection')
    .select('run.env_id')
    .where('run.id', '=', runId)
    .executeTakeFirst()
  return row && environmentId(toConnection(row)) === row.env_id ? row.console_link : ''
}

/**
 * The connection on which new drafts start: the one that an administrator chose, otherwise the sandbox, otherwise
 * another for tests. Undefined when only production is left: that must be chosen.
 */
export const defaultConnection = <C extends Pick<Connection, 'isDefault' | 'kind' | 'environment'>>(
  connections: readonly C[],
): C | undefined =>
  connections.find(one => one.isDefault) ??
  connections.find(one => one.kind === 'embedded') ??
  connections.find(one => one.environment === 'test')

/** The connection with an id, otherwise the one on which new drafts start. */
export const connectionToUse = (
  connections: readonly Connection[],
  id: string | null,
): Connection | undefined => connections.find(one => one.id === id) ?? defaultConnection(connections)

/** No other transaction changes the connection until this one ends. */
export async function lockConnection(trx: DbTransaction, id: string): Promise<void> {
  await trx
    .updateTable('connection')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id)
    .execute()
}

/** Creates a connection to a remote service. */
export async function createConnection(
  db: Db,
  input: ConnectionInput,
  ring: Keyring = keyring(),
): Promise<Connection> {
  const now = new Date().toISOString()
  const row: ConnectionRow = {
    ...emptySecrets,
    id: randomUUID(),
    name: input.name,
    kind: 'remote',
    environment: input.environment,
    base_url: input.baseUrl,
    rehearsal: null,
    idempotency: 'off',
    check_size: input.checkSize ?? DEFAULT_SIZES.check,
    register_size: input.registerSize ?? DEFAULT_SIZES.register,
    check_parallel: input.checkParallel ?? DEFAULT_SIZES.parallel,
    warehouses: JSON.stringify(input.warehouses ?? []),
    console_link: input.consoleLink ?? '',
    is_default: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  const whole = { ...row, ...sealSecrets(ring, row, input, now) }
  await db.insertInto('connection').values(whole).execute()
  return toConnection(whole)
}

/**
 * Changes a connection. A new origin or environment removes the stored secrets, so that they cannot be
 * collected by pointing the connection at another server.
 * @returns undefined if there is no such connection, or it is the sandbox, which cannot be edited
 */
export async function updateConnection(
  db: Db,
  id: string,
  input: ConnectionInput,
  ring: Keyring = keyring(),
): Promise<Connection | undefined> {
  const before = await findRow(db, id)
  if (!before || before.kind === 'embedded') return undefined
  const now = new Date().toISOString()
  const to = { environment: input.environment, base_url: input.baseUrl }
  const moved = { ...before, ...to }
  const isElsewhere = environmentId(toConnection(moved)) !== environmentId(toConnection(before))
  // Unchanged secrets are not written: a concurrent rewrap may be replacing them
  // (lib/store/secrets/rewrap.ts).
  const change: Partial<ConnectionRow> = {
    ...to,
    ...(isElsewhere ? emptySecrets : {}),
    name: input.name,
    check_size: input.checkSize ?? before.check_size,
    register_size: input.registerSize ?? before.register_size,
    check_parallel: input.checkParallel ?? before.check_parallel,
    warehouses: input.warehouses ? JSON.stringify(input.warehouses) : before.warehouses,
    console_link: input.consoleLink ?? before.console_link,
    // Test results are valid only for one address.
    ...(input.baseUrl === before.base_url
      ? {}
      : { access_token_test: null, secret_key_test: null, idempotency: 'off' as const }),
    // New drafts go to production only after an administrator chose that.
    ...(input.environment === before.environment ? {} : { is_default: 0 }),
    updated_at: now,
    ...sealSecrets(ring, moved, input, now),
  }
  await db.updateTable('connection').set(change).where('id', '=', id).execute()
  return toConnection({ ...before, ...change })
}

/**
 * Stores whether the service of a connection honours idempotency keys. The sandbox always does.
 * @param baseUrl only if the connection still has this address: the one that was tested
 * @returns whether it was stored
 */
export async function setIdempotency(
  db: Db,
  id: string,
  idempotency: ConnectionRow['idempotency'],
  baseUrl?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set({ idempotency })
    .where('id', '=', id)
    .where('kind', '=', 'remote')
    .$if(baseUrl !== undefined, query => query.where('base_url', '=', baseUrl ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The secrets of a connection, for the side that sends. A secret that cannot be opened counts as absent. */
export async function openCredentials(
  db: Db,
  connection: Pick<Connection, 'id'>,
  ring: Keyring = keyring(),
): Promise<OpenCredentials> {
  const row = await findRow(db, connection.id)
  return row ? credentialsOf(row, ring) : { accessToken: undefined, secretKey: undefined }
}

/** Whether a connection has everything that an operator enters: a repeated save changes nothing. */
export async function hasInput(
  db: Db,
  connection: Connection,
  input: ConnectionInput,
  ring: Keyring = keyring(),
): Promise<boolean> {
  const stored = { ...connection, ...(await openCredentials(db, connection, ring)) }
  return Object.entries(input).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, stored[name as keyof ConnectionInput]),
  )
}

/**
 * A connection with its decrypted credentials, from one read: an edit meanwhile cannot combine the address of before
 * with the credentials of after.
 */
export async function findWithCredentials(
  db: Db,
  id: string,
  ring: Keyring = keyring(),
): Promise<{ readonly connection: Connection; readonly credentials: OpenCredentials } | undefined> {
  const row = await findRow(db, id)
  return row && { connection: toConnection(row), credentials: credentialsOf(row, ring) }
}

const credentialsOf = (row: ConnectionRow, ring: Keyring): OpenCredentials => ({
  accessToken: openSecret(ring, row, 'access_token'),
  secretKey: openSecret(ring, row, 'secret_key'),
})

/** A connection without its secrets: whether and when they were entered, and their last characters. */
export function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    environment: row.environment,
    baseUrl: row.kind === 'embedded' ? embeddedUrl(row.rehearsal) : row.base_url,
    rehearsal: row.rehearsal,
    idempotency: row.kind === 'embedded' ? 'honoured' : row.idempotency,
    accessToken: {
      hasSecret: row.access_token !== null,
      last4: row.access_token_last4,
      updatedAt: row.access_token_at,
    },
    accessTokenExpiresAt: row.access_token_expires_at,
    secretKey: {
      hasSecret: row.secret_key !== null,
      last4: row.secret_key_last4,
      updatedAt: row.secret_key_at,
    },
    tests: { accessToken: readTest(row.access_token_test), secretKey: readTest(row.secret_key_test) },
    checkSize: row.check_size,
    registerSize: row.register_size,
    checkParallel: row.check_parallel,
    warehouses: JSON.parse(row.warehouses),
    consoleLink: row.console_link,
    isDefault: row.is_default === 1,
    updatedAt: row.updated_at,
  }
}

const readTest = (json: string | null): CredentialTest | null => (json === null ? null : JSON.parse(json))

/** The origin of the embedded service; below the simulator's path it misbehaves. */
const embeddedUrl = (rehearsal: Rehearsal | null) =>
  rehearsal === null ? ownOrigin(env()) : `${ownOrigin(env())}/simulator/${rehearsal}`

function findRow(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
