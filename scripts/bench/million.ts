import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readAttention } from '@/lib/desk/home/attention'
import { readFigures } from '@/lib/desk/home/figures'
import { readSelection } from '@/lib/desk/home/selected-drafts'
import { outcomesPage } from '@/lib/ledger/outcomes/outcomes'
import { runProgress } from '@/lib/ledger/outcomes/progress'
import { doDailyWork } from '@/lib/ledger/retention/retention'
import { requestBody } from '@/lib/ledger/rules/prepared'
import { halvingOffers } from '@/lib/ledger/runner/register/halving'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { countDrafts, findFreeName, listDrafts, listDraftsWithUnknowns } from '@/lib/store/drafts/draft-list'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { findLedgerUse } from '@/lib/store/drafts/lifecycle'
import { countDraftStatuses, listActiveRuns } from '@/lib/store/drafts/status'
import { countAlarms, listAlarms } from '@/lib/store/ledger/alarms'
import { listAttempts, listReceipt } from '@/lib/store/ledger/history/attempts'
import { listOrderIdRows } from '@/lib/store/ledger/history/ids'
import {
  listRegistrationsOfNumber,
  listRunOrders,
  listTimeline,
  searchOrders,
} from '@/lib/store/ledger/history/orders'
import { countOrdersByRun, listRunOperators, listRuns, type RunFilter } from '@/lib/store/ledger/history/runs'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import { findOrders } from '@/lib/store/ledger/orders/orders'
import { countUnknown, listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import {
  countUnknownRequests,
  listUnknownGroups,
  listUnknownRequestOrders,
  listUnknownRequests,
} from '@/lib/store/ledger/requests/unknown-requests'
import { readRetention, setRetentionDays } from '@/lib/store/ledger/retention/retention'
import { findLatestRun, listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { listRegisteredSince } from '@/lib/store/master/sync-progress'
import { dayAt } from '@/lib/words/time/zoned-time'
import { seedHome } from '@/testing/store/seed-home'
import { REQUEST, type Seeded, seedLedger, watchStatements } from '@/testing/store/seed-ledger'
import { onBothDatabases } from '../lib/bench/both-databases'
import { benchAccount, serveBuilt } from '../lib/bench/built-server'
import { orderTexts } from '../lib/bench/service-bench'
import { processorSeconds } from '../lib/process/processor-time'

// A ledger of 1,000,000 orders, on SQLite and on PostgreSQL: what each page costs the server, the longest statement of
// each page (on SQLite it runs on the event loop), and the first sweep that erases 100,000 due orders.

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const DUE = Math.min(100_000, ORDERS / 2)

/** Limits in milliseconds: CPU time of a page, duration of one statement, CPU time per erased order. */
const PAGE = 150
const STATEMENT = 50
const ERASED = 2

/** Calls of a page before the measurement, and measured calls. */
const WARM = 20
const MEASURED = 20

const ENV = 'test:https://shop.example'
/** The end of the month in which most of the orders were sent. */
const BUSIEST = Date.parse('2024-01-31T00:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const [payload = ''] = orderTexts(1, 'N')
const sample = { payload, body: gzipSync(requestBody('data', Array<string>(REQUEST).fill(payload))) }

await onBothDatabases(measure)

async function measure(engine: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-million-'))
  try {
    const database = await openDatabase({ dataDir, databaseUrl })
    const began = performance.now()
    const seeded = await seedLedger(database, ORDERS, sample)
    await seedHome(database, seeded, dayAt(Date.now(), 'Asia/Seoul'))
    // Otherwise the server erases all orders while its pages are measured.
    await setRetentionDays(database.kysely, null, 'operator', new Date().toISOString())
    const took = Math.round((performance.now() - began) / 1000)
    console.error(`${engine}: ${ORDERS} orders after ${took} s`)
    await measureStatements(engine, database, seeded)
    await database.close()
    await measurePages(engine, dataDir, databaseUrl, seeded)
    const again = await openDatabase({ dataDir, databaseUrl })
    await measureSweep(engine, again, seeded)
    await again.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(name: string, ours: number, limit: number, unit = 'ms'): void {
  console.log(JSON.stringify({ name, ours, limit, unit, target: 1 }))
}

/** The database queries of each page, and of each act on a draft. */
function questions({
  drafts,
  draftId,
  runId,
}: Seeded): Readonly<Record<string, (database: Database) => Promise<unknown>>> {
  const draft = draftId(drafts - 2)
  const run = { id: runId(drafts - 2), kind: 'register' } as const
  const order = `order-${String(ORDERS - 3000).padStart(8, '0')}`
  const place = { envId: ENV, connectionId: 'connection' }
  const list =
    (sheet?: string) =>
    async ({ kysely }: Database) => {
      await countDrafts(kysely, sheet)
      const ids = (await listDrafts(kysely, { sheet, isArchived: false }, 50, 0)).map(draft => draft.id)
      await countDraftStatuses(kysely, ids, ['checkJapanOrders', 'checkOrders'])
      await listActiveRuns(kysely, ids)
      await listDraftsWithUnknowns(kysely, sheet)
    }
  const runs =
    (choice: RunFilter) =>
    async ({ kysely }: Database) =>
      countOrdersByRun(
        kysely,
        (await listRuns(kysely, choice, 31)).map(run => run.id),
      )
  const search = (text: string) => (database: Database) => searchOrders(database, text, 50)
  return {
    'the sidebar': async ({ kysely }) => [await countUnknown(kysely), await countAlarms(kysely)],
    'the list of all drafts': list(),
    'the list of orders to Japan': list('orders/japan'),
    'the list of general orders': list('orders/general'),
    'the list of products': list('products'),
    'what needs attention': ({ kysely }) => readAttention(kysely, Date.now()),
    'the figures of Home': ({ kysely }) => readFigures(kysely, BUSIEST, 'Asia/Seoul'),
    'the drafts with errors of a shop': ({ kysely }) =>
      readSelection(kysely, 'shop:Shop 3', BUSIEST, 'Asia/Seoul'),
    'the drafts with errors in a field': ({ kysely }) =>
      readSelection(kysely, 'field:orders/japan:items[].price', BUSIEST, 'Asia/Seoul'),
    'a new draft': ({ kysely }) => findFreeName(kysely, 'November 23, 2026'),
    'the history': runs({}),
    'the history, registrations': runs({ kind: 'register' }),
    'the history, paused runs': runs({ state: 'paused' }),
    'the history, of a connection without runs': runs({ connectionId: 'other' }),
    'the history, of an operator without runs': runs({ operatorId: 'other' }),
    'the history, of a day': runs({
      startedFrom: '2024-01-02T00:00:00.000Z',
      startedBefore: '2024-01-03T00:00:00.000Z',
    }),
    'the history, of a draft': runs({ draftId: draft }),
    'the operators of the history': ({ kysely }) => listRunOperators(kysely),
    'a search by number': search('N-00500000'),
    'a search by the beginning of numbers': search('N-005'),
    'a search by order id': search('1000500000'),
    'a search by name': search('佐藤一二'),
    'a search by a surname of 50,000 orders': search('佐藤'),
    'a search that finds nothing': search('이름없음'),
    'an order': async ({ kysely }) => {
      const [row] = await findOrders(kysely, [order])
      if (row) await listRegistrationsOfNumber(kysely, row)
      await listTimeline(kysely, order)
    },
    'a run': async ({ kysely }) => {
      await runProgress(kysely, run.id, Date.now())
      await listRunOrders(kysely, run, 0, 100)
      await listRunOrders(kysely, run, 0, 100, 'REJECTED')
      await listAttempts(kysely, run.id, 50)
    },
    'a check run': async ({ kysely }) => {
      const check = { id: run.id.replace('register', 'again'), kind: 'check' } as const
      await runProgress(kysely, check.id, Date.now())
      await listRunOrders(kysely, check, 0, 100)
      await listRunOrders(kysely, check, 0, 100, 'failed')
    },
    'a request': ({ kysely }) => listReceipt(kysely, 'request-00000001'),
    'unconfirmed orders': async ({ kysely }) => {
      await countUnknownRequests(kysely)
      const [first] = await listUnknownRequests(kysely, 20, 0)
      if (first) await listUnknownRequestOrders(kysely, first, 50, 0)
      await listAlarms(kysely, 10)
    },
    'a pasted list of the console': async ({ kysely }) => {
      await listUnknownGroups(kysely)
      await listUnknownOrders(kysely, { envId: ENV, scope: 'orders' })
    },
    'a draft that is opened': async ({ kysely }) => {
      await readLines(kysely, draft)
      await outcomesPage(kysely, draft, place, '')
    },
    'what is new of a draft': async ({ kysely }) => {
      const latest = await findLatestRun(kysely, draft)
      if (latest) await runProgress(kysely, latest.id, Date.now())
      await outcomesPage(kysely, draft, place, new Date().toISOString())
      await halvingOffers(kysely, draft, ENV)
    },
    'a save': ({ write }) =>
      write(trx =>
        saveLines(
          trx,
          { id: draft, sheet: 'orders/japan', name: 'Draft', operatorId: 'operator' },
          { upserts: [{ id: 'line', rank: 1, texts: { 'recipient.name': '山田' } }], removes: [] },
          new Date(),
        ),
      ),
    'a click on Check or Register': async ({ kysely }) => {
      await listHeldLines(kysely, draft, ENV)
      await listHaltedRegistrations(kysely, draft)
    },
    'what ties a draft to the ledger': ({ kysely }) => findLedgerUse(kysely, draft),
    'order ids to download, a piece': ({ kysely }) => listOrderIdRows(kysely, run.id, 1000, 500),
    'products to take over': ({ kysely }) => listRegisteredSince(kysely, '', undefined, 100),
    'how long data is kept': ({ kysely }) => readRetention(kysely),
  }
}

/** The longest statement of each page: the shortest of three tries, because other processes use the machine. */
async function measureStatements(engine: string, database: Database, seeded: Seeded): Promise<void> {
  let worst = { name: '', took: 0 }
  for (const [name, ask] of Object.entries(questions(seeded))) {
    let best = Number.POSITIVE_INFINITY
    for (let time = 0; time < 3; time++) {
      const { open, longest } = watch(database)
      await ask(open)
      best = Math.min(best, longest())
    }
    console.error(`${engine}: longest statement of ${name}: ${best.toFixed(1)} ms`)
    if (best > worst.took) worst = { name, took: best }
  }
  report(`${engine}: longest statement of any page or act (${worst.name})`, worst.took, STATEMENT)
}

/**
 * A database that records its longest statement, in milliseconds: on SQLite in CPU time, because the statement runs in
 * this thread and other processes use the machine; on PostgreSQL until the response.
 */
function watch(database: Database) {
  let longest = 0
  const isSqlite = database.dialect === 'sqlite'
  const clock = () => (isSqlite ? busy() : performance.now())
  const open = watchStatements(database, () => {
    const began = clock()
    return () => {
      longest = Math.max(longest, clock() - began)
    }
  })
  return { open, longest: () => longest }
}

function busy(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The CPU time of the built server for each page. */
async function measurePages(
  engine: string,
  dataDir: string,
  databaseUrl: string | undefined,
  { drafts, draftId, runId }: Seeded,
): Promise<void> {
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl
  const { url, child } = await serveBuilt(dataDir)
  delete process.env.DATABASE_URL
  try {
    const cookie = await signIn(url)
    const order = `order-${String(ORDERS - 3000).padStart(8, '0')}`
    const draft = draftId(drafts - 2)
    const pages = {
      'all drafts': '/',
      'orders to Japan': '/orders/japan',
      'general orders': '/orders/general',
      products: '/products',
      'a draft': `/orders/japan/${draft}`,
      'what is new of a draft': `/drafts/${draft}/changes?connection=connection&since=2030`,
      history: '/history',
      'history of registrations of a day': '/history?kind=register&day=2024-01-02',
      'history of paused runs': '/history?state=paused',
      'a search by number': '/history?q=N-00500000',
      'a search by name': `/history?q=${encodeURIComponent('佐藤一二')}`,
      'a search by surname': `/history?q=${encodeURIComponent('佐藤')}`,
      'a search that finds nothing': `/history?q=${encodeURIComponent('이름없음')}`,
      'an order': `/history/orders/${order}`,
      'a run': `/history/runs/${runId(drafts - 2)}`,
      'unconfirmed orders': '/unknown',
      'the paste of a list': '/unknown/paste',
      'the count of unconfirmed orders': '/unknown/count',
      retention: '/settings/retention',
    }
    for (const [name, path] of Object.entries(pages)) {
      const get = async () => {
        const response = await fetch(url + path, { headers: { cookie }, redirect: 'manual' })
        await response.text()
        if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
      }
      // The first calls also compile and read code, which is not the cost of a page.
      for (let time = 0; time < WARM; time++) await get()
      const pid = child.pid ?? 0
      const before = processorSeconds(pid)
      for (let time = 0; time < MEASURED; time++) await get()
      const used = processorSeconds(pid) - before
      report(`${engine}: processor's time for ${name}`, (1000 * used) / MEASURED, PAGE)
    }
  } finally {
    const end = once(child, 'exit')
    child.kill('SIGKILL')
    await end
  }
}

async function signIn(url: string): Promise<string> {
  const cookies = (response: Response) =>
    response.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; ')
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookies(csrf), 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ csrfToken, ...benchAccount, json: 'true' }),
    redirect: 'manual',
  })
  return cookies(response)
}

/** The first sweep of due orders: its first tenth compared with its last, because the sweep must not slow down. */
async function measureSweep(engine: string, database: Database, seeded: Seeded): Promise<void> {
  await setRetentionDays(database.kysely, 400, 'operator', new Date().toISOString())
  // The killed server would hold the daily task for an hour.
  const free = { ran_at: null, owner: null, owned_until: null }
  await database.kysely.updateTable('retention').set(free).execute()
  const dueDrafts = (DUE / seeded.orders) * seeded.drafts
  const now = seeded.startedAt(dueDrafts - 1) + 400 * DAY_MS + 1000
  const marks = [{ wall: performance.now(), cpu: process.cpuUsage() }]
  let steps = 0
  const erased = await doDailyWork(database, {
    owner: 'bench',
    now: () => now,
    pause: async () => {
      if (++steps % Math.round(DUE / 1000) === 0)
        marks.push({ wall: performance.now(), cpu: process.cpuUsage() })
    },
    isClosing: () => false,
  })
  if (erased === undefined || erased < DUE * 0.9) throw new Error(`only ${erased} orders were erased`)
  const [first, second] = marks
  const last = { wall: performance.now(), cpu: process.cpuUsage() }
  const used = (from: typeof last, to: typeof last) =>
    (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system) / 1000
  if (!first || !second) throw new Error('too few orders to tell whether it is linear')
  report(`${engine}: sweep of ${DUE} due orders, an order`, (last.wall - first.wall) / erased, ERASED)
  report(`${engine}: the same, processor's time of the server, an order`, used(first, last) / erased, ERASED)
  const tenth = second.wall - first.wall
  const ninth = (last.wall - second.wall) / (erased / (DUE / 10) - 1)
  console.log(
    JSON.stringify({
      name: `${engine}: a tenth of it, the others beside the first`,
      ours: ninth,
      limit: tenth,
      unit: 'ms',
      target: 1.3,
    }),
  )
}
