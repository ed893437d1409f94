import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { saveLines } from '@/lib/store/drafts/drafts'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { MAX_PACKED_ROWS, readPackingList } from './packing-list'

const sheet = sheets['orders/japan']
const at = '2026-11-28T01:00:00.000Z'
const draft = { id: 'd1', sheet: sheet.id, name: 'Qoo10', operatorId: 'o1', records: 0 }

const row = (rank: number, number: string) => ({
  id: `l${rank}`,
  rank,
  texts: { [sheet.key]: number, 'items[].name': 'Mug', 'items[].quantity': '2' },
})

describeDatabases('the packing list of a draft', openTestDatabase => {
  test('has the registered orders with their ids, or all orders', async () => {
    const database = await openTestDatabase()
    const connection = await createConnection(database.kysely, {
      name: 'Carrier',
      baseUrl: 'https://a.example',
      environment: 'production',
    })
    const head = { ...draft, connectionId: connection.id }
    const upserts = [row(1, 'A-1'), row(2, 'A-2'), row(3, 'A-2')]
    await saveLines(database.kysely, head, { upserts, removes: [] }, new Date(at))
    expect((await readPackingList(database, 'd1', undefined))?.orders).toHaveLength(2)

    const env_id = environmentId(connection)
    await insertRun(database.kysely, runRow('r1', { kind: 'register', env_id, connection_id: connection.id }))
    const lineIds = JSON.stringify(['l2', 'l3'])
    await enqueueOrders(database.kysely, [orderRow('A-2', { env_id, order_id: '77', line_ids: lineIds })])
    const list = await readPackingList(database, 'd1', undefined)
    expect(list?.orders.map(({ number, orderId }) => [number, orderId])).toEqual([['A-2', '77']])
    expect(list?.items).toEqual([{ code: '', name: 'Mug', quantity: 4 }])
    expect(list?.counts).toEqual({ all: 2, registered: 1 })
    const all = await readPackingList(database, 'd1', 'all')
    expect(all?.orders.map(({ orderId }) => orderId)).toEqual([undefined, '77'])
  })

  test('leaves out an order when some of its rows are beyond the limit', async () => {
    const database = await openTestDatabase()
    const upserts = Array.from({ length: MAX_PACKED_ROWS + 1 }, (_, i) =>
      row(i, i < MAX_PACKED_ROWS - 1 ? `A-${i}` : 'A-last'),
    )
    await saveLines(database.kysely, draft, { upserts, removes: [] }, new Date(at))
    const list = await readPackingList(database, 'd1', 'all')
    expect(list?.isCut).toBe(true)
    expect(list?.orders.at(-1)?.number).toBe(`A-${MAX_PACKED_ROWS - 2}`)
  })

  test('does not exist for products, nor for a draft that is not there', async () => {
    const database = await openTestDatabase()
    const products = { ...draft, sheet: 'products' }
    await saveLines(database.kysely, products, { upserts: [], removes: [] }, new Date(at))
    expect(await readPackingList(database, 'd1', undefined)).toBeUndefined()
    expect(await readPackingList(database, 'd2', undefined)).toBeUndefined()
  })
})
