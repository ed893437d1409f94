import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { copyBare, copyLines } from '@/testing/store/bare-copy'
import { type BareOrder, insertBare } from '@/testing/store/bare-insert'
import { median, medianRatio } from '../lib/bench/median'
import { bodyChunks, openBench, orderTexts, type ServiceBench, time } from '../lib/bench/service-bench'

// Registering 100,000 orders that stream in, compared with the plainest way to write the same payloads into the same
// database: a prepared insert on SQLite, COPY on PostgreSQL.

const ORDERS = 100_000
const ROUNDS = 5
/** At least half as many rows per second. */
const TARGET = 2

/** Writes orders into a table and does nothing else. @returns the time in milliseconds */
type Bare = (clientId: string, orders: readonly BareOrder[], firstId: number) => Promise<number>

const sqlite = await openBench()
const path = join(sqlite.dataDir, 'lading.db')
await compare('a prepared insert', sqlite, (...rows) => time(() => insertBare(path, ...rows)))

const { startPostgres } = await import('../lib/database/postgres.mjs')
const server = await startPostgres()
if (server) {
  const bench = await openBench(server.url)
  await compare('COPY on PostgreSQL', bench, (...rows) => copy(server.url, rows))
  await server.stop()
} else {
  console.log('Left out, because this machine has no PostgreSQL: registering 100,000 orders beside COPY.')
}

async function compare(beside: string, bench: ServiceBench, bare: Bare): Promise<void> {
  const { kysely } = bench.database
  const { id } = await kysely.selectFrom('service_client').select('id').executeTakeFirstOrThrow()
  const limit: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    limit.push(await bare(id, bareOrders(`B${round}`), 1_000_000_000 * (round + 1)))
    const chunks = [...bodyChunks(orderTexts(ORDERS, `R${round}`))]
    ours.push(await time(() => register(bench, chunks)))
  }
  await bench.close()
  console.log(
    JSON.stringify({
      name: `register 100,000 orders as they stream in, beside ${beside} of the same payloads`,
      ours: median(ours),
      limit: median(limit),
      ratio: medianRatio(ours, limit),
      unit: 'ms',
      target: TARGET,
    }),
  )
}

async function register(bench: ServiceBench, chunks: readonly Uint8Array[]): Promise<void> {
  const response = (await bench.ask('registerJapanOrders', chunks)) as { orderSuccesses: unknown[] }
  if (response.orderSuccesses.length !== ORDERS) throw new Error('Not every order was registered.')
}

/** PostgreSQL reads the file itself, so no client slows it down. */
async function copy(url: string, rows: Parameters<Bare>): Promise<number> {
  // Not os.tmpdir(): root's own may be closed to the user that the server runs as.
  const folder = await mkdtemp(join(existsSync('/tmp') ? '/tmp' : tmpdir(), 'lading-copy-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'orders')
  const out = Readable.from(copyLines(...rows)).pipe(createWriteStream(file, { mode: 0o644 }))
  await once(out, 'close')
  const took = await time(() => copyBare(url, file))
  await rm(folder, { recursive: true })
  return took
}

function bareOrders(prefix: string): BareOrder[] {
  return [...orderTexts(ORDERS, prefix)].map(body => {
    const { orderInfo } = JSON.parse(body) as { orderInfo: { mallOrderNumber: string } }
    return { mallOrderNumber: orderInfo.mallOrderNumber, body }
  })
}
