import 'server-only'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import { logFault } from '@/lib/log/log'
import type { Role } from '@/lib/roles'
import type { Db } from '@/lib/store/db/database'
import { type Keyring, newestKey } from '@/lib/store/secrets/keyring'
import { hashSecretKey, keyPrefixes, makeSecretKey, readSecretKey } from '@/lib/store/secrets/secret-key'
import { recordOperatorEvent } from './operator-events'
import type { Operator } from './operators'
import type { DeskKeyTable } from './tables'

/**
 * What a key may do: `intake` delivers files, checks their drafts and reads their status; `register` also registers
 * their orders.
 */
const deskScopes = ['intake', 'register'] as const
export type DeskScope = (typeof deskScopes)[number]

/** The role with which a key acts: the least one that its scopes need. */
const roleOf = (scopes: readonly DeskScope[]): Role => (scopes.includes('register') ? 'registrar' : 'editor')

/** An authenticated key. */
export interface DeskProgram {
  /** What it acts as. */
  readonly operator: Operator
  readonly keyId: string
  readonly scopes: readonly DeskScope[]
}

/** A key as the settings show it. Times are ISO 8601. */
export interface ListedDeskKey {
  readonly id: string
  readonly name: string
  readonly scopes: readonly DeskScope[]
  /** Its first and last characters, by which its owner recognises it. */
  readonly begins: string
  readonly last4: string
  readonly createdAt: string
  /** Name of the administrator who created it. */
  readonly createdBy: string
  /** null: valid until it is revoked. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly state: 'good' | 'over' | 'revoked'
}

interface NewDeskKey {
  readonly name: string
  readonly scopes: readonly DeskScope[]
  /** The administrator who creates it. */
  readonly by: string
  readonly expiresAt: Date | undefined
}

/**
 * Creates a key and the operator as which it acts.
 * @returns the key in plain text, which is not stored; undefined if the name is or was in use
 */
export async function createDeskKey(
  trx: Db,
  ring: Keyring,
  { name, scopes, by, expiresAt }: NewDeskKey,
  now: Date,
): Promise<string | undefined> {
  const taken = await trx.selectFrom('desk_key').select('id').where('name', '=', name).executeTakeFirst()
  if (taken) return undefined
  const { kid, bytes } = newestKey(ring, 'key-pepper')
  const { id, key } = makeSecretKey('desk')
  const operatorId = randomUUID()
  await insertProgram(trx, { id: operatorId, email: `key:${id}`, name, role: roleOf(scopes) }, now)
  await trx
    .insertInto('desk_key')
    .values({
      id,
      operator_id: operatorId,
      name,
      scopes: deskScopes.filter(scope => scopes.includes(scope)).join(' '),
      hash: hashSecretKey(bytes, key).toString('hex'),
      kid,
      last4: key.slice(-4),
      created_by: by,
      created_at: now.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
      revoked_at: null,
      last_used_at: null,
    })
    .execute()
  await recordOperatorEvent(trx, { operatorId, actor: by, event: 'key_created', detail: name }, now)
  return key
}

/** Revokes a key from the next request on. @returns false if it does not exist or was revoked before */
export async function revokeDeskKey(
  trx: Db,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<boolean> {
  const revoked = await trx
    .updateTable('desk_key')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['operator_id', 'name'])
    .executeTakeFirst()
  if (!revoked) return false
  const { operator_id: operatorId, name } = revoked
  await trx
    .updateTable('operator')
    .set({ disabled_at: now.toISOString() })
    .where('id', '=', operatorId)
    .execute()
  await recordOperatorEvent(trx, { operatorId, actor: by, event: 'key_revoked', detail: name }, now)
  return true
}

