import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Scope } from '@/lib/contract/operations'
import type { Handle } from './database'
import { allScopes, readScopes, writeScopes } from './scopes'

/** The client as which Lading asks itself. It looks after itself, so nobody issues to it or revokes it by hand. */
export const DESK_CLIENT = 'Lading desk'

/** A client without its credentials. */
export interface ClientHead {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Whether it is Lading itself. */
  readonly isOwn: boolean
  readonly createdAt: string
  readonly revokedAt: string | null
}

/** What one is made with. */
export interface NewClient {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The operator who makes it; null: a command, or Lading itself. */
  readonly createdBy: string | null
}

/** Makes a client; undefined when the name is taken, be it by one that was revoked: its orders are kept by it. */
export async function makeClient(
  handle: Handle,
  client: NewClient,
  now: Date = new Date(),
): Promise<ClientHead | undefined> {
  const row = await handle
    .insertInto('service_client')
    .values({
      id: randomUUID(),
      name: client.name,
      scopes: writeScopes(client.scopes),
      created_at: now.toISOString(),
      created_by: client.createdBy,
      revoked_at: null,
    })
    .onConflict(conflict => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toHead(row)
}

/** A client by its id. */
export async function findClient(handle: Handle, id: string): Promise<ClientHead | undefined> {
  const row = await handle.selectFrom('service_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toHead(row)
}

/**
 * The client called `name`, which is made when there is none, with `scopes` (both unless told).
 * @throws Error when it was revoked, or is there with other scopes than were asked for.
 */
export async function findOrMakeClient(
  handle: Handle,
  name: string,
  scopes: readonly Scope[] | undefined,
  now: Date,
): Promise<ClientHead> {
  await makeClient(handle, { name, scopes: scopes ?? allScopes, createdBy: null }, now)
  const row = await handle
    .selectFrom('service_client')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (row.revoked_at) throw new Error(`“${name}” was revoked. Choose another name.`)
  if (scopes && writeScopes(scopes) !== row.scopes) {
    throw new Error(
      `“${name}” is there already, with the scopes ${row.scopes.replaceAll(' ', ', ')}. Leave --scopes out, or choose another name.`,
    )
  }
  return toHead(row)
}

interface HeadRow {
  id: string
  name: string
  scopes: string
  created_at: string
  revoked_at: string | null
}

/** What may be known of a row. */
export const toHead = (row: HeadRow): ClientHead => ({
  id: row.id,
  name: row.name,
  scopes: readScopes(row.scopes),
  isOwn: row.name === DESK_CLIENT,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})
