import { beforeEach, expect, test } from 'vitest'
import { type Defaults, defaultsSchema } from '@/lib/desk-api/master/defaults'
import { writeTexts } from '@/lib/store/drafts/line-texts'
import { listPresets } from '@/lib/store/master/presets'
import { findProducts, saveProducts } from '@/lib/store/master/product-master'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { lastSender, storeDefaults } from './defaults'

const now = new Date('2026-11-23T09:00:00Z')
const shops = ['recipe:r1', 'headings:1']
const given: Defaults = {
  sheet: 'orders/japan',
  shops,
  isSaved: true,
  name: 'Own shop',
  fields: { sender_name: ' Hanbit ', orderInfo_incoterms: 'DDP', warehouseId: '' },
  items: [],
}

describeDatabases('what is set once for a shop', openTestDatabase => {
  let database: TestDatabase
  let operatorId: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const mina = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' as const }
    operatorId = (await addOperator(database.kysely, mina)).id
  })
  const store = (change: Partial<Defaults> = {}) =>
    database.write(trx => storeDefaults(trx, { ...given, ...change }, operatorId, now))
  const presets = () => listPresets(database.kysely, 'orders/japan')

  test('its fields become a preset of the shop, and what is set later joins it', async () => {
    expect(await store()).toEqual({ outcome: 'kept', name: 'Own shop' })
    const later = { fields: { warehouseId: '7' }, name: 'Another name', shops: ['recipe:r1', 'headings:2'] }
    expect(await store(later)).toEqual({ outcome: 'kept', name: 'Own shop' })
    expect(await presets()).toMatchObject([
      {
        name: 'Own shop',
        isDefault: false,
        shops: ['recipe:r1', 'headings:1', 'headings:2'],
        texts: { 'sender.name': 'Hanbit', 'orderInfo.incoterms': 'DDP', warehouseId: '7' },
      },
    ])
  })

  test('another shop never changes it, even under the same name', async () => {
    await store()
    const other = { shops: ['recipe:r2'], fields: { sender_name: 'Sora' } }
    expect(await store(other)).toEqual({ outcome: 'kept', name: 'Own shop (2)' })
    expect((await presets()).map(({ texts }) => texts['sender.name'])).toEqual(['Hanbit', 'Sora'])
  })

  test('without a shop it fills every import, unless another preset does', async () => {
    await store({ shops: [] })
    await store({ shops: [] })
    expect((await presets()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Own shop', true],
      ['Own shop (2)', false],
    ])
  })

  test('items with a code join the product master also where no preset is saved', async () => {
    const items = [
      { code: 'W-1', name: '', texts: { actualWeight: '0.2', imageUrl: '' } },
      { code: '', name: 'Belt', texts: { actualWeight: '0.3' } },
      { code: 'W-2', name: 'Wallet', texts: {} },
    ]
    expect(await store({ isSaved: false, items })).toEqual({ outcome: 'kept', name: undefined })
    expect(await presets()).toEqual([])
    const known = await findProducts(database, ['W-1', 'W-2', ''])
    expect(known).toEqual({ 'W-1': { 'items[].actualWeight': '0.2' } })
    await store({ items: [{ code: 'W-1', name: '', texts: { originCountry: 'KR' } }] })
    expect((await findProducts(database, ['W-1']))['W-1']).toEqual({
      'items[].actualWeight': '0.2',
      'items[].originCountry': 'KR',
    })
  })

  test('an item without a name gets the one that the orders have, which a file or a registration may replace', async () => {
    const item = { code: 'W-1', name: '가죽 지갑', texts: { actualWeight: '0.2' } }
    const nameOf = async () => (await findProducts(database, ['W-1']))['W-1']?.['items[].name']
    await store({ items: [item] })
    expect(await nameOf()).toBe('가죽 지갑')
    const entries = [{ code: 'W-1', texts: { 'items[].name': 'Leather wallet' } }]
    const author = { source: 'registered', operatorId: null, now } as const
    await database.write(trx => saveProducts(trx, entries, author))
    expect(await nameOf()).toBe('Leather wallet')
    await store({ items: [{ ...item, texts: { material: 'Leather' } }] })
    expect(await nameOf()).toBe('Leather wallet')
    expect(await findProducts(database, ['W-1'])).toMatchObject({ 'W-1': { 'items[].material': 'Leather' } })
  })

  test('the sender is the one of the draft that was edited last', async () => {
    expect(await lastSender(database)).toEqual({ name: '', contact: '' })
    const draft = async (
      id: string,
      updated_at: string,
      sender: string,
      deleted_at: string | null = null,
    ) => {
      const by = { created_by: operatorId, edited_by: operatorId, created_at: updated_at }
      const unset = { records: null, archived_at: null, archived_by: null, erased_at: null, deleted_by: null }
      const row = { id, sheet: 'orders/general', name: id, updated_at, deleted_at, ...by, ...unset }
      await database.kysely.insertInto('draft').values(row).execute()
      const texts = writeTexts(sender === '' ? {} : { 'sender.name': sender, 'sender.contact': '02-1' })
      const line = { draft_id: id, line_id: 'L', rank: 1, texts, removed_at: null }
      await database.kysely.insertInto('draft_line').values(line).execute()
    }
    await draft('a', '2026-11-21T00:00:00Z', 'Hanbit')
    await draft('b', '2026-11-22T00:00:00Z', 'Sora')
    await draft('c', '2026-11-23T00:00:00Z', '')
    await draft('d', '2026-11-23T01:00:00Z', 'Gone', '2026-11-23T02:00:00Z')
    expect(await lastSender(database)).toEqual({ name: 'Sora', contact: '02-1' })
  })
})

test('the contract judges each field in its place before anything is saved', () => {
  const wrong = {
    ...given,
    name: '',
    fields: { ...given.fields, warehouseId: 'one' },
    items: [{ code: 'W-1', name: '', texts: { actualWeight: 'heavy', originCountry: 'KR' } }],
  }
  const issues = defaultsSchema.safeParse(wrong).error?.issues ?? []
  expect(issues.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'fields.warehouseId',
    'items.0.texts.actualWeight',
  ])
  const unsaved = { ...given, name: '', isSaved: false }
  expect(defaultsSchema.safeParse(unsaved).success).toBe(true)
})
