import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'
import type { Operator } from './operators'

const MINUTE = 60_000
/** A session that nobody used for this long is over (ms). */
export const IDLE = 8 * 60 * MINUTE
/** A session is over after this long, used or not (ms). */
export const LIFETIME = 7 * 24 * 60 * MINUTE

/** Begins a session and gives the id that its cookie carries. Sessions that are over are swept away. */
export async function startSession(handle: Handle, operatorId: string, now = new Date()): Promise<string> {
  const at = now.toISOString()
  await handle
    .deleteFrom('session')
    .where(sessions =>
      sessions.or([
        sessions('seen_at', '<=', before(now, IDLE)),
        sessions('started_at', '<=', before(now, LIFETIME)),
      ]),
    )
    .execute()
  const id = randomUUID()
  await handle
    .insertInto('session')
    .values({ id, operator_id: operatorId, started_at: at, seen_at: at })
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

/** Ends a session: its cookie is refused from now on. */
export async function endSession(handle: Handle, id: string): Promise<void> {
  await handle.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends every session of an operator, as a new password or a lost right must. */
export async function endSessionsOf(handle: Handle, operatorId: string): Promise<void> {
  await handle.deleteFrom('session').where('operator_id', '=', operatorId).execute()
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
