import type { OperationId } from '@/lib/contract/operations'
import { startBuilt } from '../lib/bench/built-server'
import { bodyChunks, orderTexts } from '../lib/bench/service-bench'

// The peak memory of Lading's own process while a caller has 1,000,000 orders (1.2 GB) checked, or registered, compared
// with a fresh process and 100,000 orders.

const MOST_MEGABYTES = 400
const few = 100_000
const many = 1_000_000

for (const [act, id] of [
  ['check', 'checkJapanOrders'],
  ['register', 'registerJapanOrders'],
] as const) {
  const name = `peak memory: ${act} 1,000,000 orders`
  const ours = await peak(id, many)
  const beside = await peak(id, few)
  if (ours === undefined || beside === undefined) throw new Error('Memory is counted on Linux only.')
  const row = { ours, unit: 'MB' }
  console.log(JSON.stringify({ ...row, name: `${name}, beside 100,000`, limit: beside, target: 1.3 }))
  console.log(
    JSON.stringify({ ...row, name: `${name}, beside what it may be`, limit: MOST_MEGABYTES, target: 1 }),
  )
}

async function peak(id: OperationId, count: number): Promise<number | undefined> {
  const server = await startBuilt()
  await server.caller.sendAndDiscard(id, bodyChunks(orderTexts(count, 'M')))
  const megabytes = server.peakMemory()
  await server.stop()
  return megabytes
}
