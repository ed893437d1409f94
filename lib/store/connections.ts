import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Warehouse } from '@/lib/contract/warehouses'
import { env, ownOrigin } from '@/lib/env'
import { emptySecrets, openSecret, sealSecrets } from './connection-secrets'
import type { ConnectionTable } from './connection-tables'
import type { Handle } from './database'
import { type Keyring, keyring } from './keyring'

/** What a screen may know of a stored secret. */
export interface SecretInfo {
  readonly hasSecret: boolean
  readonly last4: string | null
  readonly updatedAt: string | null
}

/** What a credential came to when it was tried; `connections.probe.<code>` of lib/words says it. */
export interface CredentialTest {
  readonly code: string
  /** ISO 8601. */
  readonly at: string
  /** What its sentences need. */
  readonly values?: Readonly<Record<string, string | number>>
}

/** A connection as screens see it: without secrets. */
export interface Connection {
  readonly id: string
  readonly name: string
  readonly kind: 'embedded' | 'remote'
  readonly environment: 'test' | 'production'
  /** Origin and an optional path prefix, without a slash at its end. */
  readonly baseUrl: string
  /** How the embedded service misbehaves towards it; null: not at all. */
  readonly rehearsal: Rehearsal | null
  readonly accessToken: SecretInfo
  readonly secretKey: SecretInfo
  /** Null: not tried since it was given. */
  readonly tests: Readonly<Record<'accessToken' | 'secretKey', CredentialTest | null>>
  /** Orders of one request, at most. */
  readonly checkSize: number
  readonly registerSize: number
  /** Check requests under way at once, at most. */
  readonly checkParallel: number
  /** Where its service takes parcels in; empty: not known. */
  readonly warehouses: readonly Warehouse[]
}

/** The secrets of a connection in the clear. They never leave the server. */
export interface OpenCredentials {
  readonly accessToken: string | undefined
  readonly secretKey: string | undefined
}

/** What an operator fills in. A secret that is left out stays as it is. */
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
}

/** Orders a request carries when nobody chose otherwise. A registration is small: it is the most that may be in doubt. */
export const DEFAULT_SIZES = { check: 500, register: 50, parallel: 2 } as const

/** A stored connection, secrets sealed. */
export type ConnectionRow = Selectable<ConnectionTable>

/**
 * Where a number can be registered once: two connections to one origin share it, test and production never do.
 * The embedded service keeps its own, whatever port it listens on.
 */
export function environmentId(connection: Pick<Connection, 'kind' | 'environment' | 'baseUrl'>): string {
  if (connection.kind === 'embedded') return 'embedded'
  return `${connection.environment}:${new URL(connection.baseUrl).origin}`
}

/** All connections, the sandbox first, then by name. */
export async function listConnections(handle: Handle): Promise<Connection[]> {
  const rows = await handle
    .selectFrom('connection')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map(toConnection)
}

/** A connection by id. */
export async function findConnection(handle: Handle, id: string): Promise<Connection | undefined> {
  const row = await findRow(handle, id)
  return row && toConnection(row)
}

/** Makes a connection to a service elsewhere. */
export async function createConnection(
  handle: Handle,
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
    check_size: input.checkSize ?? DEFAULT_SIZES.check,
    register_size: input.registerSize ?? DEFAULT_SIZES.register,
    check_parallel: input.checkParallel ?? DEFAULT_SIZES.parallel,
    warehouses: JSON.stringify(input.warehouses ?? []),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  const whole = { ...row, ...sealSecrets(ring, row, input, now) }
  await handle.insertInto('connection').values(whole).execute()
  return toConnection(whole)
}

/**
 * Changes a connection. Another origin or environment voids the stored secrets, so that nobody collects them by
 * pointing the connection at a server of his own: what is not given anew is gone.
 * @returns undefined when there is no such connection, or it is the sandbox, which looks after itself.
 */
export async function updateConnection(
  handle: Handle,
  id: string,
  input: ConnectionInput,
  ring: Keyring = keyring(),
): Promise<Connection | undefined> {
  const before = await findRow(handle, id)
  if (!before || before.kind === 'embedded') return undefined
  const now = new Date().toISOString()
  const to = { environment: input.environment, base_url: input.baseUrl }
  const moved = { ...before, ...to }
  const isElsewhere = environmentId(toConnection(moved)) !== environmentId(toConnection(before))
  // Secrets that stay are not written: they may be sealed anew at this moment (lib/store/rewrap.ts).
  const change: Partial<ConnectionRow> = {
    ...to,
    ...(isElsewhere ? emptySecrets : {}),
    name: input.name,
    check_size: input.checkSize ?? before.check_size,
    register_size: input.registerSize ?? before.register_size,
    check_parallel: input.checkParallel ?? before.check_parallel,
    warehouses: input.warehouses ? JSON.stringify(input.warehouses) : before.warehouses,
    // What was tried was tried at the address of then.
    ...(input.baseUrl === before.base_url ? {} : { access_token_test: null, secret_key_test: null }),
    updated_at: now,
    ...sealSecrets(ring, moved, input, now),
  }
  await handle.updateTable('connection').set(change).where('id', '=', id).execute()
  return toConnection({ ...before, ...change })
}

/** Unseals the secrets of a connection, for the side that sends. One that does not open counts as absent. */
export async function openCredentials(
  handle: Handle,
  connection: Pick<Connection, 'id'>,
  ring: Keyring = keyring(),
): Promise<OpenCredentials> {
  const row = await findRow(handle, connection.id)
  return {
    accessToken: row && openSecret(ring, row, 'access_token'),
    secretKey: row && openSecret(ring, row, 'secret_key'),
  }
}

/** What a screen may know of a row. */
export function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    environment: row.environment,
    baseUrl: row.kind === 'embedded' ? embeddedUrl(row.rehearsal) : row.base_url,
    rehearsal: row.rehearsal,
    accessToken: {
      hasSecret: row.access_token !== null,
      last4: row.access_token_last4,
      updatedAt: row.access_token_at,
    },
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
  }
}

const readTest = (json: string | null): CredentialTest | null => (json === null ? null : JSON.parse(json))

/** The embedded service is wherever this process listens; below the simulator's path it misbehaves. */
const embeddedUrl = (rehearsal: Rehearsal | null) =>
  rehearsal === null ? ownOrigin(env()) : `${ownOrigin(env())}/simulator/${rehearsal}`

function findRow(handle: Handle, id: string): Promise<ConnectionRow | undefined> {
  return handle
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
