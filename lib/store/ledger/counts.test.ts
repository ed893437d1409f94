import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { type Database, type Db, openDatabase } from '@/lib/store/db/database'
import { migrate } from '@/lib/store/db/migrate'
import { listDrafts } from '@/lib/store/drafts/draft-list'
import { saveLines } from '@/lib/store/drafts/drafts'
import { countDraftStatuses } from '@/lib/store/drafts/status'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { saveVerdicts } from './checks/verdicts'
import { countOrdersByRun } from './history/runs'
import { enqueueOrders } from './orders/enqueue-orders'
import type { LedgerOrderRow } from './orders/orders'
import { moveOrdersToRun, setExplanation, transitionOrders } from './orders/transition-orders'
import { countRunOrders, insertRun, insertRunOrders, markRunOrders, type RunRow } from './runs/runs'

// Compares the counters of the triggers with an independent count of all rows.

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 1, minute)).toISOString()
const NUMBERS = ['A', 'B', 'C', 'D']

/** A draft with its own environment and two registrations. */
interface Scene {
  readonly draft_id: string
  readonly env_id: string
  readonly runs: readonly [string, string]
}

const scene = (name: string): Scene => ({
  draft_id: `draft ${name}`,
  env_id: `test:${name}`,
  runs: [`${name} 1`, `${name} 2`],
})

async function openScene(db: Db, name: string): Promise<Scene> {
  const opened = scene(name)
  const { runs, ...place } = opened
  const rows = runs.map(id => olderRun(id, { ...place, operation: 'registerJapanOrders' }))
  await db.insertInto('run').values(rows).execute()
  return opened
}

const run = (id: string, of: Partial<RunRow> = {}) => runRow(id, { started_at: at(0), ...of })

/** A run as an older version wrote it. */
function olderRun(
  id: string,
  of: Partial<RunRow>,
): Omit<RunRow, 'slow_since' | 'slow_until' | 'notice' | 'confirmed'> {
  const { slow_since: _, slow_until: __, notice: ___, confirmed: ____, ...older } = run(id, of)
  return older
}

const order = (id: string, number: string, of: Partial<LedgerOrderRow> = {}) =>
  orderRow(number, { id, state: 'QUEUED', ...of })

const STATES: readonly LedgerOrderState[] = [
  'QUEUED',
  'PREPARED',
  'SENDING',
  'UNKNOWN',
  'REGISTERED',
  'REJECTED',
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
]
const HELD: readonly string[] = ['QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED', 'ABANDONED']

/** One act on the records of a draft. */
type Act =
  | { readonly act: 'queue'; readonly number: string; readonly run: number }
  | { readonly act: 'move'; readonly at: number; readonly to: LedgerOrderState; readonly minute: number }
  | { readonly act: 'adopt'; readonly at: number; readonly run: number; readonly minute: number }
  | {
      readonly act: 'explain'
      readonly at: number
      readonly why: 'here' | 'elsewhere'
      readonly minute: number
    }
  | {
      readonly act: 'judge'
      readonly numbers: readonly string[]
      readonly passed: number
      readonly sha256: string
      readonly minute: number
    }
  | { readonly act: 'ask'; readonly minute: number }
  | { readonly act: 'forget'; readonly number: string }

const number = fc.constantFrom(...NUMBERS)
const minute = fc.integer({ min: 1, max: 6 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('queue' as const), number, run: fc.nat(1) }),
  fc.record({ act: fc.constant('move' as const), at: fc.nat(9), to: fc.constantFrom(...STATES), minute }),
  fc.record({ act: fc.constant('adopt' as const), at: fc.nat(9), run: fc.nat(1), minute }),
  fc.record({
    act: fc.constant('explain' as const),
    at: fc.nat(9),
    why: fc.constantFrom('here' as const, 'elsewhere' as const),
    minute,
  }),
  fc.record({
    act: fc.constant('judge' as const),
    numbers: fc.uniqueArray(number, { minLength: 1 }),
    passed: fc.nat(1),
    sha256: fc.constantFrom('h', 'changed'),
    minute,
  }),
  fc.record({ act: fc.constant('ask' as const), minute }),
  fc.record({ act: fc.constant('forget' as const), number }),
)

