import type { ValidationResult } from '@/lib/contract/results'
import type { Caller } from '../lib/bench/caller'
import { median, medianRatio } from '../lib/bench/median'
import { startPeer } from '../lib/bench/peer-process'
import { bodyChunks, openBench, orderTexts, time } from '../lib/bench/service-bench'

// A check of 100,000 orders, one in a hundred of them invalid: as they stream in, compared with only JSON.parse of
// the same bytes in memory; and over HTTP, compared with Fastify and Ajv. Both sides of a comparison run in the same
// round.

const ORDERS = 100_000
const BAD = 100
const ROUNDS = 5
/** At least 0.6 of the throughput. */
const TARGET = 1 / 0.6

const chunks = [...bodyChunks(orders())]
const bytes = Buffer.concat(chunks)
const times = {
  parse: [] as number[],
  check: [] as number[],
  lading: [] as number[],
  fastify: [] as number[],
}
const bench = await openBench()
for (let round = 0; round < ROUNDS; round++) {
  times.parse.push(await time(() => JSON.parse(bytes.toString())))
  times.check.push(await time(async () => judge(await bench.ask('checkJapanOrders', chunks))))
}
await bench.close()
const lading = await startPeer('lading')
const fastify = await startPeer('fastify')
for (let round = 0; round < ROUNDS; round++) {
  times.lading.push(await time(() => ask(lading.caller)))
  times.fastify.push(await time(() => ask(fastify.caller)))
}
await lading.stop()
await fastify.stop()
report('beside JSON.parse of the same bytes in memory', times.check, times.parse, TARGET)
report('over HTTP, beside Fastify with Ajv', times.lading, times.fastify, 1)

function* orders(): Generator<string> {
  let row = 0
  for (const text of orderTexts(ORDERS, 'S')) yield row++ % BAD === 0 ? text.replace('"DDP"', '"DDX"') : text
}

async function ask(caller: Caller): Promise<void> {
  judge(await caller.ask('checkJapanOrders', chunks))
}

/** Both must find the same orders; otherwise they did not do the same work. */
function judge(response: unknown): void {
  const { requestCount, failures } = response as ValidationResult
  const isRight = failures.every(({ rowIndex }, i) => rowIndex === i * BAD)
  if (requestCount !== ORDERS || failures.length !== ORDERS / BAD || !isRight)
    throw new Error(`A check returned ${JSON.stringify(response).slice(0, 300)}`)
}

function report(beside: string, ours: readonly number[], limit: readonly number[], target: number): void {
  console.log(
    JSON.stringify({
      name: `check 100,000 orders, ${beside}`,
      ours: median(ours),
      limit: median(limit),
      ratio: medianRatio(ours, limit),
      unit: 'ms',
      target,
    }),
  )
}
