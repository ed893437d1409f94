import { expect, test } from 'vitest'
import type { Database, Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { plainRows } from '@/testing/store/plain-sql'
import { readFigures } from './figures'
import { readSelection } from './selected-drafts'

const ZONE = 'Asia/Seoul'
/** In Seoul it is November 23, 12:00. */
const NOW = Date.parse('2026-11-23T03:00:00.000Z')
const HOUR_MS = 60 * 60 * 1000
const FIRST_DAY = '2026-10-25'

/** Numbers from 0 to 1 that are the same in every run of the test. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Runs, files and errors of twenty drafts in eighty days. */
async function seed(db: Db): Promise<void> {
  const roll = dice(7)
  const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(roll() * all.length)] ?? all[0]
  for (let i = 0; i < 160; i++) {
    const kind = pick<'check' | 'register'>(['check', 'register'])
    const at = new Date(NOW - roll() * 80 * 24 * HOUR_MS)
    const run = runRow(`run ${i}`, {
      kind,
      draft_id: `draft ${Math.floor(roll() * 60)}`,
      connection_id: pick(['one', 'two', 'three']),
      started_at: at.toISOString(),
      finished_at: roll() < 0.9 ? new Date(at.getTime() + roll() * HOUR_MS).toISOString() : null,
    })
    await insertRun(db, run)
    if (kind === 'register')
      await seedOrders(db, run, Math.floor(roll() * 6), () => pick(['REGISTERED', 'REJECTED']))
    else await seedCheck(db, run, roll)
  }
  for (let i = 0; i < 40; i++) {
    const file = { name: 'orders.csv', size: 1, sha256: 'h', kind: 'text', parts: 1, created_by: 'mina' }
    await db
      .insertInto('source')
      .values({
        ...file,
        id: `file ${i}`,
        draft_id: `draft ${Math.floor(roll() * 60)}`,
        created_at: new Date(NOW - roll() * 90 * 24 * HOUR_MS).toISOString(),
        kept_at: null,
        erased_at: null,
      })
      .execute()
    // Some files were read twice; the first reading names the shop.
    for (const [position, reading] of (i % 3 === 0 ? ['', 'later'] : ['']).entries()) {
      const shops = ['楽天市場 (RMS)', 'Shopify', '']
      const recipe = JSON.stringify({ id: 'x', name: shops[(i + position) % shops.length] })
      const table = { name: '', header: 0, headings: '[]', fed: '{}', encoding: null, delimiter: null }
      await db
        .insertInto('source_table')
        .values({ ...table, source_id: `file ${i}`, reading, position: 0, recipe })
        .execute()
    }
  }
}

interface SeededRun {
  readonly id: string
  readonly draft_id: string
  readonly started_at: string
}

async function seedOrders(db: Db, run: SeededRun, count: number, state: () => 'REGISTERED' | 'REJECTED') {
  const orders = Array.from({ length: count }, (_, position) =>
    orderRow(`${run.id}/${position}`, {
      ...{ draft_id: run.draft_id, run_id: run.id, position, state: state(), updated_at: run.started_at },
    }),
  )
  await enqueueOrders(db, orders)
}

async function seedCheck(db: Db, { id, draft_id, started_at: at }: SeededRun, roll: () => number) {
  for (let position = 0; position < Math.floor(roll() * 6); position++) {
    const state = roll() < 0.7 ? ('passed' as const) : ('failed' as const)
    const form = { form_id: null, payload: '{}', sha256: 'h', fingerprint: 'f', line_ids: '[]' }
    const order = { ...form, run_id: id, position, mall_order_number: `${id}/${position}`, state }
    await db.insertInto('run_order').values(order).execute()
  }
  // Checks of earlier versions of Lading have no such row, and are first checks anyway.
  if (roll() < 0.2) return
  const withheld = Math.floor(roll() * 4)
  await db.insertInto('draft_check').values({ run_id: id, draft_id, at, withheld }).execute()
  for (const column_id of ['recipient.zipCode', 'items[].price', 'items[].quantity']) {
    for (const found_by of ['desk', 'service'] as const) {
      if (roll() < 0.4) continue
      const error = { run_id: id, found_by, column_id, sheet: 'orders/japan', draft_id, at }
      const count = 1 + Math.floor(roll() * 9)
      await db
        .insertInto('field_error')
        .values({ ...error, count })
        .execute()
    }
  }
}

