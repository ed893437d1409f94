import 'server-only'
import { sql } from 'kysely'
import type { Database } from './database'

/** Whether the database answers a query within `patience` milliseconds, and has room for something new. */
export async function isUsable(open: () => Promise<Database>, patience = 1000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, patience, false)
  })
  const answers = open()
    .then(async ({ kysely, hasRoom }) => {
      await sql`select name from migration limit 1`.execute(kysely)
      return hasRoom()
    })
    .catch(() => false)
  const isAnswered = await Promise.race([answers, tooLate])
  clearTimeout(timer)
  return isAnswered
}
