import 'server-only'
import { sql } from 'kysely'
import { type Database, isStorageBusy } from './database'

/**
 * `full`: only the reserved disk space is free. `busy`: no response in time, for example because all connections are in
 * use. `unreachable`: the database cannot be reached or read.
 */
export type DatabaseCondition = 'ok' | 'full' | 'busy' | 'unreachable'

/** Whether the database responds within `timeoutMs` milliseconds and has space for new work, and if not, why. */
export async function checkDatabase(
  open: () => Promise<Database>,
  timeoutMs = 1000,
): Promise<DatabaseCondition> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<DatabaseCondition>(resolve => {
    timer = setTimeout(resolve, timeoutMs, 'busy')
  })
  const judged = open()
    .then(async ({ kysely, hasRoom }): Promise<DatabaseCondition> => {
      await sql`select name from migration limit 1`.execute(kysely)
      return hasRoom() ? 'ok' : 'full'
    })
    .catch((error: unknown): DatabaseCondition => (isStorageBusy(error) ? 'busy' : 'unreachable'))
  const condition = await Promise.race([judged, tooLate])
  clearTimeout(timer)
  return condition
}