/** Applies acts to the records of a scene as the desk would; impossible acts are skipped. */
async function perform(db: Db, { runs, ...place }: Scene, acts: readonly Act[]): Promise<void> {
  const rows: LedgerOrderRow[] = []
  for (const [i, one] of acts.entries()) {
    if (one.act === 'queue') {
      const before = rows.filter(row => row.mall_order_number === one.number)
      if (before.some(row => HELD.includes(row.state))) continue
      const of = { ...place, run_id: runs[one.run] ?? '', generation: before.length + 1 }
      const row = order(`${place.draft_id} ${i}`, one.number, of)
      await enqueueOrders(db, [row])
      rows.push(row)
    } else if (one.act === 'judge') {
      const of = { ...place, passed: one.passed, sha256: one.sha256, checked_at: at(one.minute) }
      await saveVerdicts(
        db,
        one.numbers.map(name => verdictRow(name, of)),
      )
    } else if (one.act === 'ask') {
      await insertRun(db, run(`${place.draft_id} ask ${i}`, { ...place, started_at: at(one.minute) }))
    } else if (one.act === 'forget') {
      await db
        .deleteFrom('verdict')
        .where('draft_id', '=', place.draft_id)
        .where('mall_order_number', '=', one.number)
        .execute()
    } else {
      const index = one.at % Math.max(1, rows.length)
      const row = rows[index]
      if (!row) continue
      if (one.act === 'adopt') {
        const next = runs[one.run] ?? ''
        const moved = await moveOrdersToRun(db, [row], next, at(one.minute))
        if (moved.has(row.id)) rows[index] = { ...row, run_id: next }
      } else if (one.act === 'explain') {
        await setExplanation(db, [row.id], one.why, at(one.minute))
      } else {
        const isTaken = rows.some(
          other =>
            other !== row && other.mall_order_number === row.mall_order_number && HELD.includes(other.state),
        )
        if (HELD.includes(one.to) && isTaken) continue
        const step = { attemptId: null, actor: 'runner', reason: '', at: at(one.minute) }
        await transitionOrders(db, [row.id], { from: row.state, to: one.to, ...step })
        rows[index] = { ...row, state: one.to }
      }
    }
  }
}

/** The oracle: counts every record of a scene row by row, by the documented rules. */
async function recount(db: Db, { draft_id, env_id }: Scene) {
  const orders = await db.selectFrom('ledger_order').selectAll().where('draft_id', '=', draft_id).execute()
  const verdicts = await db.selectFrom('verdict').selectAll().where('draft_id', '=', draft_id).execute()
  const asked = await db
    .selectFrom('run')
    .select(row => row.fn.max('started_at').as('at'))
    .where('draft_id', '=', draft_id)
    .where('operation', '=', 'checkJapanOrders')
    .executeTakeFirst()
  // Numbers that another draft holds are counted in held-elsewhere.test.ts.
  const count = { registered: 0, passed: 0, failing: 0, unknown: 0, busy: 0, elsewhere: 0 }
  for (const name of new Set([...orders, ...verdicts].map(row => row.mall_order_number))) {
    const newestVerdict = verdicts.find(row => row.mall_order_number === name)
    const newest = orders
      .filter(row => row.mall_order_number === name)
      .toSorted((one, other) => other.generation - one.generation)[0]
    const isOverruled =
      newest?.state === 'REJECTED' &&
      newestVerdict !== undefined &&
      newestVerdict.checked_at >= newest.updated_at &&
      (newestVerdict.passed === 0 ||
        newestVerdict.sha256 !== newest.sha256 ||
        newest.explained === 'elsewhere')
    if (newest && !['ABSENT', 'CANCELLED', 'RELEASED'].includes(newest.state) && !isOverruled) {
      if (newest.state === 'REGISTERED') count.registered++
      else if (newest.state === 'UNKNOWN') count.unknown++
      else if (['QUEUED', 'PREPARED', 'SENDING'].includes(newest.state)) count.busy++
      else count.failing++
    } else if (newestVerdict && newestVerdict.checked_at >= (asked?.at ?? '')) {
      if (newestVerdict.passed === 1) count.passed++
      else count.failing++
    }
  }
  const isAny = Object.values(count).some(n => n > 0)
  return isAny ? [{ draftId: draft_id, envId: env_id, ...count }] : []
}

async function recountRuns(db: Db, { runs }: Scene) {
  const counts = new Map<string, Map<string, number>>()
  for (const table of ['ledger_order', 'run_order'] as const) {
    const rows: { run_id: string; state: string }[] = await db
      .selectFrom(table)
      .select(['run_id', 'state'])
      .where('run_id', 'in', runs)
      .execute()
    for (const { run_id, state } of rows) {
      const of = counts.get(run_id) ?? new Map<string, number>()
      counts.set(run_id, of.set(state, (of.get(state) ?? 0) + 1))
    }
  }
  return counts
}

async function expectExact(db: Db, here: Scene) {
  const statuses = await countDraftStatuses(db, [here.draft_id], ['checkJapanOrders'])
  const shown = statuses.map(({ checkedAt: _, ...counts }) => counts)
  expect(shown).toEqual(await recount(db, here))
  expect(await countOrdersByRun(db, here.runs)).toEqual(await recountRuns(db, here))
  return shown
}

