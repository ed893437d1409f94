import 'server-only'
import { env } from '@/lib/env'
import { closeBeforeEnd } from '@/lib/server/shutdown'
import { openDatabase } from '@/lib/store/db/database'
import { openTestDesk, orders, preparationOf } from './harness'

// A process of crash tests: registers orders A-1 … A-n until the run is done, or dies at the failpoint FAILPOINT.
// Arguments: JSON of the database's place, origin of the service, n, and how it dies: `kill` (default) or `memory`.

const [place = '{}', origin = '', count = '0', death = 'kill'] = process.argv.slice(2)
function exhaust(): never {
  for (const eaten: unknown[] = []; ; ) eaten.push(new Array(100_000).fill(eaten.length))
}

const database = await openDatabase(JSON.parse(place))
const desk = openTestDesk(database, origin, {
  preparation: preparationOf(() => orders(Number(count))),
  failpoint: at => {
    if (env().failpoint !== at) return
    if (death === 'memory') exhaust()
    process.kill(process.pid, 'SIGKILL')
  },
})
closeBeforeEnd(() => desk.runner.close())
await desk.record('register', { clientRequestId: 'request' })
await desk.runner.idle()
await database.close()
