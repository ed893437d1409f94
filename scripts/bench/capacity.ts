import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeIntoDraft } from '@/lib/desk/drafts/editing/save'
import { saveSchema } from '@/lib/desk-api/drafts/changes'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { openDatabase } from '@/lib/store/db/database'
import { addOperator } from '@/lib/store/people/operators'
import { connectionTo } from '@/testing/ledger/harness'
import { flushStatistics, largestTables, readDatabaseWork } from '@/testing/store/database-work'
import { ServiceProcess } from '../campaign/processes/service-process'
import { openRunner, pairedLines, runToEnd, saveBodies } from '../lib/bench/large-draft'
import { startPostgres } from '../lib/database/postgres.mjs'
import { processorSeconds } from '../lib/process/processor-time'

// What an order costs PostgreSQL, for docs/scale.md: bytes on disk, bytes of log, commits and processor time, by step.
// Orders of two lines are saved, checked and registered at a service in another process: 5,000, or BENCH_ORDERS.

const ORDERS = Number(process.env.BENCH_ORDERS ?? 5000)

const postgres = await startPostgres({ settings: ['autovacuum_naptime=5s', 'checkpoint_timeout=30min'] })
if (!postgres) {
  console.error('This bench needs PostgreSQL on this machine.')
  process.exit(0)
}
const databaseSeconds = () => processorSeconds(postgres.pid())
const folder = await mkdtemp(join(tmpdir(), 'lading-capacity-'))
const log = createWriteStream(join(folder, 'service.log'))
const service = new ServiceProcess(join(folder, 'counted'), log, () => {})
await service.start()
const database = await openDatabase({ dataDir: folder, databaseUrl: postgres.url })
const baseUrl = `http://127.0.0.1:${service.port}`
const operator = await addOperator(database.kysely, {
  email: 'bench@x',
  name: 'Bench',
  passwordHash: '-',
  role: 'registrar',
})
const stored = await createConnection(database.kysely, { name: 'B', environment: 'test', baseUrl })
const connection = connectionTo(baseUrl, { envId: environmentId(stored) })
const runner = openRunner(database, connection)
const place = { draftId: randomUUID(), connectionId: stored.id, operatorId: operator.id }
const lines = pairedLines(2 * ORDERS, 'C')
const bodies = saveBodies(place.draftId, stored.id, lines)
const textBytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0)

const steps = [
  await measure('save', async () => {
    for (const body of bodies) {
      const save = saveSchema.parse(JSON.parse(body))
      await database.accept(trx => mergeIntoDraft(trx, save, operator.id, new Date()))
    }
  }),
  await measure('check', () => runToEnd(database, runner, 'check', place)),
  await measure('register', () => runToEnd(database, runner, 'register', place)),
]
const total = (key: 'size' | 'logBytes' | 'databaseMs' | 'deskMs') =>
  steps.reduce((sum, step) => sum + step[key], 0)
row(`bytes of database that ${ORDERS} orders leave, beside their saves`, total('size'), textBytes, 'bytes')
row('bytes of log that they write, beside the same', total('logBytes'), textBytes, 'bytes')
row('processor time of PostgreSQL, beside that of the desk', total('databaseMs'), total('deskMs'), 'ms')
await printTables()

await runner.close()
await service.close()
await database.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })

/** Measures one step, and prints its cost per order. */
async function measure(step: string, act: () => Promise<void>) {
  const [before, processorBefore] = [await readDatabaseWork(database), databaseSeconds()]
  const deskBefore = process.cpuUsage()
  const began = performance.now()
  await act()
  const seconds = (performance.now() - began) / 1000
  const desk = process.cpuUsage(deskBefore)
  await flushStatistics(database)
  const after = await readDatabaseWork(database)
  const cost = {
    size: after.size - before.size,
    logBytes: Number(after.logBytes) - Number(before.logBytes),
    commits: after.commits - before.commits,
    databaseMs: (databaseSeconds() - processorBefore) * 1000,
    deskMs: (desk.user + desk.system) / 1000,
  }
  const each = (value: number, digits = 0) => (value / ORDERS).toFixed(digits)
  console.log(
    `  ${step}: ${Math.round(ORDERS / seconds)} orders a second; for each ${each(cost.size)} bytes on disk, ` +
      `${each(cost.logBytes)} bytes of log, ${each(cost.commits, 3)} commits, ` +
      `${each(cost.databaseMs, 2)} ms of PostgreSQL, ${each(cost.deskMs, 2)} ms of the desk`,
  )
  return cost
}

/** Prints the largest tables with their indexes, in bytes per order. */
async function printTables(): Promise<void> {
  const rows = await largestTables(database, 10)
  for (const { name, table, indexes } of rows)
    console.log(
      `  ${name}: ${Math.round(table / ORDERS)} bytes, and ${Math.round(indexes / ORDERS)} of indexes`,
    )
}

function row(name: string, ours: number, limit: number, unit: string): void {
  console.log(JSON.stringify({ name, ours, limit, unit }))
}
