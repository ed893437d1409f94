import 'server-only'
import type { Handle } from './database'
import { withdrawInvitation } from './invitations'
import { recordOperatorEvent } from './operator-events'
import type { OperatorRole } from './operator-tables'
import type { Operator } from './operators'
import { endOtherSessions, endSessionsOf } from './sessions'

/** An operator as those who look after the team see them. */
export interface Member extends Operator {
  readonly createdAt: string
  /** Since when they may not sign in; null: they may. */
  readonly removedAt: string | null
  /** When a session of theirs was used last; null: none is open. */
  readonly seenAt: string | null
}

/** Everybody, those who were removed last. */
export async function listMembers(handle: Handle): Promise<Member[]> {
  const rows = await handle
    .selectFrom('operator')
    .leftJoin('session', 'session.operator_id', 'operator.id')
    .select(part => [
      'operator.id',
      'operator.email',
      'operator.name',
      'operator.role',
      'operator.created_at',
      'operator.disabled_at',
      part.fn.max('session.seen_at').as('seen_at'),
    ])
    .groupBy([
      'operator.id',
      'operator.email',
      'operator.name',
      'operator.role',
      'operator.created_at',
      'operator.disabled_at',
    ])
    .orderBy('operator.created_at')
    .execute()
  const members = rows.map(
    ({ created_at: createdAt, disabled_at: removedAt, seen_at: seenAt, ...operator }) => ({
      ...operator,
      createdAt,
      removedAt,
      seenAt,
    }),
  )
  return [...members.filter(one => one.removedAt === null), ...members.filter(one => one.removedAt !== null)]
}

/** Why something is not done to an operator: nobody could look after the team any more, or they are not there. */
export type TeamRefusal = 'last_administrator' | 'gone'

/** Gives an operator another role; it holds from their next request on. @returns why not; undefined: it is done */
export async function changeRole(
  trx: Handle,
  change: { readonly id: string; readonly role: OperatorRole; readonly by: string },
  now: Date,
): Promise<TeamRefusal | undefined> {
  const before = await lockMember(trx, change.id)
  if (!before) return 'gone'
  if (before.role === change.role) return undefined
  if (before.role === 'administrator' && (await isLastAdministrator(trx, change.id)))
    return 'last_administrator'
  await trx.updateTable('operator').set({ role: change.role }).where('id', '=', change.id).execute()
  if (before.role === 'administrator') await withdrawLinks(trx, { made: change.id, by: change.by }, now)
  const detail = `${before.role} → ${change.role}`
  await recordOperatorEvent(trx, { operatorId: change.id, actor: change.by, event: 'role', detail }, now)
  return undefined
}

/**
 * Removes an operator: every session of theirs ends at once, they cannot sign in, and links that they were given or made
 * are void.
 * What they did stays in the record under their name. @returns why not; undefined: it is done
 */
export async function removeMember(
  trx: Handle,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<TeamRefusal | undefined> {
  const before = await lockMember(trx, id)
  if (!before) return 'gone'
  if (before.role === 'administrator' && (await isLastAdministrator(trx, id))) return 'last_administrator'
  await trx.updateTable('operator').set({ disabled_at: now.toISOString() }).where('id', '=', id).execute()
  await endSessionsOf(trx, id)
  await trx.deleteFrom('invitation').where('operator_id', '=', id).execute()
  await withdrawLinks(trx, { made: id, by }, now)
  await recordOperatorEvent(trx, { operatorId: id, actor: by, event: 'removed', detail: before.email }, now)
  return undefined
}

/** Takes back the links that somebody made who may not make any now: who knows one could come in by it. */
async function withdrawLinks(
  trx: Handle,
  { made, by }: { readonly made: string; readonly by: string },
  now: Date,
): Promise<void> {
  const links = await trx.selectFrom('invitation').select('id').where('created_by', '=', made).execute()
  for (const { id } of links) await withdrawInvitation(trx, id, by, now)
}

/** Lets a removed operator in again, with the role and password they had. @returns whether there was one */
export async function restoreMember(
  trx: Handle,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('operator')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!row) return false
  await recordOperatorEvent(trx, { operatorId: id, actor: by, event: 'restored', detail: row.email }, now)
  return true
}

/** Sets an operator's own password and ends their other sessions. */
export async function changePassword(
  trx: Handle,
  change: { readonly id: string; readonly passwordHash: string; readonly keptSession: string | undefined },
  now: Date,
): Promise<void> {
  const { id, passwordHash, keptSession } = change
  await trx.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await endOtherSessions(trx, { operatorId: id, kept: keptSession })
  await recordOperatorEvent(trx, { operatorId: id, actor: id, event: 'password' }, now)
}

/**
 * An operator who may sign in. All administrators are written to first, so that of two who remove each other at the
 * same moment the second waits and then finds himself the last.
 */
async function lockMember(trx: Handle, id: string) {
  await trx
    .updateTable('operator')
    .set(part => ({ role: part.ref('role') }))
    .where('role', '=', 'administrator')
    .execute()
  return trx
    .selectFrom('operator')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

async function isLastAdministrator(trx: Handle, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('operator')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other === undefined
}
