import 'server-only'
import { sql } from 'kysely'
import type { Database } from './database'

/** Whether the database answers a query within `patience` milliseconds. */
export async function isReadable(open: () => Promise<Database>, patience = 1000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, patience, false)
  })
  const answers = open()
    .then(({ kysely }) => sql`select name from migration limit 1`.execute(kysely))
    .then(
      () => true,
      () => false,
    )
  const isAnswered = await Promise.race([answers, tooLate])
  clearTimeout(timer)
  return isAnswered
}
