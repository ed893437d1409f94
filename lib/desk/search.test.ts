import { expect, test } from 'vitest'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { saveLines } from '@/lib/store/drafts/drafts'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { unindexRecipients } from '@/lib/store/ledger/history/recipients'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { saveProducts } from '@/lib/store/master/product-master'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { searchIn } from './search'

const now = new Date('2026-11-21T01:00:00.000Z')
const at = now.toISOString()

const empty = {
  ...{ checked_payload: null, checked_sha256: null, current_attempt: null, explained: null, erased_at: null },
  ...{ sha256: '', fingerprint: '', line_ids: '[]', generation: 1, returned: 0, position: 0 },
}

describeDatabases('the search of the whole desk', openTestDatabase => {
  /** A draft of one row, and a registration of it. */
  async function open() {
    const database = await openTestDatabase()
    const { kysely } = database
    const mina = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' as const }
    const operator = await addOperator(kysely, mina)
    const connection = await createConnection(kysely, {
      ...{ name: 'Hanjin Seoul', environment: 'production', baseUrl: 'https://ship.example' },
    })
    const envId = environmentId(connection)
    const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10 11-21', operatorId: operator.id }
    const save = (number: string) => {
      const texts = { 'orderInfo.mallOrderNumber': number, 'recipient.name': '김 민지' }
      return saveLines(kysely, draft, { upserts: [{ id: 'line-1', rank: 1, texts }], removes: [] }, now)
    }
    await save('QX-1001')
    const of = { draft_id: 'd1', env_id: envId }
    await insertRun(kysely, {
      ...of,
      ...{ id: 'run-0001', kind: 'register', operation: 'registerJapanOrders', connection_id: connection.id },
      ...{
        client_request_id: 'request',
        started_by: operator.id,
        started_at: at,
        finished_at: at,
        state: 'done',
      },
      ...{ problem: null, owner: null, total: 1, refused: '[]', door: null, halving: null, erased_at: null },
    })
    const order: LedgerOrderRow = {
      ...empty,
      ...of,
      ...{
        id: 'order-1',
        scope: 'orders',
        variant: 'japan',
        mall_order_number: 'QX-1001',
        state: 'REGISTERED',
      },
      line_ids: '["line-1"]',
      payload: JSON.stringify({ recipient: { name: '김 민지' } }),
      ...{ order_id: '700123', run_id: 'run-0001', created_by: operator.id, created_at: at, updated_at: at },
    }
    await database.write(trx => enqueueOrders(trx, [order]))
    await kysely.updateTable('ledger_order').set({ state: 'REGISTERED', order_id: '700123' }).execute()
    const hrefs = async (text: string) => (await searchIn(database, text)).map(({ href }) => href)
    return { database, connection, hrefs, save }
  }

  const row = '/orders/japan/d1?line=line-1'
  const order = '/history/orders/order-1'

  test('an order number leads to the registration', async () => {
    const { database, hrefs } = await open()
    expect(await hrefs('QX-10')).toEqual([order])
    expect(await hrefs('ｑｘ－１０')).toEqual([order])
    const [registered] = await searchIn(database, 'qx-1001')
    expect(registered).toEqual({
      kind: 'order',
      id: 'order-1',
      href: order,
      title: 'QX-1001',
      orderId: '700123',
      recipient: '김 민지',
      state: 'REGISTERED',
      draft: 'Qoo10 11-21',
      connection: { name: 'Hanjin Seoul', environment: 'production' },
      at,
    })
  })

  test('an order of a draft is found once: by its row until the ledger has it, also if the row was edited since', async () => {
    const { hrefs, save } = await open()
    await save('QX-1001')
    expect(await hrefs('QX-10')).toEqual([order])
    expect(await hrefs('민지')).toEqual([order])
    // With another number it is another order.
    await save('QX-1002')
    expect(await hrefs('QX-10')).toEqual([order, row])
    expect(await hrefs('QX-1002')).toEqual([row])
  })

  test('an order ID and a recipient lead to the order', async () => {
    const { hrefs } = await open()
    expect(await hrefs('700123')).toEqual([order])
    expect(await hrefs('민지')).toEqual([order])
    expect(await hrefs('김민')).toEqual([order])
  })

  test('once the ledger has an order, its row is found there and needs no keys of its own', async () => {
    const { database, hrefs } = await open()
    expect(await database.kysely.selectFrom('draft_line_search').selectAll().execute()).toEqual([])
    await deleteDraft(database.kysely, 'd1', 'o1', at)
    expect(await hrefs('QX-10')).toEqual([order])
  })

  test('a draft is listed with its last runs; a run is found by its ID, a connection by name and address', async () => {
    const { hrefs, connection } = await open()
    expect(await hrefs('qoo10')).toEqual(['/orders/japan/d1', '/history/runs/run-0001'])
    expect(await hrefs('run-0001')).toEqual(['/history/runs/run-0001'])
    expect(await hrefs('seoul')).toEqual([`/connections#connection-${connection.id}`])
    expect(await hrefs('ship.example')).toEqual([`/connections#connection-${connection.id}`])
  })

  test('a product leads to its entry of the catalog', async () => {
    const { database, hrefs } = await open()
    const entries = [{ code: 'WAL 1', texts: { 'items[].name': 'Leather wallet' } }]
    await database.write(trx => saveProducts(trx, entries, { source: 'uploaded', operatorId: null, now }))
    expect(await hrefs('wal')).toEqual(['/settings/products?q=WAL+1'])
    expect(await hrefs('leather')).toEqual(['/settings/products?q=WAL+1'])
  })

  test('an erased recipient is neither found nor shown', async () => {
    const { database, hrefs } = await open()
    const { kysely } = database
    await unindexRecipients(kysely, ['order-1'])
    await kysely.updateTable('ledger_order').set({ erased_at: at }).execute()
    expect(await hrefs('민지')).toEqual([])
    expect(await searchIn(database, '700123')).toMatchObject([{ title: 'QX-1001', recipient: '' }])
  })

  test('what nothing has is not found, whatever characters it has', async () => {
    const { hrefs } = await open()
    for (const text of ['%', '_', "' or 1=1 --", '\u{10ffff}', '없음없음'])
      expect(await hrefs(text)).toEqual([])
  })
})
