import { expect, test } from 'vitest'
import { CompactLine, LineLayout } from '@/lib/import/lines/compact/compact-line'
import type { WholeImport } from '@/lib/import/lines/import-table'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { Texts } from '@/lib/sheet/schema/line'
import { fillImported } from '@/testing/import/fill-imported'
import type { FillLookups } from './source-loader'

const layout = new LineLayout()
const imported = (...lines: Texts[]): WholeImport => ({
  mapping: {
    recipe: { id: 'x', name: 'X', sheets: ['orders/japan'], known: [], fields: {} },
    sheet: 'orders/japan',
    table: 0,
    header: 0,
    headings: [],
    mapped: {},
    unused: [],
    by: 'recipe',
  },
  lines: lines.map((texts, at) => CompactLine.of(layout, texts, at + 2)),
  leftOut: [],
  skipped: [],
  hiddenRows: [],
  orders: lines.length,
})

const requests: string[][] = []
const lookups: FillLookups = {
  presets: async () => [{ name: 'Seoul', texts: { warehouseId: '7' }, isDefault: true, shops: [] }],
  codes: async () => undefined,
  products: async codes => {
    requests.push([...codes])
    return new Map([['WAL-01', { 'items[].actualWeight': '0.4' }]])
  },
  postal: async () => () => ({ state: '東京都', city: '渋谷区' }),
}

const order = {
  'orderInfo.mallOrderNumber': 'A-1',
  'recipient.zipCode': '150-0041',
  'items[].itemCode': 'WAL-01',
}

test('an imported file is filled from all sources, each code requested once', async () => {
  const filled = await fillImported(
    imported(order, { ...order, 'orderInfo.mallOrderNumber': 'A-2' }),
    lookups,
  )
  expect(requests).toEqual([['WAL-01']])
  expect(filled.lines).toHaveLength(2)
  for (const { texts, row } of filled.lines) {
    expect(texts).toMatchObject({
      warehouseId: '7',
      'items[].actualWeight': '0.4',
      'recipient.city': '渋谷区',
    })
    expect(originAt(texts, 'warehouseId')).toMatchObject({ kind: 'preset', of: 'Seoul' })
    expect(row).toBeGreaterThan(1)
  }
})

test('the preset of the shop comes before the one of every import, which fills what it leaves blank', async () => {
  const everyImport = { warehouseId: '7', 'sender.name': 'Main office' }
  const stored = [
    { name: 'Seoul', texts: everyImport, isDefault: true, shops: [] },
    { name: 'Old headings', texts: { warehouseId: '1' }, isDefault: false, shops: ['headings:1'] },
    { name: 'Qoo10', texts: { warehouseId: '9' }, isDefault: false, shops: ['recipe:qoo10'] },
  ]
  const presets = async () => stored
  const first = async (shops: readonly string[]) =>
    (await fillImported(imported(order), { ...lookups, presets }, shops)).lines[0]?.texts
  expect(await first(['recipe:qoo10', 'headings:1'])).toMatchObject({
    ...everyImport,
    warehouseId: '9',
  })
  expect(await first(['recipe:unknown', 'headings:1'])).toMatchObject({ ...everyImport, warehouseId: '1' })
  expect(await first(['headings:2'])).toMatchObject(everyImport)
})

test('a file is imported although no source can be loaded', async () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  const filled = await fillImported(imported({ ...order, 'recipient.name': '山田' }), {
    ...lookups,
    presets: unreachable,
    products: unreachable,
  })
  expect(filled.lines[0]?.texts).toMatchObject({
    'recipient.importerJapaneseName': '山田',
    'recipient.state': '東京都',
  })
  expect(filled.lines[0]?.texts.warehouseId).toBeUndefined()
})
