import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Scope } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'
import { allScopes, readScopes, writeScopes } from './scopes'

const t = getTranslations('terminal.issueCredentials')

/** The client that Lading itself uses. Its credentials are managed automatically. */
export const DESK_CLIENT = 'Lading desk'

/** A client without its credentials. */
export interface ClientInfo {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Whether it is Lading itself. */
  readonly isOwn: boolean
  readonly createdAt: string
  readonly revokedAt: string | null
}

interface NewClient {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The operator who creates it; null: a command, or Lading itself. */
  readonly createdBy: string | null
}

/**
 * Creates a client; undefined if the name is taken, also by a revoked client, because orders belong to it.
 */
export async function createClient(
  db: Db,
  client: NewClient,
  now: Date = new Date(),
): Promise<ClientInfo | undefined> {
  const row = await db
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
  return row && toClientInfo(row)
}

/** A client, also a revoked one. */
export async function findClient(db: Db, id: string): Promise<ClientInfo | undefined> {
  const row = await db.selectFrom('service_client').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toClientInfo(row)
}

/**
 * The client called `name`, created with `scopes` (default: all) if it does not exist.
 * @throws Error if it was revoked, or has other scopes
 */
export async function findOrCreateClient(
  db: Db,
  name: string,
  scopes: readonly Scope[] | undefined,
  now: Date,
): Promise<ClientInfo> {
  await createClient(db, { name, scopes: scopes ?? allScopes, createdBy: null }, now)
  const row = await db
    .selectFrom('service_client')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (row.revoked_at) throw new Error(t('revoked', { name }))
  if (scopes && writeScopes(scopes) !== row.scopes) {
    throw new Error(t('otherScopes', { name, scopes: row.scopes.replaceAll(' ', ', ') }))
  }
  return toClientInfo(row)
}

/** The clients that are not revoked, each with the id of the operator who created it, if it was one. */
export async function listClientCreators(
  db: Db,
): Promise<readonly { readonly name: string; readonly createdBy: string | null }[]> {
  return db
    .selectFrom('service_client')
    .select(['name', 'created_by as createdBy'])
    .where('revoked_at', 'is', null)
    .orderBy('name')
    .execute()
}

interface HeadRow {
  id: string
  name: string
  scopes: string
  created_at: string
  revoked_at: string | null
}

/** A stored client as the desk shows it. */
export const toClientInfo = (row: HeadRow): ClientInfo => ({
  id: row.id,
  name: row.name,
  scopes: readScopes(row.scopes),
  isOwn: row.name === DESK_CLIENT,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})
