import { bodyChunks, median, openBench, orderTexts, time } from '../lib/service-bench'

// A check of 100,000 orders that stream in, beside JSON.parse alone of the same bytes held in memory.

const ORDERS = 100_000
const ROUNDS = 5
/** At least 0.6 of the throughput. */
const TARGET = 1 / 0.6

const bench = await openBench()
const chunks = [...bodyChunks(orderTexts(ORDERS, 'S'))]
const bytes = Buffer.concat(chunks)
const times = { parse: [] as number[], check: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  times.parse.push(await time(() => JSON.parse(bytes.toString())))
  times.check.push(await time(check))
}
await bench.close()
console.log(
  JSON.stringify({
    name: 'check 100,000 orders as they stream in, beside JSON.parse of the same bytes in memory',
    ours: median(times.check),
    limit: median(times.parse),
    unit: 'ms',
    target: TARGET,
  }),
)

async function check(): Promise<void> {
  const answer = (await bench.ask('checkJapanOrders', chunks)) as { successCount?: number }
  if (answer.successCount !== ORDERS) throw new Error(`The check answered ${JSON.stringify(answer)}`)
}
