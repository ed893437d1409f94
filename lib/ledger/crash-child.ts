import 'server-only'
import { env } from '@/lib/env'
import { openDatabase } from '@/lib/store/database'
import { openDesk, orders } from './runner-fixtures'
import { closeBeforeEnd } from './runner-signals'

// A process of crash tests: presses Register on orders A-1 … A-n and works until it is done, or dies where
// FAILPOINT says. Arguments: JSON of the database's place, origin of the service, n; how it dies there, `kill` unless
// told `memory`.

const [place = '{}', origin = '', count = '0', death = 'kill'] = process.argv.slice(2)
function exhaust(): never {
  for (const eaten: unknown[] = []; ; ) eaten.push(new Array(100_000).fill(eaten.length))
}

const database = await openDatabase(JSON.parse(place))
const desk = openDesk(database, origin, {
  fail: at => {
    if (env().failpoint !== at) return
    if (death === 'memory') exhaust()
    process.kill(process.pid, 'SIGKILL')
  },
})
closeBeforeEnd(() => desk.runner.close())
await desk.start('register', orders(Number(count)), { clientRequestId: 'press' })
await desk.runner.idle()
await database.close()
