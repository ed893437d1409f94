import { expect, test } from 'vitest'
import { masterTexts, productSchema } from '@/lib/desk-api/master/product-master'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { saveProducts, saveTypedProduct } from '@/lib/store/master/product-master'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { readHistories, readItemFacts } from './item-facts'

const now = new Date('2026-11-23T09:00:00Z')
const at = now.toISOString()

/** Registers these orders. */
async function register({ kysely, write }: TestDatabase, orders: readonly object[]): Promise<void> {
  await insertRun(kysely, runRow('r1', { kind: 'register', started_at: at }))
  const rows = orders.map((order, position) =>
    orderRow(`N${position}`, { payload: JSON.stringify(order), position, created_at: at, updated_at: at }),
  )
  await write(trx => enqueueOrders(trx, rows))
}

const form = {
  name: 'Lipstick',
  imageUrl: '',
  itemUrl: '',
  actualWeight: '0.02',
  originCountry: '',
  hscode: '',
  material: '',
  kind: 'cosmetic',
  group: 'lipstick',
  supplyDays: '',
  unitPrice: '1200',
}

describeDatabases('what a shop knows of its items', openTestDatabase => {
  const type = (database: TestDatabase, input: object) =>
    database.write(trx => {
      const product = productSchema.parse({ ...form, ...input })
      const author = { source: 'typed', operatorId: null, now } as const
      return saveTypedProduct(
        trx,
        { code: product.code, texts: masterTexts(product), before: undefined },
        author,
      )
    })

  test('what an operator typed into the product master is a fact of the code, in any case', async () => {
    const database = await openTestDatabase()
    await type(database, { code: 'LIP-1' })
    const lipstick = {
      weight: { value: 0.02, source: 'master' },
      unitPrices: [1200],
      kind: 'cosmetic',
      group: 'lipstick',
    }
    expect(await readItemFacts(database, ['LIP-1', 'lip-1', 'other', 'x\u0000'], new Map())).toEqual({
      'LIP-1': lipstick,
      'lip-1': lipstick,
    })
  })

  test('options of a product without a group are one group', async () => {
    const database = await openTestDatabase()
    const author = { source: 'registered', operatorId: null, now } as const
    const options = ['LIP-RED', 'LIP-PINK'].map(code => ({
      code,
      parent: 'LIP',
      texts: { 'items[].name': code },
    }))
    await database.write(trx => saveProducts(trx, options, author))
    await type(database, { code: 'LIP', group: '' })
    const facts = await readItemFacts(database, ['LIP-RED', 'LIP-PINK', 'LIP'], new Map())
    expect(Object.values(facts).map(({ kind, group }) => [kind, group])).toEqual([
      ['cosmetic', 'LIP'],
      ['cosmetic', 'LIP'],
      ['cosmetic', 'LIP'],
    ])
  })

  test('the product master keeps what is typed of goods when a registration adds texts', async () => {
    const database = await openTestDatabase()
    await type(database, { code: 'LIP-1' })
    const entry = { code: 'LIP-1', texts: { 'items[].imageUrl': 'https://x/lip' } }
    await database.write(trx => saveProducts(trx, [entry], { source: 'registered', operatorId: null, now }))
    expect((await readItemFacts(database, ['LIP-1'], new Map()))['LIP-1']?.kind).toBe('cosmetic')
  })

  test('registered orders give the usual weight and price of items that the product master does not know', async () => {
    const database = await openTestDatabase()
    const item = { itemCode: 'CAP-1', quantity: 1, price: 900, actualWeight: 0.1 }
    await register(database, [
      { items: [item, { ...item, actualWeight: 0.12 }] },
      { items: [{ ...item, actualWeight: 0.14, quantity: 2 }, { name: 'no code' }] },
      { noItems: true },
    ])
    const histories = await readHistories(database)
    expect(await readItemFacts(database, ['CAP-1'], histories)).toEqual({
      'CAP-1': { weight: { value: 0.12, source: 'history' }, unitPrices: [900] },
    })
  })
})

test('a supply or a price that is no number above 0 is refused by the form', () => {
  const messagesOf = (input: object) =>
    productSchema.safeParse({ ...form, code: 'A', ...input }).error?.issues.map(({ message }) => message)
  expect(messagesOf({ supplyDays: '30', unitPrice: '12.5' })).toBeUndefined()
  for (const text of ['0', '-1', 'many', '1e3'])
    expect(messagesOf({ supplyDays: text })).toEqual(['fill.master.goods.badNumber'])
})