/** The day in Seoul, as each database computes it. */
const dayOf = (column: string, dialect: Database['dialect']) =>
  dialect === 'sqlite'
    ? `date(${column}, '+9 hours')`
    : `to_char(${column}::timestamptz at time zone '${ZONE}', 'YYYY-MM-DD')`

describeDatabases('the figures of Home', openTestDatabase => {
  test('orders registered each day and on each connection are those that a count of all orders finds', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await seed(kysely)
    const figures = await readFigures(kysely, NOW, ZONE)
    const day = dayOf('r.started_at', dialect)
    const rows = await plainRows(
      kysely,
      `select ${day} as day, r.connection_id as at, count(*) as n from ledger_order o join run r on r.id = o.run_id
       where o.state = 'REGISTERED' and ${day} >= '${FIRST_DAY}' group by ${day}, r.connection_id`,
    )
    const shown = figures.days.flatMap(one =>
      Object.entries(one.registered).map(([at, n]) => `${one.day} ${at} ${n}`),
    )
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.sort()).toEqual(rows.map(row => `${row.day} ${row.at} ${row.n}`).sort())
    expect(figures.days.map(one => one.day)).toHaveLength(30)
    expect([figures.days[0]?.day, figures.days.at(-1)?.day]).toEqual([FIRST_DAY, '2026-11-23'])

    const sum = async (from: string, until: string) => {
      const [row] = await plainRows(
        kysely,
        `select count(*) as n from ledger_order o join run r on r.id = o.run_id
         where o.state = 'REGISTERED' and ${day} between '${from}' and '${until}'`,
      )
      return Number(row?.n)
    }
    expect(figures.registered).toEqual({
      today: await sum('2026-11-23', '2026-11-23'),
      week: await sum('2026-11-17', '2026-11-23'),
      month: await sum(FIRST_DAY, '2026-11-23'),
      monthBefore: await sum('2026-09-25', '2026-10-24'),
    })
    expect(figures.registered.monthBefore).toBeGreaterThan(0)
  })

  test('the orders of a first check are those of the earliest check of each draft, with those that Lading withheld', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await seed(kysely)
    const figures = await readFigures(kysely, NOW, ZONE)
    const day = dayOf('c.started_at', dialect)
    const rows = await plainRows(
      kysely,
      `select ${day} as day, sum(p.passed) as passed, sum(p.asked + d.withheld) as total from (
         select run.*, row_number() over (partition by draft_id order by started_at) as place from run
         where kind = 'check') c
       join draft_check d on d.run_id = c.id
       join (select run.id, count(o.run_id) as asked,
           sum(case when o.state = 'passed' then 1 else 0 end) as passed
         from run left join run_order o on o.run_id = run.id group by run.id) p on p.id = c.id
       where c.place = 1 and ${day} >= '${FIRST_DAY}' group by ${day} having sum(p.asked + d.withheld) > 0`,
    )
    const shown = figures.days.filter(one => one.firstChecks.total > 0)
    expect(shown.length).toBeGreaterThan(3)
    expect(shown.map(one => ({ day: one.day, ...one.firstChecks }))).toEqual(
      rows
        .map(row => ({ day: String(row.day), passed: Number(row.passed), total: Number(row.total) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    )
    expect(figures.firstChecks.total).toBe(rows.reduce((sum, row) => sum + Number(row.total), 0))
    expect(figures.firstChecks.passed).toBe(rows.reduce((sum, row) => sum + Number(row.passed), 0))
  })

  test('records with errors count once in a draft, however often it was checked', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await seed(kysely)
    const figures = await readFigures(kysely, NOW, ZONE)
    const rows = await plainRows(
      kysely,
      `select column_id, sum(n) as n from (
         select column_id, draft_id, n, row_number() over (partition by column_id, draft_id order by n desc) as place
         from (select run_id, draft_id, column_id, sum(count) as n from field_error
           where ${dayOf('at', dialect)} >= '${FIRST_DAY}' group by run_id, draft_id, column_id) r) s
       where place = 1 group by column_id order by sum(n) desc`,
    )
    expect(rows).toHaveLength(3)
    expect(figures.errors.map(({ count }) => count)).toEqual(rows.map(row => Number(row.n)))
    const names: Readonly<Record<string, string>> = {
      'recipient.zipCode': 'Recipient postal code',
      'items[].price': 'Item price',
      'items[].quantity': 'Item quantity',
    }
    expect(figures.errors.map(({ name }) => name)).toEqual(rows.map(row => names[String(row.column_id)]))
  })

  test('errors of a shop are those of the drafts whose first file came from it, and each bar selects its drafts', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await seed(kysely)
    const figures = await readFigures(kysely, NOW, ZONE)
    const name = dialect === 'sqlite' ? "json_extract(t.recipe, '$.name')" : "t.recipe::json ->> 'name'"
    const inPeriod = `${dayOf('at', dialect)} >= '${FIRST_DAY}'`
    const rows = await plainRows(
      kysely,
      `select e.draft_id, e.column_id, max(e.n) as n, (
           select ${name} from source s join source_table t on t.source_id = s.id
           where s.draft_id = e.draft_id and t.reading = '' and s.created_at = (
             select min(f.created_at) from source f where f.draft_id = e.draft_id)) as shop
       from (select run_id, draft_id, column_id, sum(count) as n from field_error
         where ${inPeriod} group by run_id, draft_id, column_id) e
       group by e.draft_id, e.column_id`,
    )
    const names: Readonly<Record<string, string>> = { '': 'Other files', null: 'Entered by hand' }
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const shop = names[String(row.shop)] ?? String(row.shop).split(' ')[0] ?? ''
      sums[shop] = (sums[shop] ?? 0) + Number(row.n)
    }
    expect(Object.keys(sums)).toHaveLength(4)
    expect(Object.fromEntries(figures.shops.map(one => [one.name, one.count]))).toEqual(sums)
    const counts = figures.shops.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))

    // What a bar leads to are the drafts that its number is the sum of.
    for (const { name: shown, count, selection } of [...figures.shops, ...figures.errors]) {
      const selected = await readSelection(kysely, selection, NOW, ZONE)
      expect(selected?.title).toBe(`Errors: ${shown}`)
      const [, , column] = selection.split(':')
      const theirs = rows.filter(
        row => selected?.ids.includes(String(row.draft_id)) && (column ?? row.column_id) === row.column_id,
      )
      expect(new Set(theirs.map(row => row.draft_id))).toEqual(new Set(selected?.ids))
      expect(theirs.reduce((sum, row) => sum + Number(row.n), 0)).toBe(count)
    }
    expect(await readSelection(kysely, 'nothing', NOW, ZONE)).toBeUndefined()
    expect(await readSelection(kysely, 'field:elsewhere:x', NOW, ZONE)).toBeUndefined()
  })

  test('the time from import to registration is the median over drafts that were registered for the first time', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await seed(kysely)
    const figures = await readFigures(kysely, NOW, ZONE)
    const rows = await plainRows(
      kysely,
      `select ${dayOf('f.started_at', dialect)} as day, s.imported, coalesce(f.finished_at, f.started_at) as done from (
         select r.*, row_number() over (partition by r.draft_id order by r.started_at) as place from run r
         where exists (select 1 from ledger_order o where o.run_id = r.id and o.state = 'REGISTERED')) f
       join (select draft_id, min(created_at) as imported from source group by draft_id) s
         on s.draft_id = f.draft_id
       where f.place = 1 and s.imported <= coalesce(f.finished_at, f.started_at)
         and ${dayOf('f.started_at', dialect)} >= '${FIRST_DAY}'`,
    )
    const minutes = (some: typeof rows) => {
      const sorted = some
        .map(row => (Date.parse(String(row.done)) - Date.parse(String(row.imported))) / 60_000)
        .sort((a, b) => a - b)
      const half = sorted.length / 2
      const middle = Number.isInteger(half)
        ? sorted.slice(half - 1, half + 1)
        : [sorted[Math.floor(half)] ?? 0]
      return Math.round(middle.reduce((a, b) => a + b, 0) / middle.length)
    }
    expect(rows.length).toBeGreaterThan(2)
    expect(figures.medianMinutes).toBe(minutes(rows))
    for (const { day, medianMinutes } of figures.days) {
      const there = rows.filter(row => row.day === day)
      expect(medianMinutes).toBe(there.length === 0 ? null : minutes(there))
    }
  })

  test('an empty workspace has no figures', async () => {
    const { kysely } = await openTestDatabase()
    const figures = await readFigures(kysely, NOW, ZONE)
    expect(figures.registered).toEqual({ today: 0, week: 0, month: 0, monthBefore: 0 })
    expect(figures).toMatchObject({ connections: [], errors: [], shops: [], medianMinutes: null })
    expect(figures.firstChecks).toEqual({ passed: 0, total: 0 })
  })
})
