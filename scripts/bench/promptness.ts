import { setTimeout } from 'node:timers/promises'
import type { OperationId } from '@/lib/contract/operations'
import { startBuilt } from '../lib/bench/built-server'
import { bodyChunks, orderTexts } from '../lib/bench/service-bench'

// How long other requests wait while 100,000 orders are registered, or 300 MB are checked: the slowest response of
// /healthz, and of a check of one order, both requested continuously.

/** A delay that a person notices, in milliseconds. */
const PROMPT = 250

const server = await startBuilt()
const one = [...bodyChunks(orderTexts(1, 'one'))]
const check = () => server.caller.sendAndDiscard('checkJapanOrders', one)
// Compilation at the first call, and the first pages of the database file, do not count.
await check()
await server.caller.sendAndDiscard('registerJapanOrders', bodyChunks(orderTexts(1000, 'warm')))

for (const [name, id, count] of [
  ['100,000 orders are registered', 'registerJapanOrders', 100_000],
  ['300 MB of orders are checked', 'checkJapanOrders', 250_000],
] as const) {
  const { healthz, small } = await longest(id, count)
  const row = { limit: PROMPT, unit: 'ms', target: 1 }
  console.log(
    JSON.stringify({ ...row, name: `/healthz responds while ${name}, at the longest`, ours: healthz }),
  )
  console.log(
    JSON.stringify({ ...row, name: `one order is checked while ${name}, at the longest`, ours: small }),
  )
}
await server.stop()

async function longest(id: OperationId, count: number): Promise<{ healthz: number; small: number }> {
  // Prepared before, so that the caller only sends.
  const chunks = [...bodyChunks(orderTexts(count, 'P'))]
  let isDone = false
  const large = server.caller.sendAndDiscard(id, chunks).finally(() => {
    isDone = true
  })
  const worst = async (act: () => Promise<void>) => {
    let most = 0
    while (!isDone) {
      const start = performance.now()
      await act()
      most = Math.max(most, performance.now() - start)
      await setTimeout(5)
    }
    return most
  }
  const [healthz, small] = await Promise.all([worst(() => server.caller.ping()), worst(check)])
  await large
  return { healthz, small }
}
