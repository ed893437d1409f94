import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { encode } from 'next-auth/jwt'
import { addOperator } from '@/lib/store/people/operators'
import { startSession } from '@/lib/store/people/sign-in/sessions'
import { loadKeys, makeKeyring, newestKey } from '@/lib/store/secrets/keyring'
import { SeededRandom } from '@/scripts/campaign/seeded-random'
import { stopOnSignals } from '@/scripts/lib/process/run.mjs'
import { type Fleet, startFleet } from './fleet'
import { LoadFigures, summary } from './load-figures'
import { LoadOperator, type LoadSession } from './load-operator'

// `npm run load`, after installing and building.

stopOnSignals()
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '4' },
    operators: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [servers, operators, minutes] = [values.servers, values.operators, values.minutes].map(Number)
if (!servers || !operators || !minutes) throw new Error('--servers, --operators and --minutes are numbers.')

/** Shipping companies: registrations of one environment go one after another. */
const CONNECTIONS = 8

const fleet = await startFleet(servers, CONNECTIONS)
if (!fleet) {
  console.error('A load test needs PostgreSQL on this machine.')
  process.exit(1)
}
const figures = new LoadFigures()
const random = new SeededRandom(Number(values.seed))
// Announcements of this process reach the servers, as those of a server do.
fleet.database.channel.listen('work', () => {})
const sessions = await openSessions(fleet, operators)
const people = sessions.map(
  session => new LoadOperator(fleet, session, new SeededRandom(random.between(1, 1e9)), figures),
)
const before = fleet.processorSeconds()
const workBefore = await fleet.databaseWork()
const databaseBefore = fleet.databaseSeconds()
const began = performance.now()
await Promise.all(people.map(person => person.work(began + minutes * 60_000)))
const seconds = (performance.now() - began) / 1000
const after = fleet.processorSeconds()
const work = await fleet.databaseWork()
const databaseSeconds = fleet.databaseSeconds() - databaseBefore
for (const person of people) person.close()

const counted = fleet.registered()
const doubled = [...counted.values()].filter(ids => ids.length > 1).length
const here = await fleet.database.kysely
  .selectFrom('ledger_order')
  .select(part => part.fn.countAll<number>().as('count'))
  .where('state', '=', 'REGISTERED')
  .executeTakeFirstOrThrow()
const owners = await fleet.database.kysely
  .selectFrom('attempt')
  .select(['owner', part => part.fn.countAll<number>().as('count')])
  .groupBy('owner')
  .execute()
const lost = counted.size - Number(here.count)
const percent = (used: number) => `${Math.round((used / seconds) * 100)} %`
const perSecond = (count: number) => Math.round(count / seconds)
const shares = after.map((at, server) => percent(at - (before[server] ?? 0)))
console.log(`
${operators} operators, ${servers} servers, ${Math.round(seconds)} s (seed ${values.seed})
saves of an edit:       ${summary(figures.saves)}
reads of changes:       ${summary(figures.reads)}
seen by an assistant:   ${summary(figures.noticeDelays)}
check, click to end:    ${summary(figures.runs.check)}
register, click to end: ${summary(figures.runs.register)}
orders: ${counted.size} registered, doubled ${doubled}, lost ${lost}
requests by server: ${owners.map(one => Number(one.count)).join(', ')}
processor by server: ${shares.join(', ')} of a core
PostgreSQL: ${percent(databaseSeconds)} of a core, ${perSecond(work.commits - workBefore.commits)} commits and \
${perSecond((work.logBytes - workBefore.logBytes) / 1024)} KB of log a second; the database grew by \
${Math.round((work.size - workBefore.size) / 1024 / 1024)} MB`)
const faults = (await fleet.log()).split('\n').filter(line => line.includes('"level":"error"'))
for (const [why, count] of figures.failures) console.error(`FAILED ${count} times: ${why}`)
for (const line of faults.slice(0, 5)) console.error(`LOGGED: ${line.slice(0, 400)}`)
await fleet.close()
const isGood = figures.failures.size === 0 && doubled === 0 && lost === 0 && faults.length === 0
console.log(
  isGood ? 'No errors, nothing doubled, nothing lost.' : `${faults.length} lines of faults in the logs.`,
)
process.exit(isGood ? 0 : 1)

/** Creates operators who are signed in: two hundred sign-ins would only measure the hashing of passwords. */
async function openSessions(
  { database, dataDir, connectionIds }: Fleet,
  count: number,
): Promise<LoadSession[]> {
  const secret = newestKey(makeKeyring(loadKeys(dataDir)), 'session').bytes.toString('base64url')
  const sessions: LoadSession[] = []
  for (let at = 0; at < count; at++) {
    const person = {
      email: `operator-${at}@shop.example`,
      name: `Operator ${at}`,
      passwordHash: randomUUID(),
    }
    const { id: operatorId } = await addOperator(database.kysely, { ...person, role: 'registrar' })
    const sid = await startSession(database.kysely, { operatorId })
    const cookie = `next-auth.session-token=${await encode({ token: { sid }, secret })}`
    sessions.push({ at, operatorId, cookie, connectionId: connectionIds[at % connectionIds.length] ?? '' })
  }
  return sessions
}
