import 'server-only'
import { sql } from 'kysely'
import { type Database, isStorageBusy } from './database'

/**
 * `full`: only the reserved disk space is free. `busy`: no response in time, for example because all connections are in
 * use. `unreachable`: the database cannot be reached or read.
 */
export type DatabaseCondition = 'ok' | 'full' | 'busy' | 'unreachable'

/** A check under way. */
interface Pending {
  readonly judged: Promise<DatabaseCondition>
  /** When it began, in milliseconds. */
  readonly since: number
}

/** Anyone may ask, and a database that does not respond must not be asked again and again. */
const pending = new WeakMap<() => Promise<Database>, Pending>()

/** A check that takes longer is not waited for any more: its connection may be dead. In milliseconds. */
const MAX_SHARED_MS = 5_000

/**
 * Whether the database responds within `timeoutMs` milliseconds and has space for new work, and if not, why. Calls with
 * the same `open` share the check that is under way.
 */
export async function checkDatabase(
  open: () => Promise<Database>,
  timeoutMs = 1000,
): Promise<DatabaseCondition> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<DatabaseCondition>(resolve => {
    timer = setTimeout(resolve, timeoutMs, 'busy')
  })
  const condition = await Promise.race([shareCheck(open), tooLate])
  clearTimeout(timer)
  return condition
}

function shareCheck(open: () => Promise<Database>): Promise<DatabaseCondition> {
  const now = performance.now()
  const known = pending.get(open)
  if (known && now - known.since < MAX_SHARED_MS) return known.judged
  const check: Pending = { judged: judge(open), since: now }
  pending.set(open, check)
  void check.judged.finally(() => {
    if (pending.get(open) === check) pending.delete(open)
  })
  return check.judged
}

async function judge(open: () => Promise<Database>): Promise<DatabaseCondition> {
  try {
    const { kysely, hasRoom } = await open()
    await sql`select name from migration limit 1`.execute(kysely)
    return hasRoom() ? 'ok' : 'full'
  } catch (error) {
    return isStorageBusy(error) ? 'busy' : 'unreachable'
  }
}