/** All keys, valid ones first, then by name. */
export async function listDeskKeys(db: Db, now: Date): Promise<ListedDeskKey[]> {
  const rows = await db
    .selectFrom('desk_key')
    .leftJoin('operator', 'operator.id', 'desk_key.created_by')
    .selectAll('desk_key')
    .select('operator.name as operator_name')
    .orderBy('desk_key.name')
    .execute()
  const listed = rows.map(({ operator_name, ...row }) => toListed(row, operator_name ?? '', now))
  return [
    ...listed.filter(({ state }) => state === 'good'),
    ...listed.filter(({ state }) => state !== 'good'),
  ]
}

/** The keys that work, each with the id of the operator who created it. */
export async function listKeyCreators(
  db: Db,
  now: Date,
): Promise<readonly { readonly name: string; readonly createdBy: string }[]> {
  return db
    .selectFrom('desk_key')
    .select(['name', 'created_by as createdBy'])
    .where('revoked_at', 'is', null)
    .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', now.toISOString())]))
    .orderBy('name')
    .execute()
}

function toListed(row: Selectable<DeskKeyTable>, createdBy: string, now: Date): ListedDeskKey {
  return {
    id: row.id,
    name: row.name,
    scopes: readScopes(row.scopes),
    begins: `${keyPrefixes.desk}${row.id.slice(0, 4)}`,
    last4: row.last4,
    createdAt: row.created_at,
    createdBy,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    state: row.revoked_at !== null ? 'revoked' : isOver(row.expires_at, now) ? 'over' : 'good',
  }
}

/** The last use is stored at most this often, in milliseconds, so that most requests need no commit. */
const USE_RECORD_INTERVAL_MS = 60_000

/** The program of a key; undefined if the key is unknown, mistyped, expired or revoked. */
export async function authenticateDeskKey(
  db: Db,
  ring: Keyring,
  key: string,
  now: Date,
): Promise<DeskProgram | undefined> {
  const id = readSecretKey('desk', key)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('desk_key')
    .innerJoin('operator', 'operator.id', 'desk_key.operator_id')
    .selectAll('desk_key')
    .select(['operator.email', 'operator.role'])
    .where('desk_key.id', '=', id)
    .where('operator.disabled_at', 'is', null)
    .executeTakeFirst()
  const pepper = row && ring.derive('key-pepper', row.kid)
  if (!row || !pepper || !timingSafeEqual(Buffer.from(row.hash, 'hex'), hashSecretKey(pepper, key)))
    return undefined
  if (row.revoked_at !== null || isOver(row.expires_at, now)) return undefined
  const sinceUse = row.last_used_at === null ? Infinity : now.getTime() - Date.parse(row.last_used_at)
  if (sinceUse >= USE_RECORD_INTERVAL_MS) await recordUse(db, id, now)
  return {
    operator: { id: row.operator_id, email: row.email, name: row.name, role: row.role },
    keyId: id,
    scopes: readScopes(row.scopes),
  }
}

const isOver = (expiresAt: string | null, now: Date) =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()

/** Scopes that this version does not know are ignored. */
const readScopes = (text: string): DeskScope[] => deskScopes.filter(scope => text.split(' ').includes(scope))

async function recordUse(db: Db, id: string, now: Date): Promise<void> {
  try {
    await db.updateTable('desk_key').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
  } catch (error) {
    // A full disk must not lock out programs that only read.
    logFault('the last use of a desk key could not be noted', error)
  }
}

/** The operator as which the watched folder acts. */
export const FOLDER_OPERATOR: Operator = {
  id: 'inbox-folder',
  email: 'inbox-folder',
  name: 'INBOX_DIR',
  role: 'editor',
}

/** Creates the operator of the watched folder if it does not exist. */
export const ensureFolderOperator = (db: Db, now: Date): Promise<void> =>
  insertProgram(db, FOLDER_OPERATOR, now)

/** An operator that is not a person: it has no real email address, and no password fits. */
async function insertProgram(db: Db, operator: Operator, now: Date): Promise<void> {
  await db
    .insertInto('operator')
    .values({
      ...operator,
      password_hash: '',
      created_at: now.toISOString(),
      disabled_at: null,
      is_program: 1,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}
