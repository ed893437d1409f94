import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { countProducts, listProducts } from './product-list'
import {
  deleteProducts,
  findProducts,
  findProductsIgnoringCase,
  listCodes,
  type MasterEntry,
  saveProducts,
  saveTypedProduct,
} from './product-master'
import { searchProducts } from './product-search'
import { listRegisteredSince, readSyncProgress, saveSyncProgress } from './sync-progress'

const now = new Date('2026-11-21T09:00:00Z')
const IMAGE = 'items[].imageUrl'
const WEIGHT = 'items[].actualWeight'
const NAME = 'items[].name'

describeDatabases('the product master', openTestDatabase => {
  let database: TestDatabase
  let operatorId: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const mina = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' as const }
    operatorId = (await addOperator(database.kysely, mina)).id
  })
  const keep = (entries: readonly MasterEntry[], source: 'registered' | 'uploaded' = 'registered') =>
    database.write(trx => saveProducts(trx, entries, { source, operatorId: null, now }))
  const type = (code: string, texts: Record<string, string>, before?: Pick<MasterEntry, 'code' | 'texts'>) =>
    database.write(trx =>
      saveTypedProduct(trx, { code, texts, before }, { source: 'typed', operatorId, now }),
    )

  test('an option inherits missing texts from its product', async () => {
    await keep([
      { code: 'WAL', texts: { [IMAGE]: 'https://x/wallet', [WEIGHT]: '0.4', [NAME]: 'Wallet' } },
      { code: 'WAL-BK', parent: 'WAL', texts: { [NAME]: 'Wallet Black' } },
    ])
    expect(await findProducts(database, ['WAL-BK', 'WAL', 'nothing', "x'y"])).toEqual({
      WAL: { [IMAGE]: 'https://x/wallet', [WEIGHT]: '0.4', [NAME]: 'Wallet' },
      'WAL-BK': { [IMAGE]: 'https://x/wallet', [WEIGHT]: '0.4', [NAME]: 'Wallet Black' },
    })
  })

  test('a code in another case matches the only other spelling; two spellings are ambiguous', async () => {
    await keep([
      { code: 'Wal-449', texts: { [IMAGE]: 'https://x/wallet' } },
      { code: 'Wal-449-bk', parent: 'Wal-449', texts: { [NAME]: 'Wallet Black' } },
      { code: 'bag-1', texts: { [NAME]: 'Bag' } },
      { code: 'BAG-1', texts: { [NAME]: 'Other bag' } },
    ])
    expect(
      await findProductsIgnoringCase(database, ['WAL-449-BK', 'wal-449', 'Bag-1', 'WAL-4', "x'y", 'ÉT']),
    ).toEqual({
      'WAL-449-BK': ['Wal-449-bk', { [IMAGE]: 'https://x/wallet', [NAME]: 'Wallet Black' }],
      'wal-449': ['Wal-449', { [IMAGE]: 'https://x/wallet' }],
    })
    expect(await findProductsIgnoringCase(database, [])).toEqual({})
  })

  test('a product is found by the beginning of its code or its name, in any case', async () => {
    await keep([
      { code: 'Wal-1', texts: { [NAME]: 'Leather wallet' } },
      { code: 'BAG-1', texts: { [NAME]: 'Wallet bag' } },
      { code: 'CAP-1', texts: { [NAME]: '모자 50%' } },
    ])
    const codesOf = async (text: string) => (await searchProducts(database, text, 5)).map(({ code }) => code)
    expect(await codesOf('wal')).toEqual(['Wal-1', 'BAG-1'])
    expect(await codesOf('bag-1')).toEqual(['BAG-1'])
    expect(await codesOf('모자')).toEqual(['CAP-1'])
    expect(await codesOf('%')).toEqual([])
    expect(await codesOf(' ')).toEqual([])
    expect(await searchProducts(database, 'wal', 1)).toHaveLength(1)
  })

  test('all codes are listed unless there are too many', async () => {
    await keep(['A', 'B', 'C'].map(code => ({ code, texts: { [NAME]: code } })))
    expect((await listCodes(database.kysely, 3))?.toSorted()).toEqual(['A', 'B', 'C'])
    expect(await listCodes(database.kysely, 2)).toBeUndefined()
  })

  test('a registration replaces its own texts and keeps typed ones', async () => {
    await keep([{ code: 'WAL', texts: { [IMAGE]: 'old', [NAME]: 'Wallet' } }])
    const shown = { code: 'WAL', texts: { [IMAGE]: 'old', [NAME]: 'Wallet' } }
    await type('WAL', { [IMAGE]: 'old', [NAME]: 'Leather wallet', [WEIGHT]: '0.4' }, shown)
    expect(await keep([{ code: 'WAL', texts: { [IMAGE]: 'new', [NAME]: 'Wallet', [WEIGHT]: '' } }])).toBe(1)
    expect(await findProducts(database, ['WAL'])).toEqual({
      WAL: { [IMAGE]: 'new', [NAME]: 'Leather wallet', [WEIGHT]: '0.4' },
    })
    // Repeating it changes nothing.
    expect(await keep([{ code: 'WAL', texts: { [IMAGE]: 'new' } }])).toBe(0)
  })

  test('a cleared text is removed', async () => {
    const shown = { code: 'WAL', texts: { [IMAGE]: 'x', [WEIGHT]: '0.4' } }
    await type('WAL', shown.texts)
    expect(await type('WAL', { [IMAGE]: '', [WEIGHT]: '0.4' }, shown)).toBe('kept')
    expect(await findProducts(database, ['WAL'])).toEqual({ WAL: { [WEIGHT]: '0.4' } })
  })

  test('a new product with a known code changes nothing', async () => {
    await keep([{ code: 'WAL', texts: { [IMAGE]: 'x', [NAME]: 'Wallet' } }])
    expect(await type('WAL', { [IMAGE]: '', [NAME]: 'Belt' })).toBe('taken')
    expect(await findProducts(database, ['WAL'])).toEqual({ WAL: { [IMAGE]: 'x', [NAME]: 'Wallet' } })
  })

  test('a product moves to its new code with its options, but not onto another product', async () => {
    const shown = { code: 'WAL', texts: { [NAME]: 'Wallet' } }
    await keep([
      shown,
      { code: 'WAL-BK', parent: 'WAL', texts: {} },
      { code: 'BELT', texts: { [NAME]: 'Belt' } },
    ])
    expect(await type('BELT', { [NAME]: 'Wallet' }, shown)).toBe('taken')
    expect(await type('WALLET', { [NAME]: 'Wallet' }, shown)).toBe('kept')
    expect(await findProducts(database, ['WAL', 'WALLET', 'WAL-BK', 'BELT'])).toEqual({
      WALLET: { [NAME]: 'Wallet' },
      'WAL-BK': { [NAME]: 'Wallet' },
      BELT: { [NAME]: 'Belt' },
    })
    expect(await type('WAL', { [NAME]: 'Wallet' }, shown)).toBe('gone')
  })

  test('saving a form keeps what a colleague stored since it was opened', async () => {
    const shown = { code: 'WAL', texts: { [NAME]: 'Wallet', [WEIGHT]: '' } }
    await keep([{ code: 'WAL', texts: { [NAME]: 'Wallet' } }])
    await type('WAL', { [NAME]: 'Leather wallet', [WEIGHT]: '0.4' }, shown)
    await type('WAL', { [NAME]: 'Wallet', [WEIGHT]: '', [IMAGE]: 'x' }, shown)
    expect(await findProducts(database, ['WAL'])).toEqual({
      WAL: { [NAME]: 'Leather wallet', [WEIGHT]: '0.4', [IMAGE]: 'x' },
    })
  })

  test('codes are found by a part of the code or the name, page by page', async () => {
    const { kysely } = database
    const entries = Array.from({ length: 30 }, (_, i) => ({
      code: `K${10 + i}`,
      texts: { [NAME]: `가방 ${i}` },
    }))
    await keep([...entries, { code: 'Belt_%', texts: { [NAME]: 'Leather BELT' } }])
    expect(await countProducts(kysely, '')).toBe(31)
    expect((await listProducts(kysely, '가방', 10, 20)).map(one => one.code)).toHaveLength(10)
    expect((await listProducts(kysely, ' belt ', 10, 0)).map(one => one.code)).toEqual(['Belt_%'])
    expect(await countProducts(kysely, '_%')).toBe(1)
    await database.write(trx => deleteProducts(trx, ['Belt_%', 'K10']))
    expect(await countProducts(kysely, '')).toBe(29)
  })

  test('the last writer is listed', async () => {
    await keep([{ code: 'A', texts: { [NAME]: 'a' } }], 'uploaded')
    await type('B', { [NAME]: 'b' })
    const all = await listProducts(database.kysely, '', 10, 0)
    expect(all.map(({ source, updatedBy }) => [source, updatedBy])).toEqual([
      ['uploaded', ''],
      ['typed', 'Mina'],
    ])
  })

  test('a thousand codes are kept and found at once', async () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({ code: `C${i}`, texts: { [WEIGHT]: `${i}` } }))
    expect(await keep(entries)).toBe(1000)
    const found = await findProducts(
      database,
      entries.map(({ code }) => code),
    )
    expect(found.C999).toEqual({ [WEIGHT]: '999' })
  })

  test('registered products are read once, in batches, even if many have the same time', async () => {
    const row = (number: string, at: string, state: 'REGISTERED' | 'QUEUED' = 'REGISTERED') =>
      orderRow(number, {
        id: randomUUID(),
        scope: 'products',
        variant: 'product',
        payload: JSON.stringify({ shopProductId: number }),
        state,
        created_at: at,
        updated_at: at,
      })
    const { kysely } = database
    await insertRun(kysely, runRow('r1', { kind: 'register', operation: 'registerProducts' }))
    const early = '2026-11-21T08:00:00.000Z'
    await database.write(trx =>
      enqueueOrders(trx, [
        ...['P1', 'P2', 'P3'].map(number => row(number, early)),
        row('P4', '2026-11-21T08:00:01.000Z'),
        row('P5', early, 'QUEUED'),
      ]),
    )
    const since = await readSyncProgress(kysely)
    const first = await listRegisteredSince(kysely, since, undefined, 2)
    const second = await listRegisteredSince(kysely, since, first.at(-1), 2)
    const third = await listRegisteredSince(kysely, since, second.at(-1), 2)
    const numbers = [first, second, third].map(page => page.map(one => JSON.parse(one.payload).shopProductId))
    expect(numbers.flat().toSorted()).toEqual(['P1', 'P2', 'P3', 'P4'])
    expect(third).toEqual([])
    await database.write(trx => saveSyncProgress(trx, now))
    expect(await listRegisteredSince(kysely, await readSyncProgress(kysely), undefined, 2)).toEqual([])
  })
})
