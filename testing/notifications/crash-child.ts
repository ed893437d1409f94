import 'server-only'
import { env } from '@/lib/env'
import { openDatabase } from '@/lib/store/db/database'
import { recordEvent } from '@/lib/store/notifications/events'
import { testWorker } from './harness'

// A process of crash tests: commits an event, sends it, and dies at the failpoint FAILPOINT.
// Arguments: JSON of the database's place, origin of the receiver, JSON of the event.

const [place = '{}', origin = '', event = '{}'] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(place))
await database.write(trx => recordEvent(trx, JSON.parse(event)))
if (env().failpoint === 'event_committed') process.kill(process.pid, 'SIGKILL')
const { worker } = testWorker(database, {
  allow: [origin],
  failpoint: at => {
    if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
  },
})
await worker.idle()
await database.close()
