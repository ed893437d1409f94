import { expect, test } from 'vitest'
import type { Database, Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders'
import { insertRun } from '@/lib/store/ledger/runs'
import { describeDatabases } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import { readFigures } from './figures'

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
    const run = {
      id: `run ${i}`,
      kind,
      operation: kind === 'check' ? 'checkJapanOrders' : 'registerJapanOrders',
      draft_id: `draft ${Math.floor(roll() * 60)}`,
      connection_id: pick(['one', 'two', 'three']),
      env_id: 'embedded',
      client_request_id: `press ${i}`,
      started_by: 'mina',
      started_at: at.toISOString(),
      finished_at: roll() < 0.9 ? new Date(at.getTime() + roll() * HOUR_MS).toISOString() : null,
      state: 'done',
      problem: null,
      owner: null,
      total: 1,
      refused: '[]',
      halving: null,
      slow_since: null,
      slow_until: null,
      notice: null,
      door: null,
      crashes: 0,
      erased_at: null,
    } as const
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
  }
}

interface SeededRun {
  readonly id: string
  readonly draft_id: string
  readonly started_at: string
}

async function seedOrders(db: Db, run: SeededRun, count: number, state: () => 'REGISTERED' | 'REJECTED') {
  const orders = Array.from({ length: count }, (_, position) => ({
    id: `${run.id}/${position}`,
    env_id: 'embedded',
    scope: 'orders' as const,
    variant: 'japan' as const,
    mall_order_number: `${run.id}/${position}`,
    payload: '{}',
    sha256: 'h',
    checked_payload: null,
    checked_sha256: null,
    fingerprint: 'f',
    line_ids: '[]',
    state: state(),
    generation: 1,
    order_id: null,
    current_attempt: null,
    returned: 0,
    explained: null,
    draft_id: run.draft_id,
    run_id: run.id,
    position,
    created_by: 'mina',
    created_at: run.started_at,
    updated_at: run.started_at,
    erased_at: null,
  }))
  await enqueueOrders(db, orders)
}

async function seedCheck(db: Db, { id, draft_id, started_at: at }: SeededRun, roll: () => number) {
  for (let position = 0; position < Math.floor(roll() * 6); position++) {
    const state = roll() < 0.7 ? ('passed' as const) : ('failed' as const)
    const form = { form_id: null, payload: '{}', sha256: 'h', fingerprint: 'f', line_ids: '[]' }
    const order = { ...form, run_id: id, position, mall_order_number: `${id}/${position}`, state }
    await db.insertInto('run_order').values(order).execute()
  }
  // Checks of earlier versions of Lading have no such row, and are first checks all the same.
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
    expect(figures.errors.map(({ column }) => column)).toEqual(rows.map(row => names[String(row.column_id)]))
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
    expect(figures).toMatchObject({ connections: [], errors: [], medianMinutes: null })
    expect(figures.firstChecks).toEqual({ passed: 0, total: 0 })
  })
})
