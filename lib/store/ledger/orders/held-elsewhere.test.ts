import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { countDraftStatuses } from '@/lib/store/drafts/status'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { saveVerdicts } from '../checks/verdicts'
import { insertRun } from '../runs/runs'
import { enqueueOrders } from './enqueue-orders'
import { findHeldElsewhere, findLinkedDrafts, type NumberScope, replaceHeldElsewhere } from './held-elsewhere'
import type { LedgerOrderRow } from './orders'
import { transitionOrders } from './transition-orders'

const AT = '2026-11-21T01:00:00.000Z'
const here: NumberScope = { draftId: 'here', envId: 'embedded', scope: 'orders' }

const run = (draftId: string) => runRow(`run of ${draftId}`, { draft_id: draftId })

const order = (number: string, of: Partial<LedgerOrderRow> = {}): LedgerOrderRow =>
  orderRow(number, {
    id: `${number} of ${of.draft_id ?? 'there'} in ${of.env_id ?? 'embedded'} as ${of.scope ?? 'orders'}`,
    draft_id: 'there',
    run_id: 'run of there',
    ...of,
  })

const judge = (db: Db, number: string, passed: boolean) =>
  saveVerdicts(db, [verdictRow(number, { draft_id: 'here', passed: passed ? 1 : 0 })])

const homeSays = (db: Db) => countDraftStatuses(db, ['here'], ['checkJapanOrders'])

describeDatabases('numbers that another draft holds', openTestDatabase => {
  test('are found with their holders, in the same environment and scope', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('there'))
    await enqueueOrders(kysely, [
      order('A-1', { order_id: '685' }),
      order('A-2', { state: 'UNKNOWN' }),
      order('A-3', { state: 'CANCELLED' }),
      order('A-4', { draft_id: 'here' }),
      order('A-5', { env_id: 'production:https://a' }),
    ])
    await enqueueOrders(kysely, [order('A-6', { scope: 'products', variant: 'product' })])
    const numbers = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7']
    const found = await findHeldElsewhere(kysely, here, numbers)
    expect(found.map(({ number, state, orderId, draftId }) => [number, state, orderId, draftId])).toEqual([
      ['A-1', 'REGISTERED', '685', 'there'],
      ['A-2', 'UNKNOWN', null, 'there'],
    ])
  })

  test('are counted in draft lists instead of their passed check until they are released', async () => {
    const { kysely } = await openTestDatabase()
    for (const draft of ['here', 'there']) await insertRun(kysely, run(draft))
    await judge(kysely, 'A-1', true)
    await judge(kysely, 'A-2', false)
    await judge(kysely, 'A-3', true)
    expect(await homeSays(kysely)).toMatchObject([{ passed: 2, failing: 1, elsewhere: 0 }])
    // No session has the draft open while another draft is registered.
    const [first, second] = [order('A-1', { state: 'QUEUED' }), order('A-2', { state: 'QUEUED' })]
    await enqueueOrders(kysely, [first, second])
    expect(await homeSays(kysely)).toMatchObject([{ passed: 1, failing: 0, elsewhere: 2 }])
    await transitionOrders(kysely, [first.id], {
      from: 'QUEUED',
      to: 'CANCELLED',
      attemptId: null,
      actor: 'mina',
      reason: 'cancelled',
      at: AT,
    })
    expect(await homeSays(kysely)).toMatchObject([{ passed: 2, failing: 0, elsewhere: 1 }])
  })

  test('a newer result replaces the older one', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, run('there'))
    await enqueueOrders(kysely, [order('A-1'), order('A-2'), order('A-3')])
    await replaceHeldElsewhere(kysely, here, ['A-1', 'A-2'])
    expect(await homeSays(kysely)).toMatchObject([{ elsewhere: 2 }])
    await replaceHeldElsewhere(kysely, here, ['A-2', 'A-3'])
    expect(await homeSays(kysely)).toMatchObject([{ elsewhere: 2 }])
    await replaceHeldElsewhere(kysely, here, [])
    expect(await homeSays(kysely)).toEqual([])
  })

  test('a deleted draft has no link', async () => {
    const { kysely } = await openTestDatabase()
    const draft = { sheet: 'orders/japan', created_by: 'mina', created_at: AT, updated_at: AT }
    await kysely
      .insertInto('draft')
      .values([
        { id: 'd1', name: 'Kept', ...draft },
        { id: 'd2', name: 'Gone', deleted_at: AT, ...draft },
      ])
      .execute()
    expect([...(await findLinkedDrafts(kysely, ['d1', 'd2', 'd1'])).values()]).toEqual([
      { id: 'd1', sheet: 'orders/japan', name: 'Kept' },
    ])
  })
})
