import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { searchIn } from '@/lib/desk/search'
import { requestBody } from '@/lib/ledger/rules/prepared'
import { openDatabase } from '@/lib/store/db/database'
import { findOrders } from '@/lib/store/ledger/orders/orders'
import { REQUEST, seedLedger } from '@/testing/store/seed-ledger'
import { seedProducts, seedSearchKeys } from '@/testing/store/seed-search'
import { onBothDatabases } from '../lib/bench/both-databases'
import { orderTexts } from '../lib/bench/service-bench'

// The search of the whole desk among 1,000,000 orders, as many lines of drafts and 100,000 products, beside the
// lookup of one order by its primary key in the same database: the time within which 19 of 20 calls end, and
// the median of both.

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const PRODUCTS = ORDERS / 10

/** Milliseconds within which results follow what is typed. */
const LIMIT = 100

/** Calls before a text is measured, and those that are. */
const WARM = 3
const MEASURED = 40

const texts: Readonly<Record<string, string>> = {
  'a number': `N-${String(ORDERS / 2).padStart(8, '0')}`,
  'a number in small letters': `n-${String(ORDERS / 2).padStart(8, '0')}`,
  'the beginning of 10,000 numbers': 'N-0005',
  'one character': 'n',
  'an order id': String(1_000_000_000 + ORDERS / 2),
  'a recipient': '佐藤一二',
  'a surname of 50,000 orders': '佐藤',
  'two grams that never meet': '佐藤鈴木',
  'a product by code': 'SKU-000042',
  'a product by name': 'leather',
  'a draft': 'Draft-00000',
  nothing: '이름없음',
}

const [payload = ''] = orderTexts(1, 'N')
const sample = { payload, body: gzipSync(requestBody('data', Array<string>(REQUEST).fill(payload))) }

await onBothDatabases(measure)

async function measure(engine: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-search-'))
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    await seedLedger(database, ORDERS, sample)
    await seedSearchKeys(database)
    await seedProducts(database, PRODUCTS)
    const id = `order-${String(ORDERS / 2).padStart(8, '0')}`
    const byKey = await time(() => findOrders(database.kysely, [id]))
    for (const [what, text] of Object.entries(texts)) {
      const found = await time(() => searchIn(database, text))
      const name = `${engine}: a search for ${what}`
      row({ name: `${name}, 19 of 20 calls`, ours: found.most, limit: LIMIT, target: 1 })
      row({ name: `${name}, beside a lookup by primary key`, ours: found.median, limit: byKey.median })
    }
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Milliseconds of repeated calls. */
async function time(call: () => Promise<unknown>): Promise<{ median: number; most: number }> {
  for (let i = 0; i < WARM; i++) await call()
  const times: number[] = []
  for (let i = 0; i < MEASURED; i++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(MEASURED / 2)] ?? 0, most: times[Math.ceil(MEASURED * 0.95) - 1] ?? 0 }
}

function row(measured: { name: string; ours: number; limit: number; target?: number }): void {
  console.log(JSON.stringify({ unit: 'ms', ...measured }))
}
