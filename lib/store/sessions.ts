import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'
import type { Operator } from './operators'

const MINUTE = 60_000
/** A session that nobody used for this long is over (ms). */
export const IDLE = 8 * 60 * MINUTE
/** A session is over after this long, used or not (ms). */
export const LIFETIME = 7 * 24 * 60 * MINUTE
/** A proof of the password is good for this long (ms): acts that hand out access ask again after it. */
export const PROOF_LIFETIME = 10 * MINUTE

/** User agents come from outside, so longer ones are cut. In characters. */
const MAX_USER_AGENT = 400

/** A sign-in: whose, and from where. */
export interface NewSession {
  readonly operatorId: string
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  /** The session that the same browser had until now. It ends. */
  readonly replaces?: string | undefined
}

/** A session as its owner sees it. */
export interface ListedSession {
  readonly id: string
  readonly startedAt: string
  readonly seenAt: string
  /** '' where it is not known, as for sessions of an older version. */
  readonly address: string
  readonly userAgent: string
}

/**
 * Begins a session and gives the id that its cookie carries. The password was proven just now. Sessions that are over
 * are deleted.
 */
export async function startSession(
  handle: Handle,
  { operatorId, address, userAgent, replaces }: NewSession,
  now = new Date(),
): Promise<string> {
  const at = now.toISOString()
  await handle
    .deleteFrom('session')
    .where(sessions =>
      sessions.or([
        sessions('seen_at', '<=', before(now, IDLE)),
        sessions('started_at', '<=', before(now, LIFETIME)),
        ...(replaces === undefined ? [] : [sessions('id', '=', replaces)]),
      ]),
    )
    .execute()
  const id = randomUUID()
  await handle
    .insertInto('session')
    .values({
      id,
      operator_id: operatorId,
      started_at: at,
      seen_at: at,
      address: address || null,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT) || null,
      proved_at: at,
    })
    .execute()
  return id
}

/** Whose session this is; undefined when it ended, was idle too long, or its operator is disabled. */
export async function findSession(
  handle: Handle,
  id: string,
  now = new Date(),
): Promise<Operator | undefined> {
  const row = await handle
    .selectFrom('session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select(['operator.id', 'operator.email', 'operator.name', 'operator.role', 'session.seen_at'])
    .where('session.id', '=', id)
    .where('session.seen_at', '>', before(now, IDLE))
    .where('session.started_at', '>', before(now, LIFETIME))
    .where('operator.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { seen_at, ...operator } = row
  // Once a minute is exact enough for eight hours, and spares a write on every request.
  if (seen_at <= before(now, MINUTE)) {
    await handle.updateTable('session').set({ seen_at: now.toISOString() }).where('id', '=', id).execute()
  }
  return operator
}

/** The sessions of an operator that are not over, the one that was used last first. */
export async function listSessions(
  handle: Handle,
  operatorId: string,
  now = new Date(),
): Promise<ListedSession[]> {
  const rows = await handle
    .selectFrom('session')
    .select(['id', 'started_at', 'seen_at', 'address', 'user_agent'])
    .where('operator_id', '=', operatorId)
    .where('seen_at', '>', before(now, IDLE))
    .where('started_at', '>', before(now, LIFETIME))
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

/** Ends a session: its cookie is refused from now on. */
export async function endSession(handle: Handle, id: string): Promise<void> {
  await handle.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends every session of an operator, as a new password or a lost right must. */
export async function endSessionsOf(handle: Handle, operatorId: string): Promise<void> {
  await handle.deleteFrom('session').where('operator_id', '=', operatorId).execute()
}

/** Ends one session of an operator. @returns whether it was theirs and still there */
export async function endOwnSession(
  handle: Handle,
  { operatorId, id }: { readonly operatorId: string; readonly id: string },
): Promise<boolean> {
  const ended = await handle
    .deleteFrom('session')
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends the sessions of an operator but one; without one, all. @returns how many there were */
export async function endOtherSessions(
  handle: Handle,
  { operatorId, kept }: { readonly operatorId: string; readonly kept: string | undefined },
): Promise<number> {
  const ended = await handle
    .deleteFrom('session')
    .where('operator_id', '=', operatorId)
    .$if(kept !== undefined, query => query.where('id', '<>', kept ?? ''))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Notes that the password was proven again in a session. */
export async function noteProof(handle: Handle, id: string, now = new Date()): Promise<void> {
  await handle.updateTable('session').set({ proved_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Whether the password was proven in a session within PROOF_LIFETIME. */
export async function isProofFresh(handle: Handle, id: string, now = new Date()): Promise<boolean> {
  const row = await handle
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('proved_at', '>', before(now, PROOF_LIFETIME))
    .executeTakeFirst()
  return row !== undefined
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
