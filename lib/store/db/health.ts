import 'server-only'
import { sql } from 'kysely'
import type { Database } from './database'

/** Whether the database responds within `timeoutMs` milliseconds and has space for new work. */
export async function isDatabaseUsable(open: () => Promise<Database>, timeoutMs = 1000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const usable = open()
    .then(async ({ kysely, hasRoom }) => {
      await sql`select name from migration limit 1`.execute(kysely)
      return hasRoom()
    })
    .catch(() => false)
  const isUsable = await Promise.race([usable, tooLate])
  clearTimeout(timer)
  return isUsable
}