describeDatabases('the counts that lists show', openTestDatabase => {
  test('equal a count of all rows after any sequence of acts', async () => {
    const { kysely, write } = await openTestDatabase()
    let stories = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async acts => {
        const here = await openScene(kysely, `${++stories}`)
        await write(trx => perform(trx, here, acts))
        await expectExact(kysely, here)
      }),
      { numRuns: 40 },
    )
  })

  test('stay exact while records of one draft are checked, queued and moved concurrently', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const here = await openScene(database.kysely, 'busy')
    const { runs, ...place } = here
    const numbers = Array.from({ length: 60 }, (_, i) => `N-${i}`)
    const judge = (batch: readonly string[], minute: number, passed: number) =>
      batch.map(name => verdictRow(name, { ...place, passed, checked_at: at(minute) }))
    await saveVerdicts(database.kysely, judge(numbers, 1, 1))
    const move = { from: 'QUEUED', attemptId: null, actor: 'runner', reason: '', at: at(3) } as const
    const register = async ({ write }: Pick<Database, 'write'>, from: number) => {
      for (let i = from; i < 60; i += 4) {
        const rows = numbers
          .slice(i, i + 2)
          .map(name => order(`id ${name}`, name, { ...place, run_id: runs[0] }))
        await write(trx => enqueueOrders(trx, rows))
        const ids = rows.map(row => row.id)
        await write(trx =>
          transitionOrders(trx, ids, { ...move, to: i % 8 < 4 ? 'REGISTERED' : 'CANCELLED' }),
        )
      }
    }
    const check = async ({ write }: Pick<Database, 'write'>, minute: number) => {
      for (let i = 0; i < 60; i += 10) {
        const batch = numbers.slice(i, i + 10)
        await write(trx => saveVerdicts(trx, judge(batch, minute, minute % 2)))
      }
    }
    await Promise.all([
      register(database, 0),
      register(other, 2),
      check(database, 4),
      check(other, 5),
      check(database, 6),
    ])
    await other.close()
    const [shown] = await expectExact(database.kysely, here)
    expect(shown?.registered).toBeGreaterThan(0)
    expect((shown?.passed ?? 0) + (shown?.failing ?? 0)).toBeGreaterThan(0)
  })

  test('exist for rows of an older version after the migration', async () => {
    const database = await openTestDatabase(migrations.filter(step => step.name < '0025'))
    const { kysely } = database
    const here = await openScene(kysely, 'old')
    const { runs, ...place } = here
    const rows = STATES.map((state, i) => ({
      ...order(`${i}`, `N-${i}`, { ...place, state, run_id: runs[i % 2] ?? '' }),
    }))
    await kysely.insertInto('ledger_order').values(rows).execute()
    const again = { ...place, run_id: runs[0], generation: 2, state: 'REGISTERED' } as const
    await kysely
      .insertInto('ledger_order')
      .values(order('again', 'N-8', again))
      .execute()
    await saveVerdicts(
      kysely,
      ['N-1', 'N-5', 'N-6', 'N-8', 'N-9', 'N-10'].map((name, i) =>
        verdictRow(name, { ...place, passed: i % 2, checked_at: at(2) }),
      ),
    )
    await migrate(kysely, database.dialect)
    const [shown] = await expectExact(kysely, here)
    expect(shown).toMatchObject({ registered: 2, unknown: 1, busy: 3 })
  })

  test('include the lines of a draft and the progress of its check', async () => {
    const { kysely, write } = await openTestDatabase()
    const head = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }
    const line = (id: string) => ({ id, rank: 1, texts: {} })
    const save = (upserts: readonly string[], removes: readonly string[]) =>
      write(trx => saveLines(trx, head, { upserts: upserts.map(line), removes }, new Date()))
    const lines = async () =>
      (await listDrafts(kysely, { isArchived: false }, 9, 0)).map(draft => draft.lines)
    await save(['a', 'b', 'c'], [])
    await save(['b', 'd'], ['a', 'never there'])
    expect(await lines()).toEqual([3])
    await save(['a'], [])
    expect(await lines()).toEqual([4])
    await insertRun(kysely, run('check'))
    const waiting = ['A', 'B', 'C'].map((mall_order_number, position) => ({
      ...{ position, mall_order_number, payload: '{}', sha256: 'h', fingerprint: 'f', line_ids: '[]' },
    }))
    await write(trx => insertRunOrders(trx, run('check'), waiting))
    await markRunOrders(kysely, 'check', [0, 2], 'passed')
    expect(await countRunOrders(kysely, 'check')).toEqual(
      new Map([
        ['passed', 2],
        ['waiting', 1],
      ]),
    )
  })
})
