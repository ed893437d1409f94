import { expect, test } from 'vitest'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { countUnknown } from '@/lib/store/ledger/orders/unknown-orders'
import { emptyAttemptColumns, insertAttempt } from '@/lib/store/ledger/requests/attempts'
import {
  countUnknownRequests,
  findUnknownRequest,
  listUnknownGroups,
  listUnknownRequests,
} from '@/lib/store/ledger/requests/unknown-requests'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { planPastedList } from './pasted-list'

const at = '2026-11-21T00:00:00.000Z'
const run = runRow('run', { kind: 'register', env_id: 'test:x', state: 'stopped', started_at: at })

const COUNT = 10_000

const order = (nr: number) =>
  orderRow(`A-${nr}`, {
    id: `row-${String(nr).padStart(5, '0')}`,
    env_id: 'test:x',
    state: 'UNKNOWN',
    run_id: 'run',
    position: nr,
    created_at: at,
    updated_at: at,
  })

describeDatabases('ten thousand unknown orders', openTestDatabase => {
  test('are resolved by one list: listed orders as registered, the others as not registered', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    await insertRun(kysely, run)
    await database.write(trx =>
      enqueueOrders(
        trx,
        Array.from({ length: COUNT }, (_, nr) => order(nr)),
      ),
    )
    expect(await countUnknown(kysely)).toBe(COUNT)
    expect(await countUnknownRequests(kysely)).toBe(1)
    expect(await listUnknownRequests(kysely, 20, 0)).toMatchObject([
      { count: COUNT, attemptId: null, runId: 'run' },
    ])
    expect(await listUnknownGroups(kysely)).toMatchObject([
      { envId: 'test:x', scope: 'orders', count: COUNT },
    ])

    // The console's list lacks every tenth order and contains orders of other days.
    const numbers = Array.from({ length: COUNT }, (_, nr) => nr).filter(nr => nr % 10 !== 0)
    const lines = [...numbers.map(nr => `A-${nr}\t${5_000_000 + nr}`), 'B-1\t1', 'B-2\t2']
    const list = { envId: 'test:x', scope: 'orders', text: lines.join('\n'), meaning: 'all' } as const
    const plan = await planPastedList(kysely, list, Date.parse(at) + 3_600_000)
    expect(plan?.found).toHaveLength(9000)
    expect(plan?.missing).toHaveLength(1000)
    expect(plan?.notUnknown).toHaveLength(2)
    const resolved = await resolveUnknown(
      { database, now: () => Date.parse(at) + 3_600_000 },
      plan?.decisions ?? [],
      { operatorId: 'mina' },
      Date.parse(at) + 3_600_000,
    )
    expect(resolved).toMatchObject({ counts: { found: 9000, absent: 1000, abandon: 0 }, unresolved: [] })
    expect(await countUnknown(kysely)).toBe(0)
    expect(await findUnknownRequest(kysely, { attemptId: null, runId: 'run' })).toBeUndefined()
  })

  test('a list with only orders that the response named is a list of that request', async () => {
    const { kysely, write } = await openTestDatabase()
    await insertRun(kysely, run)
    const attempt = {
      ...emptyAttemptColumns,
      ...{ id: 'attempt', run_id: 'run', env_id: 'test:x', origin: 'http://x', state: 'DONE' as const },
      ...{
        operation: 'registerJapanOrders' as const,
        order_count: 3,
        body_sha256: 'h',
        owner: 'boot',
        owner_pid: 1,
      },
      ...{ prepared_at: at, classified_as: 'mixed' },
    }
    const registered = (nr: number) => ({
      ...order(nr),
      state: 'REGISTERED' as const,
      order_id: String(70 + nr),
    })
    const carried = [registered(1), registered(2), order(3)].map(row => ({
      ...row,
      current_attempt: 'attempt',
    }))
    await write(async trx => {
      await enqueueOrders(trx, carried)
      await insertAttempt(
        trx,
        attempt,
        carried.map(row => row.id),
      )
    })
    // The number is in the second column, which only the orders of the request show.
    const text = 'Shop\tNo.\tId\nHanbit\tA-1\t71\nHanbit\tA-2\t72'
    const list = { envId: 'test:x', scope: 'orders', text, meaning: 'all' } as const
    const plan = await planPastedList(kysely, list, Date.parse(at) + 3_600_000)
    expect(plan?.notUnknown).toEqual([
      { number: 'A-1', state: 'REGISTERED', isCarried: true },
      { number: 'A-2', state: 'REGISTERED', isCarried: true },
    ])
    expect(plan?.missing).toMatchObject([{ number: 'A-3' }])
    expect(plan?.decisions).toMatchObject([{ resolution: 'absent' }])
  })
})
