import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { requestBody } from '@/lib/ledger/rules/prepared'
import { openDatabase } from '@/lib/store/db/database'
import { migrations } from '@/lib/store/migrations/all'
import { EARLIER, REQUEST, seedLedger } from '@/testing/store/seed-ledger'
import { onBothDatabases } from '../lib/bench/both-databases'
import { orderTexts } from '../lib/bench/service-bench'

// How long the first start of this version takes with a ledger of an earlier one with 1,000,000 orders: its migrations,
// on SQLite and on PostgreSQL. No request is served meanwhile.

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
/** How long a person accepts to wait for a start, in seconds. */
const START = 120

const [payload = ''] = orderTexts(1, 'N')
const sample = { payload, body: gzipSync(requestBody('data', Array<string>(REQUEST).fill(payload))) }
const known = migrations.findIndex(step => step.name === EARLIER) + 1

await onBothDatabases(measure)

async function measure(engine: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-upgrade-'))
  const place = { dataDir, databaseUrl }
  try {
    const earlier = await openDatabase(place, migrations.slice(0, known))
    await seedLedger(earlier, ORDERS, sample, 'earlier')
    await earlier.close()
    console.error(`${engine}: ${ORDERS} orders of an earlier version`)
    let all = 0
    for (let count = known + 1; count <= migrations.length; count++) {
      const began = performance.now()
      const database = await openDatabase(place, migrations.slice(0, count))
      const took = (performance.now() - began) / 1000
      // Closing moves the log into the file, which a start does not wait for.
      await database.close()
      console.error(`${engine}: ${migrations[count - 1]?.name} after ${took.toFixed(1)} s`)
      all += took
    }
    const name = `${engine}: migrations of ${ORDERS} orders of an earlier version`
    console.log(JSON.stringify({ name, ours: all, limit: START, unit: 's', target: 1 }))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
