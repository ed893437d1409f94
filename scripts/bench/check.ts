import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkJapanOrders } from '@/lib/contract/operations'
import { ConcurrencyLimiter } from '@/lib/service/concurrency-limiter'
import { serve } from '@/lib/service/serve'
import { openDatabase } from '@/lib/store/db/database'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { issueCredentials } from '@/lib/store/service/credentials'
import { sampleOrder } from '@/testing/service/samples'
import { median } from '../lib/bench/median'

// Checking 10,000 valid orders through the route handler, compared with only JSON.parse of the same bytes in the same
// run.

const ORDERS = 10_000
const ROUNDS = 21

const dataDir = await mkdtemp(join(tmpdir(), 'lading-bench-'))
const opened = await openDatabase({ dataDir })
const ring = makeKeyring(loadKeys(dataDir))
const { accessToken } = await issueCredentials(opened.kysely, ring, 'bench')
const gate = new ConcurrencyLimiter({ long: 1, short: 1 })
const handle = serve(checkJapanOrders, {
  database: async () => opened,
  keyring: () => ring,
  warehouses: () => [],
  limits: () => ({ maxBodyBytes: 1 << 30, idle: 5000, minRate: 1024 }),
  limiter: () => gate,
  spoolDirectory: tmpdir,
  report: (_, error) => console.error(error),
})

const data = Array.from({ length: ORDERS }, (_, i) => sampleOrder({ mallOrderNumber: `1120-${100_000 + i}` }))
const bytes = Buffer.from(JSON.stringify({ data }))

async function check(): Promise<void> {
  const request = new Request('http://127.0.0.1/open-api/v1/orders/japan/validators', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: bytes,
  })
  const response = await handle(request)
  const result = (await response.json()) as { successCount?: number }
  if (result.successCount !== ORDERS)
    throw new Error(`the check returned ${JSON.stringify(result).slice(0, 500)}`)
}

const times = { parse: [] as number[], check: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  times.parse.push(await measure(() => JSON.parse(bytes.toString())))
  times.check.push(await measure(check))
}
await opened.close()
await rm(dataDir, { recursive: true })

console.log(
  JSON.stringify({
    name: 'check 10,000 orders in memory, beside JSON.parse of the same bytes',
    ours: median(times.check),
    limit: median(times.parse),
    unit: 'ms',
    target: 2,
  }),
)

async function measure(act: () => unknown): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}
