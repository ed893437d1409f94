import 'server-only'
import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { logFault } from '@/lib/log/log'
import type { Role } from '@/lib/roles'
import { type Db, isStorageFull } from '@/lib/store/db/database'
import type { Schema } from '@/lib/store/db/schema'
import { batches } from '@/lib/store/db/statements/batches'
import type { Operator } from '@/lib/store/people/operators'
import type { SessionMethod } from '@/lib/store/people/tables'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time-units'
import { voidChallengesOf } from './auth-challenges'
import { mustAddSecondFactor } from './sign-in-policy'

/** A session ends after this time without requests (ms). */
const IDLE_TIMEOUT_MS = 8 * HOUR_MS
/** A session ends after this time in any case (ms). */
export const SESSION_LIFETIME_MS = 7 * DAY_MS
/** How long a confirmation of the password is recent (ms): actions that grant access ask again after that. */
const PASSWORD_RECENT_MS = 10 * MINUTE_MS

/** Longer user agents, which come from outside, are cut. In characters. */
const MAX_USER_AGENT = 400

/** A sign-in: operator and device. */
interface NewSession {
  readonly operatorId: string
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  /** The previous session of the same browser, which ends. */
  readonly replaces?: string | undefined
  /** How the person signed in; absent: with a password. */
  readonly method?: SessionMethod
  /** When they proved who they are; absent: now, null: unknown. */
  readonly provedAt?: Date | null
}

/** A session as its owner sees it. */
interface ListedSession {
  readonly id: string
  readonly startedAt: string
  readonly seenAt: string
  /** '' if unknown, as for sessions of an older version. */
  readonly address: string
  readonly userAgent: string
}

/**
 * Starts a session and returns the id for its cookie. Expired sessions are deleted.
 */
export async function startSession(
  db: Db,
  { operatorId, address, userAgent, replaces, method, provedAt }: NewSession,
  now = new Date(),
): Promise<string> {
  const at = now.toISOString()
  await db
    .deleteFrom('session')
    .where(sessions =>
      sessions.or([
        sessions('seen_at', '<=', before(now, IDLE_TIMEOUT_MS)),
        sessions('started_at', '<=', before(now, SESSION_LIFETIME_MS)),
        ...(replaces === undefined ? [] : [sessions('id', '=', replaces)]),
      ]),
    )
    .execute()
  const id = randomUUID()
  await db
    .insertInto('session')
    .values({
      id,
      operator_id: operatorId,
      started_at: at,
      seen_at: at,
      address: address || null,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT) || null,
      proved_at: provedAt === undefined ? at : (provedAt?.toISOString() ?? null),
      method: method ?? null,
    })
    .execute()
  return id
}

/** The operator of a session; undefined if the session has ended or the operator is disabled. */
export async function findSession(db: Db, id: string, now = new Date()): Promise<Operator | undefined> {
  if (endedSessions().has(id)) return undefined
  const row = await db
    .selectFrom('session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select(['operator.id', 'operator.email', 'operator.name', 'operator.role', 'session.seen_at'])
    .select(part => [
      part.case().when(isHeldBack(part)).then(1).else(0).end().as('must_add'),
      part.case().when('operator.password_hash', '=', '').then(1).else(0).end().as('is_passwordless'),
    ])
    .where('session.id', '=', id)
    .where('session.seen_at', '>', before(now, IDLE_TIMEOUT_MS))
    .where('session.started_at', '>', before(now, SESSION_LIFETIME_MS))
    .where('operator.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { seen_at, must_add, is_passwordless, ...operator } = row
  // Once a minute is exact enough for eight hours, and avoids a write on every request.
  if (seen_at <= before(now, MINUTE_MS)) await recordUse(db, id, now)
  return {
    ...operator,
    ...(must_add === 1 && { mustAddSecondFactor: true }),
    ...(is_passwordless === 1 && { isPasswordless: true }),
  }
}

async function recordUse(db: Db, id: string, now: Date): Promise<void> {
  try {
    await touchSessions(db, [id], now)
    await deleteEnded(db)
  } catch (error) {
    // A full disk must not lock out operators, who read, and free space.
    logFault('the last use of a session could not be noted', error)
  }
}

/**
 * Roles of the operators of some sessions, by session; without ended sessions, those of disabled operators, and of
 * operators who must add a second factor first.
 */
export async function listSessionRoles(
  db: Db,
  ids: readonly string[],
  now = new Date(),
): Promise<Map<string, Role>> {
  const roles = new Map<string, Role>()
  for (const some of batches(ids)) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('operator', 'operator.id', 'session.operator_id')
      .select(['session.id', 'operator.role'])
      .where('session.id', 'in', some)
      .where('session.seen_at', '>', before(now, IDLE_TIMEOUT_MS))
      .where('session.started_at', '>', before(now, SESSION_LIFETIME_MS))
      .where('operator.disabled_at', 'is', null)
      .where(part => part.not(isHeldBack(part)))
      .execute()
    for (const { id, role } of rows) if (!endedSessions().has(id)) roles.set(id, role)
  }
  return roles
}

/** The second step of a session that began at the provider is the provider's. */
const isHeldBack = (part: ExpressionBuilder<Schema, 'operator' | 'session'>) =>
  part.and([mustAddSecondFactor(part), part('session.method', 'is', null)])

/** Updates when some sessions were last used. */
export async function touchSessions(db: Db, ids: readonly string[], now = new Date()): Promise<void> {
  for (const some of batches(ids)) {
    await db.updateTable('session').set({ seen_at: now.toISOString() }).where('id', 'in', some).execute()
  }
}

/** The live sessions of an operator, the last used one first. */
export async function listSessions(db: Db, operatorId: string, now = new Date()): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'started_at', 'seen_at', 'address', 'user_agent'])
    .where('operator_id', '=', operatorId)
    .where('seen_at', '>', before(now, IDLE_TIMEOUT_MS))
    .where('started_at', '>', before(now, SESSION_LIFETIME_MS))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    address: row.address ?? '',
    userAgent: row.user_agent ?? '',
  }))
}

