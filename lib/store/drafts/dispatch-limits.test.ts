import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { markRegistered } from '@/lib/store/ledger/orders/registered-orders'
import { resolveOrders } from '@/lib/store/ledger/orders/unknown-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, ROW_TIME, runRow } from '@/testing/store/ledger-rows'
import { plainRows } from '@/testing/store/plain-sql'
import { countDueOrders, dayOfLimit, deleteOldDispatchLimits } from './dispatch-limits'
import { saveLines } from './drafts'
import { deleteDraft } from './lifecycle'

const SPAN = { today: '2026-11-23', from: '2026-11-09' }

/** Saves lines, each an order with its dispatch limit as the shop wrote it. */
async function save(db: Db, draft: string, limits: Readonly<Record<string, string>>) {
  const upserts = Object.entries(limits).map(([number, limit], rank) => ({
    ...{ id: `line ${number}`, rank },
    texts: { 'orderInfo.mallOrderNumber': number.slice(0, 1), '[].$dispatchBy': limit },
  }))
  const head = { id: draft, sheet: 'orders/japan', name: draft, operatorId: 'o1' }
  await saveLines(db, head, { upserts, removes: [] }, new Date(ROW_TIME))
}

const numbersLeft = async (db: Db) =>
  (await plainRows(db, 'select line_id from draft_line_due order by line_id')).map(row => row.line_id)

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-23 23:59:59', '2026-11-23'],
  ['2026/1/2', '2026-01-02'],
  ['2026.11.23.', '2026-11-23'],
  ['20261123', '2026-11-23'],
  [' 2026年11月23日', '2026-11-23'],
  ['2026년 11월 3일', '2026-11-03'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['20261123456', undefined],
  ['오늘', undefined],
  ['', undefined],
])('the day of the limit %s is %s', (text, day) => {
  expect(dayOfLimit(text)).toBe(day)
})

describeDatabases('dispatch limits', openTestDatabase => {
  test('an order is due with its earliest line, until it is on its way or registered, here or by another draft', async () => {
    const { kysely } = await openTestDatabase()
    await save(kysely, 'd1', {
      'A 1': '2026-11-23 23:59',
      'A 2': '2026-11-20',
      B: '2026/11/23',
      C: '2026-11-24',
      D: '2026-11-01',
      E: '2026-11-22',
      F: '2026-11-22',
      G: 'soon',
    })
    await save(kysely, 'd2', { A: '2026-11-21' })
    expect(await countDueOrders(kysely, ['d1', 'd2', 'd3'], SPAN)).toEqual([
      { draftId: 'd1', past: 3, today: 1, earliest: '2026-11-20' },
      { draftId: 'd2', past: 1, today: 0, earliest: '2026-11-21' },
    ])
    await insertRun(kysely, runRow('r1', { kind: 'register' }))
    await enqueueOrders(kysely, [
      orderRow('E', { state: 'UNKNOWN', line_ids: '["line E"]' }),
      orderRow('F', { state: 'REJECTED', line_ids: '["line F"]' }),
    ])
    expect(await countDueOrders(kysely, ['d1'], SPAN)).toMatchObject([{ past: 2, today: 1 }])
    await kysely
      .insertInto('draft_elsewhere')
      .values({ draft_id: 'd1', env_id: 'embedded', scope: 'orders', mall_order_number: 'A' })
      .execute()
    expect(await countDueOrders(kysely, ['d1'], SPAN)).toMatchObject([{ past: 1, today: 1 }])
    // Registered at a sandbox, then prepared for production: there it is not registered.
    await insertRun(
      kysely,
      runRow('r2', { env_id: 'production:https://a', started_at: '2026-11-22T00:00:00.000Z' }),
    )
    expect(await countDueOrders(kysely, ['d1'], SPAN)).toMatchObject([{ past: 3, today: 1 }])
  })

  test('a limit goes with its line, its draft, its registration in production, and its time', async () => {
    const { kysely } = await openTestDatabase()
    await save(kysely, 'd1', { A: '2026-11-23', B: '2026-11-23', C: '2026-11-23', D: '2026-10-01' })
    await save(kysely, 'd2', { Z: '2026-11-23' })
    await deleteDraft(kysely, 'd2', 'o1', ROW_TIME)
    await save(kysely, 'd1', { A: '' })
    expect(await numbersLeft(kysely)).toEqual(['line B', 'line C', 'line D'])
    const sent = (number: string, env_id: string) =>
      orderRow(number, { env_id, state: 'SENDING', line_ids: `["line ${number}"]`, current_attempt: 'a1' })
    await insertRun(kysely, runRow('r1', { kind: 'register' }))
    const orders = [sent('B', 'production:https://a'), sent('C', 'test:https://a')]
    await enqueueOrders(kysely, orders)
    const move = { from: 'SENDING', to: 'REGISTERED', at: ROW_TIME, attemptId: 'a1' } as const
    await markRegistered(
      kysely,
      orders.map(({ id }) => ({ id, orderId: '1' })),
      { ...move, actor: 'o1', reason: 'answered' },
    )
    expect(await numbersLeft(kysely)).toEqual(['line C', 'line D'])
    await deleteOldDispatchLimits(kysely, '2026-11-02')
    expect(await numbersLeft(kysely)).toEqual(['line C'])
  })

  test('a limit also goes when a person, a late response or a repeated request confirms the registration', async () => {
    const { kysely } = await openTestDatabase()
    await save(kysely, 'd1', { A: '2026-11-23', B: '2026-11-23', C: '2026-11-23' })
    await insertRun(kysely, runRow('r1', { kind: 'register' }))
    const unknown = (number: string, env_id: string) =>
      orderRow(number, { env_id, state: 'UNKNOWN', line_ids: `["line ${number}"]`, current_attempt: 'a1' })
    const [a, b, c] = [
      unknown('A', 'production:https://a'),
      unknown('B', 'test:https://a'),
      unknown('C', 'production:https://a'),
    ]
    await enqueueOrders(kysely, [a, b, c])
    const move = { from: 'UNKNOWN', actor: 'o1', reason: 'found', at: ROW_TIME } as const
    const step = ({ id }: { readonly id: string }) => ({ id, attemptId: 'a1', orderId: '1' })
    await resolveOrders(kysely, [step(a), step(b)], { ...move, to: 'REGISTERED' })
    await resolveOrders(kysely, [step(c)], { ...move, to: 'ABSENT' })
    expect(await numbersLeft(kysely)).toEqual(['line B', 'line C'])
  })
})
