import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@/lib/roles'
import type { Database, Db } from '@/lib/store/db/database'
import { tokenHash } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { recordOperatorEvent } from './operator-events'
import { addOperator, normalizeEmail, type Operator } from './operators'
import { endSessionsOf } from './sign-in/sessions'

/** How long an invitation is valid, in milliseconds. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS

/** How long a link of `npm run reset-password` is valid, in milliseconds. */
const RESET_LIFETIME_MS = DAY_MS

/** An unused link. */
interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Set: a link to set this operator's password. */
  readonly operatorId: string | null
  /** Name of that operator; null: the link creates an operator. */
  readonly operatorName: string | null
  readonly expiresAt: string
}

/** A new link. With `operatorId` it sets that operator's password. */
interface NewInvitation {
  readonly email: string
  readonly role: Role
  readonly operatorId?: string
  readonly by: string
}

/** The URL of a link. @param publicUrl the origin that browsers use */
export const invitationUrl = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

/** Creates a link and voids older ones for the address. @returns its token, which is not stored */
export async function invite(trx: Db, { email, role, operatorId, by }: NewInvitation, now: Date) {
  const address = normalizeEmail(email)
  const link = { email: address, role, operatorId, by, lifetime: INVITATION_LIFETIME_MS }
  const { id, token } = await insertLink(trx, link, now)
  const event = operatorId ? 'password_link' : 'invited'
  const detail = operatorId ? address : `${address} (${role})`
  await recordOperatorEvent(trx, { operatorId: operatorId ?? id, actor: by, event, detail }, now)
  return token
}

/** A link to set the password of an operator, or why there is none. */
type PasswordReset =
  | { readonly ok: true; readonly email: string; readonly token: string; readonly expiresAt: Date }
  | { readonly ok: false; readonly why: 'unknown' | 'removed' }

/** Creates a password link for a person with access to the server. An older link is voided. */
export async function issuePasswordReset(trx: Db, email: string, now: Date): Promise<PasswordReset> {
  const operator = await trx
    .selectFrom('operator')
    .select(['id', 'email', 'role', 'disabled_at'])
    .where('email', '=', normalizeEmail(email))
    .where('is_program', '=', 0)
    .executeTakeFirst()
  if (!operator) return { ok: false, why: 'unknown' }
  if (operator.disabled_at !== null) return { ok: false, why: 'removed' }
  const { id: operatorId, email: address, role } = operator
  const link = { email: address, role, operatorId, by: operatorId, lifetime: RESET_LIFETIME_MS }
  const { token, expiresAt } = await insertLink(trx, link, now)
  await recordOperatorEvent(
    trx,
    { operatorId, actor: COMMAND_ACTOR, event: 'reset_link', detail: address },
    now,
  )
  return { ok: true, email: address, token, expiresAt }
}

/** The actor in the log for commands at the server, whose user is unknown. */
const COMMAND_ACTOR = 'command'

/** Stores a link and deletes older ones for the address. */
async function insertLink(
  trx: Db,
  link: Omit<NewInvitation, 'operatorId'> & {
    readonly operatorId: string | undefined
    readonly lifetime: number
  },
  now: Date,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + link.lifetime)
  await trx.deleteFrom('invitation').where('email', '=', link.email).execute()
  await trx
    .insertInto('invitation')
    .values({
      id,
      token_hash: tokenHash(token),
      email: link.email,
      role: link.role,
      operator_id: link.operatorId ?? null,
      created_by: link.by,
      created_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute()
  return { id, token, expiresAt }
}

/** Valid links, newest first. */
export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await openInvitations(db, now).orderBy('invitation.created_at', 'desc').execute()
  return rows.map(toInvitation)
}

/** The link of a token; undefined if it is invalid or expired. */
export async function findInvitation(db: Db, token: string, now: Date): Promise<Invitation | undefined> {
  const row = await openInvitations(db, now)
    .where('invitation.token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Withdraws a link. @returns false if it no longer exists */
export async function withdrawInvitation(trx: Db, id: string, by: string, now: Date): Promise<boolean> {
  const taken = await trx
    .deleteFrom('invitation')
    .where('id', '=', id)
    .returning(['email', 'operator_id'])
    .executeTakeFirst()
  if (!taken) return false
  const operatorId = taken.operator_id ?? id
  await recordOperatorEvent(trx, { operatorId, actor: by, event: 'withdrawn', detail: taken.email }, now)
  return true
}

/** Voids the links that an operator received to set a password. */
export async function voidLinksOf(trx: Db, operatorId: string): Promise<void> {
  await trx.deleteFrom('invitation').where('operator_id', '=', operatorId).execute()
}

/** Voids all links that were created before a time, ISO 8601. */
export async function voidLinksBefore(trx: Db, time: string): Promise<void> {
  await trx.deleteFrom('invitation').where('created_at', '<', time).execute()
}

/**
 * Redeems a link: creates the operator, or sets the password and ends all sessions. Of two concurrent
 * requests the one that deletes the row succeeds. Returns undefined, without changes, if the link is void.
 */
export function redeemInvitation(
  database: Database,
  token: string,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
  now = new Date(),
): Promise<Operator | undefined> {
  return database.write(async trx => {
    const spent = await trx
      .deleteFrom('invitation')
      .where('token_hash', '=', tokenHash(token))
      .where('expires_at', '>', now.toISOString())
      .returning(['email', 'role', 'operator_id'])
      .executeTakeFirst()
    if (!spent) return undefined
    const { email, role, operator_id: operatorId } = spent
    if (operatorId) return setPassword(trx, operatorId, passwordHash, now)
    const taken = await trx.selectFrom('operator').select('id').where('email', '=', email).executeTakeFirst()
    if (taken) return undefined
    const operator = await addOperator(trx, { email, name, role, passwordHash })
    const detail = `${email} (${role})`
    await recordOperatorEvent(
      trx,
      { operatorId: operator.id, actor: operator.id, event: 'joined', detail },
      now,
    )
    return operator
  })
}

/** A new password ends every session, including those of an intruder. */
async function setPassword(
  trx: Db,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<Operator | undefined> {
  const operator = await trx
    .updateTable('operator')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirst()
  if (!operator) return undefined
  await endSessionsOf(trx, id)
  await recordOperatorEvent(
    trx,
    { operatorId: id, actor: id, event: 'password', detail: operator.email },
    now,
  )
  return operator
}

const openInvitations = (db: Db, now: Date) =>
  db
    .selectFrom('invitation')
    .leftJoin('operator', 'operator.id', 'invitation.operator_id')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.operator_id',
      'invitation.expires_at',
      'operator.name as operator_name',
    ])
    .where('invitation.expires_at', '>', now.toISOString())

interface Row {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly operator_id: string | null
  readonly operator_name: string | null
  readonly expires_at: string
}

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  operatorId: row.operator_id,
  operatorName: row.operator_name,
  expiresAt: row.expires_at,
})
