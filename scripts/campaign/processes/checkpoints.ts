import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { env } from '@/lib/env'
import { isStorageBusy, openDatabase } from '@/lib/store/db/database'
import { forceCheckpoint } from '@/testing/store/checkpoint'

// A process that forces a checkpoint every few milliseconds, until it is killed. Prints a line for each successful
// checkpoint.

const database = await openDatabase(env())
for (let round = 0; ; round++) {
  const mode = round % 2 === 0 ? 'TRUNCATE' : 'RESTART'
  const isThrough = await forceCheckpoint(database.kysely, mode).catch(error => {
    if (!isStorageBusy(error)) throw error
    return false
  })
  if (isThrough) console.log(mode)
  await wait(round % 5)
}
