import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '@/lib/store/db/migrate'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { orderRow } from '@/testing/store/ledger-rows'
import type { RunTable } from '../runs/run-tables'
import { insertRun } from '../runs/runs'
import { enqueueOrders } from './enqueue-orders'
import { findHeldLines, listHeldLines } from './held-lines'
import type { LedgerOrderRow } from './orders'
import { transitionOrders } from './transition-orders'

const at = '2026-11-21T00:00:00.000Z'

const run: Insertable<RunTable> = {
  id: 'run',
  kind: 'register',
  operation: 'registerJapanOrders',
  draft_id: 'draft',
  connection_id: 'connection',
  env_id: 'test:a',
  client_request_id: 'request',
  started_by: 'mina',
  started_at: at,
  finished_at: null,
  state: 'running',
  problem: null,
  owner: null,
  total: 0,
  refused: '[]',
  door: null,
  halving: null,
  erased_at: null,
}

/** An order of lines, queued in the draft of the run. */
const order = (
  number: string,
  lines: readonly string[],
  over: Partial<LedgerOrderRow> = {},
): LedgerOrderRow =>
  orderRow(number, {
    id: `order ${number}`,
    env_id: 'test:a',
    line_ids: JSON.stringify(lines),
    state: 'QUEUED',
    draft_id: 'draft',
    run_id: 'run',
    ...over,
  })

const move = (from: LedgerOrderRow['state'], to: LedgerOrderRow['state']) =>
  ({ from, to, attemptId: null, actor: 'runner', reason: 'a test', at }) as const

describeDatabases('lines that orders were made of', openTestDatabase => {
  async function opened(orders: readonly LedgerOrderRow[]): Promise<TestDatabase> {
    const database = await openTestDatabase()
    await insertRun(database.kysely, run)
    await enqueueOrders(database.kysely, orders)
    return database
  }

  test('are held in the draft and environment of their order from its queueing until its release', async () => {
    const { kysely } = await opened([
      order('A-1', ['one', 'two']),
      order('A-2', ['three']),
      order('A-3', ['one'], { draft_id: 'other' }),
    ])
    const asked = ['one', 'two', 'three', 'four']
    expect(await findHeldLines(kysely, 'draft', 'test:a', ['two', 'four'])).toEqual(
      new Map([['two', 'QUEUED']]),
    )
    expect(await findHeldLines(kysely, 'draft', 'production:a', asked)).toEqual(new Map())
    await transitionOrders(kysely, ['order A-1'], move('QUEUED', 'UNKNOWN'))
    await transitionOrders(kysely, ['order A-2'], move('QUEUED', 'CANCELLED'))
    const held = new Map([
      ['one', 'UNKNOWN'],
      ['two', 'UNKNOWN'],
    ])
    expect(await findHeldLines(kysely, 'draft', 'test:a', asked)).toEqual(held)
    expect(await listHeldLines(kysely, 'draft', 'test:a')).toEqual(held)
    // Late proof overrides a resolution.
    await transitionOrders(kysely, ['order A-1'], move('UNKNOWN', 'ABSENT'))
    expect(await listHeldLines(kysely, 'draft', 'test:a')).toEqual(new Map())
    await transitionOrders(kysely, ['order A-1'], move('ABSENT', 'REGISTERED'))
    expect((await findHeldLines(kysely, 'draft', 'test:a', asked)).get('one')).toBe('REGISTERED')
  })

  test('are held by their active order, regardless of earlier or rejected orders of the same lines', async () => {
    const { kysely } = await opened([order('A-1', ['one'], { state: 'CANCELLED' })])
    await enqueueOrders(kysely, [order('A-1', ['one'], { id: 'again', generation: 2 })])
    await enqueueOrders(kysely, [order('B-1', ['one'], { id: 'a third', state: 'REJECTED' })])
    expect(await findHeldLines(kysely, 'draft', 'test:a', ['one'])).toEqual(new Map([['one', 'QUEUED']]))
    expect(await listHeldLines(kysely, 'draft', 'test:a')).toEqual(new Map([['one', 'QUEUED']]))
  })

  test('are all listed, even if they take several reads', async () => {
    const lines = Array.from({ length: 1201 }, (_, at) => `line ${at}`)
    const { kysely } = await opened([order('A-1', lines), order('A-2', ['last', 'last'])])
    const held = await listHeldLines(kysely, 'draft', 'test:a')
    expect([...held.keys()].sort()).toEqual([...lines, 'last'].sort())
    expect((await findHeldLines(kysely, 'draft', 'test:a', lines)).size).toBe(1201)
  })

  test('of an order that was not accepted are not held', async () => {
    const { kysely } = await opened([order('A-1', ['one'])])
    const late = order('A-1', ['two'], { id: 'late' })
    expect(await enqueueOrders(kysely, [late])).toEqual(new Set())
    expect(await listHeldLines(kysely, 'draft', 'test:a')).toEqual(new Map([['one', 'QUEUED']]))
  })

  test('are known for orders that were queued before lines were stored', async () => {
    const { kysely, dialect } = await openTestDatabase(migrations.filter(step => step.name < '0019'))
    await insertRun(kysely, run)
    const rows = [order('A-1', ['one', 'two', 'one']), order('A-2', ['단독']), order('A-3', [])]
    await kysely.insertInto('ledger_order').values(rows).execute()
    await migrate(kysely, dialect, migrations)
    expect(await listHeldLines(kysely, 'draft', 'test:a')).toEqual(
      new Map([
        ['one', 'QUEUED'],
        ['two', 'QUEUED'],
        ['단독', 'QUEUED'],
      ]),
    )
    const { rows: broken } = await sql`select 1 from ledger_order_line where line_id = ''`.execute(kysely)
    expect(broken).toEqual([])
  })
})
