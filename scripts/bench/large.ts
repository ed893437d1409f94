import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { API_PREFIX, operations } from '@/lib/contract/operations'
import { mergeIntoDraft } from '@/lib/desk/drafts/editing/save'
import { freezeOrders } from '@/lib/desk/runs/freeze'
import { saveSchema } from '@/lib/desk-api/drafts/changes'
import { newDraftId, newLineId } from '@/lib/desk-api/drafts/ids'
import { readFile } from '@/lib/files/read'
import type { FillLookups } from '@/lib/import/lines/fill/source-loader'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { serve } from '@/lib/service/serve'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { readLines } from '@/lib/store/drafts/drafts'
import { writeTexts } from '@/lib/store/drafts/line-texts'
import { addOperator } from '@/lib/store/people/operators'
import { fillImported } from '@/testing/import/fill-imported'
import { shopCsv } from '@/testing/import/shop-csv'
import { connectionTo } from '@/testing/ledger/harness'
import { serveRoutes } from '@/testing/service/routes-server'
import { insertBareLines } from '@/testing/store/bare-insert'
import { openRunner, pairedLines, runToEnd, saveBodies } from '../lib/bench/large-draft'
import { openBench } from '../lib/bench/service-bench'

// A large draft from its saves to its registration, on SQLite: 100,000 lines of 50,000 orders, or BENCH_LINES. Each
// figure is processor time of the whole process with its threads, beside a floor from the same run: saves beside a bare
// insert of the same lines, a check and a registration beside the same requests sent to the embedded service by a plain
// client, which share the process here as they do on a desk.

const LINES = Number(process.env.BENCH_LINES ?? 100_000)
const CHECK_SIZE = 200
const REGISTER_SIZE = 50

const bench = await openBench()
const { database } = bench
const { origin, server } = await serveRoutes(
  Object.fromEntries(
    Object.values(operations).map(
      one => [`POST ${API_PREFIX}${one.path}`, serve(one, bench.dependencies)] as const,
    ),
  ),
)
const operator = await addOperator(database.kysely, {
  email: 'bench@x',
  name: 'Bench',
  passwordHash: '-',
  role: 'registrar',
})
const stored = await createConnection(database.kysely, { name: 'B', environment: 'test', baseUrl: origin })
const connection = connectionTo(origin, {
  envId: environmentId(stored),
  target: { baseUrl: origin, accessToken: bench.accessToken, allowed: [origin] },
  checkSize: CHECK_SIZE,
  registerSize: REGISTER_SIZE,
})
const runner = openRunner(database, connection)

// Lines and payloads of the bench itself are released before the next measurement: a server does not hold them.
const draft = newDraftId()
await benchSaves('pasted', draft, pairedLines(LINES, 'L'))
await benchSaves('imported', newDraftId(), await importedLines())
await benchRuns()
await runner.close()
server.closeAllConnections()
server.close()
await bench.close()

/** Lines of a shop's file, with blanks filled from a preset, as the import makes them. */
async function importedLines(): Promise<Line[]> {
  const file = await readFile('orders', shopCsv(LINES))
  if (!file.ok) throw new Error(file.failure.code)
  const lines = importTable(file.book, detectMapping(file.book, { sheet: 'orders/japan' }), 'file')
  const texts = {
    warehouseId: '7',
    'sender.name': 'Seoul Store',
    'sender.contact': '02-555-0100',
    'orderInfo.incoterms': 'DDP',
    'packageInfo.actualWeight': '1.2',
    'packageInfo.width': '30',
    'packageInfo.length': '20',
    'packageInfo.height': '10',
    'packageInfo.serviceType': 'STANDARD',
    'items[].originCountry': 'KR',
  }
  const lookups: FillLookups = {
    presets: async () => [{ name: 'Seoul', texts, isDefault: true, shops: [] }],
    codes: async () => new Set(),
    products: async () => new Map(),
    postal: async () => () => undefined,
  }
  const filled = await fillImported(lines, lookups)
  return filled.lines.map((line, at) => ({ id: newLineId(), rank: at, texts: line.texts }))
}

async function benchSaves(kind: string, draftId: string, lines: readonly Line[]): Promise<void> {
  const bodies = saveBodies(draftId, stored.id, lines)
  const megabytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / 1e6
  const rows = lines.map(line => [line.id, line.rank, writeTexts(line.texts)] as const)
  const bare = await processorTime(() => insertBareLines(`${bench.dataDir}/bare-${randomUUID()}.db`, rows))
  const ours = await processorTime(async () => {
    for (const body of bodies) {
      const save = saveSchema.parse(JSON.parse(body))
      await database.accept(trx => mergeIntoDraft(trx, save, operator.id, new Date()))
    }
  })
  row(`save ${count(lines.length)} ${kind} lines, beside a bare insert of them`, ours, bare, 3)
  const sent = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1e6
  console.log(`  ${bodies.length} saves of ${megabytes.toFixed(1)} MB, sent as ${sent.toFixed(1)} MB`)
}

async function benchRuns(): Promise<void> {
  const place = { draftId: draft, connectionId: stored.id, operatorId: operator.id }
  const runOf = (kind: 'check' | 'register') => runToEnd(database, runner, kind, place)
  const floors = await measureFloors()
  const orders = count(floors.orders)
  const first = await processorTime(() => runOf('check'))
  row(`check ${orders} orders, beside the service's own time`, first, floors.check, 3)
  row(
    `check them again, all passed, beside the same`,
    await processorTime(() => runOf('check')),
    floors.check,
  )
  const registered = await processorTime(() => runOf('register'))
  row(`register ${orders} orders, beside the service's own time`, registered, floors.register, 4)
}

/** The service's own time for the orders of the draft, and how many these are. */
async function measureFloors() {
  const payloads = await draftPayloads()
  return {
    orders: payloads.length,
    check: await processorTime(() => sendAll('checkJapanOrders', payloads, CHECK_SIZE, 2)),
    register: await processorTime(() => sendAll('registerJapanOrders', payloads, REGISTER_SIZE, 1)),
  }
}

/** The orders of the draft as the desk sends them, with other numbers. */
async function draftPayloads(): Promise<string[]> {
  const lines = await readLines(database.longReads, draft)
  const held = new Set<string>()
  const frozen = await freezeOrders(lines, sheets['orders/japan'], {
    isProduction: false,
    requirements: [],
    held,
  })
  return frozen.orders.map(order => order.payload.replace('"L-', '"F-'))
}

async function sendAll(
  operation: 'checkJapanOrders' | 'registerJapanOrders',
  payloads: readonly string[],
  size: number,
  parallel: number,
): Promise<void> {
  let from = 0
  const headers = { authorization: `Bearer ${bench.accessToken}`, 'content-type': 'application/json' }
  const work = async () => {
    while (from < payloads.length) {
      const body = `{"data":[${payloads.slice(from, from + size).join(',')}]}`
      from += size
      const response = await fetch(`${origin}${API_PREFIX}${operations[operation].path}`, {
        method: 'POST',
        headers,
        body,
      })
      const text = await response.text()
      if (!text.startsWith('{"isSuccess":true')) throw new Error(text.slice(0, 500))
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

/** Milliseconds of processor time of this process and its threads. */
async function processorTime(act: () => unknown): Promise<number> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function row(name: string, ours: number, limit: number, target?: number): void {
  console.log(JSON.stringify({ name, ours, limit, unit: 'ms of processor', ...(target && { target }) }))
}
