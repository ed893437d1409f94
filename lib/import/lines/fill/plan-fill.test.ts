import { describe, expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { fillBlanks } from '@/testing/import/fill-blanks'
import { type FillSources, SIMILAR_CODE } from './order-filler'
import { countFilledCells } from './plan-fill'

const japan = sheets['orders/japan']
const lines = (...all: Texts[]): Line[] => all.map((texts, at) => ({ id: `L${at}`, rank: at, texts }))
const postal = (digits: string) =>
  ({ '1500041': { state: '東京都', city: '渋谷区' }, '1980000': { state: '東京都' } })[digits]

/** Lines after the plan is applied. */
function filled(given: readonly Line[], sources: FillSources, sheet = japan): Texts[] {
  const { writes } = fillBlanks(given, sheet, sources)
  return given.map(({ id, texts }) => ({ ...texts, ...writes.get(id) }))
}

const wallet = {
  'items[].name': 'Leather wallet',
  'items[].imageUrl': 'https://shop.example/wallet.jpg',
  'items[].actualWeight': '0.4',
}
const order = {
  'orderInfo.mallOrderNumber': 'A-17',
  'recipient.name': '山田 太郎',
  'recipient.zipCode': '150-0041',
  'recipient.address': '神南1-19-11',
  'recipient.addressDetail': '4F',
  'items[].itemCode': 'WAL-01',
}

describe('the product master', () => {
  const products = new Map([['WAL-01', wallet]])

  test('fills the blank cells of an item by its code, with an origin', () => {
    const [line = {}] = filled(lines({ ...order, 'items[].name': '지갑' }), { products })
    expect(line['items[].imageUrl']).toBe('https://shop.example/wallet.jpg')
    expect(line['items[].name']).toBe('지갑')
    expect(originAt(line, 'items[].imageUrl')).toEqual({
      kind: 'product-master',
      text: 'https://shop.example/wallet.jpg',
      of: 'WAL-01',
    })
    expect(originAt(line, 'items[].name')).toBeUndefined()
  })

  test('fills by a code in another case, and marks every such cell for review', () => {
    const alike = new Map<string, Texts>([
      ['WAL-01', wallet],
      ['wal-01', { ...wallet, [SIMILAR_CODE]: 'WAL-01' }],
    ])
    const [exact = {}, other = {}] = filled(lines(order, { 'items[].itemCode': 'wal-01' }), {
      products: alike,
    })
    expect(originAt(exact, 'items[].imageUrl')?.review).toBeUndefined()
    expect(other['items[].itemCode']).toBe('wal-01')
    expect(originAt(other, 'items[].imageUrl')).toEqual({
      kind: 'product-master',
      text: 'https://shop.example/wallet.jpg',
      of: 'WAL-01',
      review: true,
    })
  })

  test('fills only known codes, and takes precedence over a preset', () => {
    const preset = { name: 'Seoul', texts: { 'items[].actualWeight': '1' } }
    const [known, other] = filled(lines(order, { 'items[].itemCode': 'wal-01' }), { products, preset })
    expect([known?.['items[].actualWeight'], other?.['items[].actualWeight']]).toEqual(['0.4', '1'])
    expect(other?.['items[].imageUrl']).toBeUndefined()
  })
})

test('what is set once names no preset, and items without a code are found by their names', () => {
  const once = { name: '', texts: { warehouseId: '7' }, isUnsaved: true } as const
  const withoutCode = new Map([['Belt', { 'items[].actualWeight': '0.3' }]])
  const [bare, coded] = filled(
    lines(
      { ...order, 'items[].itemCode': '', 'items[].name': ' Belt ' },
      { 'items[].name': 'Belt', 'items[].itemCode': 'B-1' },
    ),
    { preset: once, withoutCode },
  )
  expect(originAt(bare ?? {}, 'warehouseId')).toEqual({ kind: 'set-once', text: '7' })
  expect(originAt(bare ?? {}, 'items[].actualWeight')).toEqual({ kind: 'set-once', text: '0.3' })
  expect(coded?.['items[].actualWeight']).toBeUndefined()
})

describe('a preset', () => {
  const preset = {
    name: 'Seoul',
    texts: { 'sender.name': 'Hanbit', 'items[].originCountry': 'KR', warehouseId: '7' },
  }

  test('fills order cells only on the first line, and item cells on each line', () => {
    const [first, second] = filled(lines(order, { 'items[].name': 'Belt' }), { preset })
    expect([first?.['sender.name'], second?.['sender.name']]).toEqual(['Hanbit', undefined])
    expect([first?.['items[].originCountry'], second?.['items[].originCountry']]).toEqual(['KR', 'KR'])
    expect(originAt(first ?? {}, 'warehouseId')).toEqual({ kind: 'preset', text: '7', of: 'Seoul' })
  })

  test('does not fill an order cell that any line of the order has', () => {
    const [first, second] = filled(lines(order, { ...order, 'sender.name': 'Own shop' }), { preset })
    expect([first?.['sender.name'], second?.['sender.name']]).toEqual([undefined, 'Own shop'])
  })

  test('fills each of several orders, and no blank line', () => {
    const all = filled(lines(order, {}, { ...order, 'orderInfo.mallOrderNumber': 'A-18' }), { preset })
    expect(all.map(texts => texts['sender.name'])).toEqual(['Hanbit', undefined, 'Hanbit'])
  })
})

describe('the importer block', () => {
  test('is copied field by field if the recipient is written in Japanese', () => {
    const [line = {}] = filled(
      lines({ ...order, 'recipient.state': '東京都', 'recipient.city': 'Shibuya' }),
      {
        postal,
      },
    )
    const importer = (part: string) => line[`recipient.importerJapanese${part}`]
    expect(['Name', 'ZipCode', 'State', 'City', 'Address', 'AddressDetail'].map(importer)).toEqual([
      '山田 太郎',
      '150-0041',
      '東京都',
      '渋谷区',
      '神南1-19-11',
      '4F',
    ])
    expect(originAt(line, 'recipient.importerJapaneseName')?.kind).toBe('recipient')
    expect(originAt(line, 'recipient.importerJapaneseCity')).toEqual({
      kind: 'postal-code',
      text: '渋谷区',
      of: '150-0041',
    })
  })

  test('stays blank if the recipient is written in another script', () => {
    const other = {
      'recipient.name': 'Yamada Taro',
      'recipient.address': '진난 1-19-11',
      'recipient.addressDetail': '4F',
    }
    const [line = {}] = filled(lines({ ...order, ...other }), { postal })
    for (const part of ['Name', 'Address', 'AddressDetail'])
      expect(line[`recipient.importerJapanese${part}`]).toBeUndefined()
    expect(line['recipient.importerJapaneseState']).toBe('東京都')
  })

  test('derives from texts that a preset filled, and never overwrites typed texts', () => {
    const [line = {}] = filled(lines({ ...order, 'recipient.importerJapaneseName': '鈴木 花子' }), { postal })
    expect(line['recipient.importerJapaneseName']).toBe('鈴木 花子')
  })
})

describe('the postal code', () => {
  test('gives prefecture and city, and no city if the code has several', () => {
    const [one = {}] = filled(lines(order), { postal })
    expect([one['recipient.state'], one['recipient.city']]).toEqual(['東京都', '渋谷区'])
    const [two = {}] = filled(lines({ ...order, 'recipient.zipCode': '1980000' }), { postal })
    expect([two['recipient.state'], two['recipient.city']]).toEqual(['東京都', undefined])
  })

  test('does not contradict a typed prefecture', () => {
    const [line = {}] = filled(lines({ ...order, 'recipient.state': '大阪府' }), { postal })
    expect(line['recipient.city']).toBeUndefined()
    const [short = {}] = filled(lines({ ...order, 'recipient.state': '東京' }), { postal })
    expect(short['recipient.city']).toBe('渋谷区')
  })

  test('marks cells for review if the address already contains the same text', () => {
    const [line = {}] = filled(lines({ ...order, 'recipient.address': '東京都渋谷区神南1-19-11' }), {
      postal,
    })
    expect(originAt(line, 'recipient.state')).toMatchObject({ review: true })
  })

  test('fills nothing in general orders to other countries', () => {
    const abroad = {
      'orderInfo.mallOrderNumber': 'G',
      'recipient.country': 'IL',
      'recipient.zipCode': '1500041',
    }
    const general = sheets['orders/general']
    expect(countFilledCells(fillBlanks(lines(abroad), general, { postal }))).toBe(0)
    const [toJapan] = filled(lines({ ...abroad, 'recipient.country': 'JP' }), { postal }, general)
    expect(toJapan?.['recipient.state']).toBe('東京都')
  })
})

test('filled cells are skipped, and filling twice changes nothing', () => {
  const once = filled(lines(order), { postal, products: new Map([['WAL-01', wallet]]) })
  const again = fillBlanks(lines(...once), japan, { postal, products: new Map([['WAL-01', wallet]]) })
  expect(countFilledCells(again)).toBe(0)
  expect(again.writes.size).toBe(0)
})

test('a text that replaces a filled one counts as typed', () => {
  const [line = {}] = filled(lines(order), { postal })
  expect(originAt(line, 'recipient.state')?.kind).toBe('postal-code')
  expect(originAt({ ...line, 'recipient.state': '大阪府' }, 'recipient.state')).toBeUndefined()
})

test('invalid origins are ignored', () => {
  for (const text of ['', '{', 'null', '3', '{"a":null}', '{"a":1}'])
    expect(originAt({ a: 'x', [hiddenColumns.origins]: text }, 'a')).toBeUndefined()
})
