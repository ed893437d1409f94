import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { enqueueOrders } from '../orders/enqueue-orders'
import { insertRun } from '../runs/runs'
import { unindexRecipients } from './recipients'

describeDatabases('the index of recipients', openTestDatabase => {
  test('keeps all names of other orders, also one that a leaving order has too, when many leave it', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, runRow('r1', { kind: 'register' }))
    const order = (number: string, name: string) =>
      orderRow(number, { state: 'QUEUED', payload: JSON.stringify({ recipient: { name } }) })
    const grams = () =>
      kysely.selectFrom('recipient_gram').select(['gram', 'seq']).orderBy('seq').orderBy('gram').execute()
    await enqueueOrders(kysely, [order('A-1', '山田 太郎 7'), order('A-2', 'Kim Minji')])
    const before = await grams()
    const leaving = Array.from({ length: 45 }, (_, at) => order(`B-${at}`, `山田 太郎 ${at}`))
    await enqueueOrders(kysely, leaving)
    expect((await grams()).length).toBeGreaterThan(before.length + 45)
    await unindexRecipients(
      kysely,
      leaving.map(({ id }) => id),
    )
    expect(await grams()).toEqual(before)
    expect(await kysely.selectFrom('order_recipient').select('ledger_order_id').execute()).toHaveLength(2)
  })
})
