import 'server-only'
import { env } from '@/lib/env'
import { openDatabase } from '@/lib/store/database'
import { openDesk, orders } from './runner-fixtures'
import { closeBeforeEnd } from './runner-signals'

// A process of crash tests: presses Register on orders A-1 … A-n and works until it is done, or dies where
// FAILPOINT says. Arguments: JSON of the database's place, origin of the service, n.

const [place = '{}', origin = '', count = '0'] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(place))
const desk = openDesk(database, origin, {
  fail: at => {
    if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
  },
})
closeBeforeEnd(() => desk.runner.close())
await desk.start('register', orders(Number(count)), { clientRequestId: 'press' })
await desk.runner.idle()
await database.close()