/**
 * Ends a session. On a full disk it ends for this process only, and its row is deleted once there is space: a person
 * who signs out leaves, and does not wait for an administrator.
 */
export async function endSession(db: Db, id: string): Promise<void> {
  try {
    await db.deleteFrom('session').where('id', '=', id).execute()
  } catch (error) {
    if (!isStorageFull(error)) throw error
    if (!endedSessions().has(id))
      logFault('the disk is full: a session ended, but its row could not be deleted', error)
    endedSessions().add(id)
  }
}

/** Deletes the rows of sessions that ended on a full disk. */
async function deleteEnded(db: Db): Promise<void> {
  const ids = [...endedSessions()]
  if (ids.length === 0) return
  for (const some of batches(ids)) await db.deleteFrom('session').where('id', 'in', some).execute()
  for (const id of ids) endedSessions().delete(id)
}

// Next compiles a module several times into one process, so shared state is kept on globalThis.
const shared = globalThis as { [key: symbol]: Set<string> | undefined }
const KEY = Symbol.for('lading.ended-sessions')

/** Sessions that ended while their rows could not be deleted. */
function endedSessions(): Set<string> {
  shared[KEY] ??= new Set()
  return shared[KEY]
}

/** Ends every session of an operator and every sign-in under way, after a new password or a removal. */
export async function endSessionsOf(db: Db, operatorId: string): Promise<void> {
  await voidChallengesOf(db, operatorId)
  await db.deleteFrom('session').where('operator_id', '=', operatorId).execute()
}

/** Ends all sessions and sign-ins under way: everyone signs in again. */
export async function endAllSessions(trx: Db): Promise<void> {
  await trx.deleteFrom('auth_challenge').execute()
  await trx.deleteFrom('session').execute()
}

/** Ends one session of an operator. @returns whether it was theirs and still existed */
export async function endOwnSession(
  db: Db,
  { operatorId, id }: { readonly operatorId: string; readonly id: string },
): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions of an operator except `kept`, and sign-ins under way. @returns how many sessions there were */
export async function endOtherSessions(
  db: Db,
  { operatorId, kept }: { readonly operatorId: string; readonly kept: string | undefined },
): Promise<number> {
  await voidChallengesOf(db, operatorId)
  const ended = await db
    .deleteFrom('session')
    .where('operator_id', '=', operatorId)
    .$if(kept !== undefined, query => query.where('id', '<>', kept ?? ''))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Stores that the password was confirmed in a session. */
export async function notePasswordConfirmed(db: Db, id: string, now = new Date()): Promise<void> {
  await db.updateTable('session').set({ proved_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Whether the password was confirmed in a session within PASSWORD_RECENT_MS. */
export async function isPasswordRecent(db: Db, id: string, now = new Date()): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('proved_at', '>', before(now, PASSWORD_RECENT_MS))
    .executeTakeFirst()
  return row !== undefined
}

const before = (now: Date, ms: number) => iso(now.getTime() - ms)
