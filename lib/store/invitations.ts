import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database, Handle } from './database'
import { recordOperatorEvent } from './operator-events'
import type { OperatorRole } from './operator-tables'
import { addOperator, normalEmail, type Operator } from './operators'
import { endSessionsOf } from './sessions'

/** How long a link is good, in milliseconds. */
export const INVITATION_LIFETIME = 7 * 24 * 60 * 60_000

/** How long a link that `npm run reset-password` prints is good, in milliseconds. */
export const RESET_LIFETIME = 24 * 60 * 60_000

/** A link that nobody has used yet, as a screen shows it. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: OperatorRole
  /** Set: the link gives this operator a new password. */
  readonly operatorId: string | null
  /** Name of that operator; null: the link makes a new one. */
  readonly operatorName: string | null
  readonly expiresAt: string
}

/** Who is let in, and by whom. `operatorId` makes it a link to a new password. */
export interface NewInvitation {
  readonly email: string
  readonly role: OperatorRole
  readonly operatorId?: string
  readonly by: string
}

/** Where a link leads. @param publicUrl the origin that browsers use */
export const invitationUrl = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

/** Makes a link; an older one to the same address is void. @returns its token, which is kept nowhere */
export async function invite(trx: Handle, { email, role, operatorId, by }: NewInvitation, now: Date) {
  const address = normalEmail(email)
  const link = { email: address, role, operatorId, by, lifetime: INVITATION_LIFETIME }
  const { id, token } = await insertLink(trx, link, now)
  const event = operatorId ? 'password_link' : 'invited'
  const detail = operatorId ? address : `${address} (${role})`
  await recordOperatorEvent(trx, { operatorId: operatorId ?? id, actor: by, event, detail }, now)
  return token
}

/** A link by which the operator of an address sets a new password, or why there is none. */
export type PasswordReset =
  | { readonly ok: true; readonly email: string; readonly token: string; readonly expiresAt: Date }
  | { readonly ok: false; readonly why: 'unknown' | 'removed' }

/** Makes a link to a new password for a person at the server, who need not be signed in. An older link is void. */
export async function issuePasswordReset(trx: Handle, email: string, now: Date): Promise<PasswordReset> {
  const operator = await trx
    .selectFrom('operator')
    .select(['id', 'email', 'role', 'disabled_at'])
    .where('email', '=', normalEmail(email))
    .executeTakeFirst()
  if (!operator) return { ok: false, why: 'unknown' }
  if (operator.disabled_at !== null) return { ok: false, why: 'removed' }
  const { id: operatorId, email: address, role } = operator
  const link = { email: address, role, operatorId, by: operatorId, lifetime: RESET_LIFETIME }
  const { token, expiresAt } = await insertLink(trx, link, now)
  await recordOperatorEvent(trx, { operatorId, actor: COMMAND, event: 'reset_link', detail: address }, now)
  return { ok: true, email: address, token, expiresAt }
}

/** The actor in the record when a person at the server did it: Lading does not know who that is. */
const COMMAND = 'command'

/** Stores a link; an older one to the same address is void. */
async function insertLink(
  trx: Handle,
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
      token_hash: hash(token),
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

/** Links that are good, newest first. */
export async function listInvitations(handle: Handle, now: Date): Promise<Invitation[]> {
  const rows = await goodInvitations(handle, now).orderBy('invitation.created_at', 'desc').execute()
  return rows.map(toInvitation)
}

/** The link that a token belongs to; undefined when it is not, or no longer, good. */
export async function findInvitation(
  handle: Handle,
  token: string,
  now: Date,
): Promise<Invitation | undefined> {
  const row = await goodInvitations(handle, now)
    .where('invitation.token_hash', '=', hash(token))
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Takes a link back. @returns false when it was not there any more */
export async function withdrawInvitation(trx: Handle, id: string, by: string, now: Date): Promise<boolean> {
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

/**
 * Spends a link: makes the operator, or sets their password and ends their sessions. Of two who press at once one gets
 * it: whoever deletes the row. Undefined when the link is void; then nothing is changed.
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
      .where('token_hash', '=', hash(token))
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

/** A new password ends every session: whoever knew the old one is out. */
async function setPassword(
  trx: Handle,
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

const goodInvitations = (handle: Handle, now: Date) =>
  handle
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
  readonly role: OperatorRole
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

// 256 random bits need no slow hash: nobody guesses them from the stored one.
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
