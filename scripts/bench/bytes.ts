import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDraftId, newLineId } from '@/lib/desk-api/drafts/ids'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { sentTexts } from '@/lib/sheet/codecs/sent-texts'
import { sheets } from '@/lib/sheet/schema/sheets'
import { openDatabase } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { openStage } from '@/testing/ledger/harness'
import { measureSizes, vacuumFull } from '@/testing/store/seed-ledger'
import { onBothDatabases } from '../lib/bench/both-databases'
import { orderTexts } from '../lib/bench/service-bench'

// The bytes that the desk stores for an order of one line: of a draft that is saved, checked twice and registered. The
// embedded service keeps received orders in tables of its own, which do not count here.

const ORDERS = 4000
const LIMIT = 4096

await onBothDatabases(measure)

async function measure(engine: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-bytes-'))
  const database = await openDatabase({ dataDir, databaseUrl })
  await vacuumFull(database)
  const before = new Map((await measureSizes(database)).map(({ name, bytes }) => [name, bytes]))
  const stage = await openStage()
  const desk = await stage.desk(async () => database)
  const head = { id: newDraftId(), sheet: 'orders/japan', name: 'Draft', operatorId: 'operator' }
  const texts = [...orderTexts(ORDERS, 'L')]
  const orders = texts.map((payload, i): PreparedOrder => {
    const sha256 = createHash('sha256').update(payload).digest('hex')
    const mallOrderNumber = `L-${100_000 + i}`
    return { lineIds: [newLineId()], mallOrderNumber, payload, sha256, fingerprint: sha256.slice(0, 28) }
  })
  for (let from = 0; from < ORDERS; from += 500) {
    const upserts = orders.slice(from, from + 500).map(({ lineIds, payload }, at) => {
      const { record, lines } = sentTexts(payload, sheets['orders/japan'])
      return { id: lineIds[0] ?? '', rank: from + at, texts: { ...record, ...lines[0] } }
    })
    await database.write(trx => saveLines(trx, head, { upserts, removes: [] }, new Date()))
  }
  for (const kind of ['check', 'check', 'register'] as const) {
    const started = await desk.start(kind, orders, { draftId: head.id })
    if (!started.ok || started.accepted !== ORDERS) throw new Error('Not every order was taken.')
    await desk.runner.idle()
  }
  await stage.close()
  await vacuumFull(database)
  const sizes = (await measureSizes(database))
    .map(({ name, bytes }) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / ORDERS }))
    .filter(({ bytes }) => bytes >= 10)
  for (const { name, bytes } of sizes) console.error(`${engine}: ${name} ${Math.round(bytes)} B`)
  const ours = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const row = { name: `${engine}: stored for an order, checked twice and registered`, ours, unit: 'B' }
  console.log(JSON.stringify({ ...row, limit: LIMIT, target: 1 }))
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
