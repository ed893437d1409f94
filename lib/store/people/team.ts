import 'server-only'
import type { Role } from '@/lib/roles'
import type { Db } from '@/lib/store/db/database'
import { voidLinksOf, withdrawInvitation } from './invitations'
import { recordOperatorEvent } from './operator-events'
import type { Operator } from './operators'
import { endOtherSessions, endSessionsOf } from './sign-in/sessions'

/** An operator for those who manage the team. */
export interface Member extends Operator {
  readonly createdAt: string
  /** When they were removed; null: active. */
  readonly removedAt: string | null
  /** When a session of theirs was last used; null: none is open. */
  readonly seenAt: string | null
}

/** All operators who are people, removed ones last. */
export async function listMembers(db: Db): Promise<Member[]> {
  const rows = await db
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
    .where('operator.is_program', '=', 0)
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

/** Why a change is refused: the last administrator cannot be removed, or the operator does not exist. */
export type TeamRefusal = 'last_administrator' | 'gone'

/** Changes an operator's role from their next request on. @returns the refusal; undefined: done */
export async function changeRole(
  trx: Db,
  change: {
    readonly id: string
    readonly role: Role
    readonly by: string
    /** What the log says; by default that a person changed it. */
    readonly event?: 'role' | 'provider_role'
  },
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
  await recordOperatorEvent(
    trx,
    { operatorId: change.id, actor: change.by, event: change.event ?? 'role', detail },
    now,
  )
  return undefined
}

/**
 * Removes an operator: ends all sessions, prevents sign-ins, and voids links that they received or created.
 * Their name stays in the history. @returns the refusal; undefined: done
 */
export async function removeMember(
  trx: Db,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<TeamRefusal | undefined> {
  const before = await lockMember(trx, id)
  if (!before) return 'gone'
  if (before.role === 'administrator' && (await isLastAdministrator(trx, id))) return 'last_administrator'
  await trx.updateTable('operator').set({ disabled_at: now.toISOString() }).where('id', '=', id).execute()
  await endSessionsOf(trx, id)
  await voidLinksOf(trx, id)
  await withdrawLinks(trx, { made: id, by }, now)
  await recordOperatorEvent(trx, { operatorId: id, actor: by, event: 'removed', detail: before.email }, now)
  return undefined
}

/** Withdraws the links of an operator who may not create any now, because they may know them. */
async function withdrawLinks(
  trx: Db,
  { made, by }: { readonly made: string; readonly by: string },
  now: Date,
): Promise<void> {
  const links = await trx.selectFrom('invitation').select('id').where('created_by', '=', made).execute()
  for (const { id } of links) await withdrawInvitation(trx, id, by, now)
}

/** Restores a removed operator with role and password. @returns whether there was one */
export async function restoreMember(
  trx: Db,
  { id, by }: { readonly id: string; readonly by: string },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('operator')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .where('is_program', '=', 0)
    .where('disabled_at', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!row) return false
  await recordOperatorEvent(trx, { operatorId: id, actor: by, event: 'restored', detail: row.email }, now)
  return true
}

/** Sets an operator's own password, ends their other sessions, and voids an unused link to set it. */
export async function changePassword(
  trx: Db,
  change: { readonly id: string; readonly passwordHash: string; readonly keptSession: string | undefined },
  now: Date,
): Promise<void> {
  const { id, passwordHash, keptSession } = change
  await trx.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await endOtherSessions(trx, { operatorId: id, kept: keptSession })
  await voidLinksOf(trx, id)
  await recordOperatorEvent(trx, { operatorId: id, actor: id, event: 'password' }, now)
}

/**
 * An active operator. All administrators are locked first: if two remove each other at the same time, the
 * second one waits and then is the last.
 */
async function lockMember(trx: Db, id: string) {
  await trx
    .updateTable('operator')
    .set(part => ({ role: part.ref('role') }))
    .where('role', '=', 'administrator')
    .execute()
  return trx
    .selectFrom('operator')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('is_program', '=', 0)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

async function isLastAdministrator(trx: Db, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('operator')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other === undefined
}
