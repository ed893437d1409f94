import { join } from 'node:path'
import { insertBare } from '@/lib/store/bare-insert'
import { bodyChunks, median, openBench, orderTexts, time } from '../lib/service-bench'

// Registering 100,000 orders that stream in, beside a bare prepared insert of the same payloads into the same SQLite.

const ORDERS = 100_000
const ROUNDS = 3
/** At least half the rows a second. */
const TARGET = 2

const times = { bare: [] as number[], register: [] as number[] }
const bench = await openBench()
const { id } = await bench.database.kysely.selectFrom('service_client').select('id').executeTakeFirstOrThrow()
for (let round = 0; round < ROUNDS; round++) {
  const bare = [...orderTexts(ORDERS, `B${round}`)].map(body => ({
    mallOrderNumber: (JSON.parse(body) as { orderInfo: { mallOrderNumber: string } }).orderInfo
      .mallOrderNumber,
    body,
  }))
  const firstId = 1_000_000_000 * (round + 1)
  times.bare.push(await time(() => insertBare(join(bench.dataDir, 'lading.db'), id, bare, firstId)))
  const chunks = [...bodyChunks(orderTexts(ORDERS, `R${round}`))]
  times.register.push(await time(() => register(chunks)))
}
await bench.close()
console.log(
  JSON.stringify({
    name: 'register 100,000 orders as they stream in, beside a bare prepared insert of the same payloads',
    ours: median(times.register),
    limit: median(times.bare),
    unit: 'ms',
    target: TARGET,
  }),
)

async function register(chunks: readonly Uint8Array[]): Promise<void> {
  const answer = (await bench.ask('registerJapanOrders', chunks)) as { orderSuccesses: unknown[] }
  if (answer.orderSuccesses.length !== ORDERS) throw new Error('Not every order was registered.')
}
