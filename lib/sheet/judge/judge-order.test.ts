import { describe, expect, test } from 'vitest'
import { draftOf } from '@/lib/sheet/draft/draft'
import type { Texts } from '@/lib/sheet/schema/line'
import { sampleGeneralOrders } from '@/lib/sheet/schema/samples/general-orders'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sampleProductDraft, sampleProducts } from '@/lib/sheet/schema/samples/products'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { judgeOrder } from './judge-order'

/** Judges an order of these lines; its marks as `severity code: line column {params}`. */
function judged(sheetId: SheetId, all: readonly Texts[], isRepeated = false) {
  const lines = all.map((texts, at) => ({ id: `L${at + 1}`, rank: at, texts }))
  const order = { firstLine: 'L1', lines: lines.map(line => line.id) }
  const { marks, ...rest } = judgeOrder(draftOf(lines), order, sheets[sheetId], isRepeated)
  const described = marks.map(({ line, column, mark }) => {
    const params = Object.keys(mark.params ?? {}).length === 0 ? '' : ` ${JSON.stringify(mark.params)}`
    return `${mark.severity} ${mark.code}: ${line} ${column}${params}`
  })
  return { ...rest, marks, described }
}

const [good = {}] = sampleOrders(1)
const japan = (changes: Texts, isRepeated = false) =>
  judged('orders/japan', [{ ...good, ...changes }], isRepeated)
const NUMBER = 'orderInfo.mallOrderNumber'

describe('an order to Japan', () => {
  test('that is valid has no marks', () => {
    expect(japan({})).toMatchObject({ described: [], isFailing: false, number: good[NUMBER] })
  })

  test('fails when another order of the draft has the same number', () => {
    expect(japan({ [NUMBER]: ' A-1 ' }, true)).toMatchObject({
      described: [`failure repeated_here: L1 ${NUMBER} {"value":"A-1"}`],
      isFailing: true,
    })
  })

  test('fails with one mark for a cell that cannot be read', () => {
    expect(japan({ 'items[].price': '1O' })).toMatchObject({
      described: ['failure not_a_number: L1 items[].price {"value":"1O"}'],
      isFailing: true,
    })
  })

  test('fails for a text that a spreadsheet damaged, because it could name another parcel', () => {
    const waybill = 'orderInfo.domesticShippingNumber'
    expect(japan({ [waybill]: '6.12346E+11' })).toMatchObject({
      described: [`failure scientific: L1 ${waybill} {"value":"6.12346E+11"}`],
      isFailing: true,
    })
    expect(japan({ 'items[].material': '#REF!' }).isFailing).toBe(true)
  })

  test('fails for each cell that the contract refuses, on the line with its text', () => {
    const { described, isFailing } = judged('orders/japan', [
      { ...good, 'recipient.city': '' },
      { ...good, 'recipient.city': 'あ'.repeat(101), 'items[].name': '' },
    ])
    expect(described.map(one => one.split(' {')[0]).toSorted()).toEqual([
      'failure missing: L2 items[].name',
      'failure too_long: L2 recipient.city',
    ])
    expect(isFailing).toBe(true)
  })

  test.each([
    ['items[].quantity', ['0', '-1', '０'], ['1', '1,000', ''], 'unusual_quantity'],
    ['packageInfo.quantity', ['0', '-3'], ['1', ''], 'unusual_quantity'],
    ['items[].price', ['-1', '-0.5', '－1'], ['0', '0.5', '12,500'], 'unusual_price'],
    ['items[].actualWeight', ['-0.1'], ['0', '0.1'], 'unusual_weight'],
    ['packageInfo.actualWeight', ['-1'], ['0', '2', ''], 'unusual_weight'],
  ])('has a warning for an unusually low %s, and can be sent', (column, unusual, usual, code) => {
    for (const text of unusual) {
      const { described, isFailing } = japan({ [column]: text })
      expect(described).toEqual([`warning ${code}: L1 ${column} ${JSON.stringify({ value: text })}`])
      expect(isFailing).toBe(false)
    }
    for (const text of usual)
      expect(japan({ [column]: text }).described.filter(one => one.includes(code))).toEqual([])
  })

  test('shares one mark object with all orders that lack the same column, to save memory', () => {
    const missing = () => japan({ 'recipient.city': '' }).marks[0]?.mark
    expect(missing()).toBe(missing())
    expect(missing()).toMatchObject({
      severity: 'failure',
      source: 'desk',
      code: 'missing',
      oneOf: 1,
      stale: false,
    })
    expect(missing()).not.toHaveProperty('shared')
    expect(japan({ 'recipient.addressDetail': '' }).described).toEqual([])
  })
})

describe('a general order', () => {
  const [usual = {}] = sampleGeneralOrders(1)
  const general = (changes: Texts) =>
    judged('orders/general', [
      {
        ...usual,
        'recipient.country': 'JP',
        'recipient.state': '東京都',
        'recipient.zipCode': '1000001',
        ...changes,
      },
    ])

  test('has a warning for a text with more characters than orders to Japan allow', () => {
    expect(
      general({ 'sender.name': '😀'.repeat(50) }).described.filter(one => one.includes('longer')),
    ).toEqual([])
    const long = general({ 'sender.name': 'a'.repeat(51) })
    expect(long.described).toEqual(['warning longer_than_japan: L1 sender.name {"max":50,"length":51}'])
    expect(long.isFailing).toBe(false)
  })

  test('has a warning for a choice that orders to Japan do not allow, in any case and width', () => {
    for (const known of ['DDP', ' ddp ', 'ＤＡＰ', ''])
      expect(general({ 'orderInfo.incoterms': known }).described).toEqual([])
    expect(general({ 'orderInfo.incoterms': 'FOB' }).described).toEqual([
      'warning not_a_japan_choice: L1 orderInfo.incoterms {"value":"FOB"}',
    ])
  })

  test('has such warnings unless its country is known and another one than Japan', () => {
    const codesIn = (country: string) =>
      general({
        'recipient.country': country,
        'recipient.state': '',
        'recipient.zipCode': '',
        'sender.name': 'a'.repeat(51),
        'items[].currency': 'AUD',
      }).marks.map(({ column, mark }) => `${column} ${mark.code}`)
    const both = ['sender.name longer_than_japan', 'items[].currency not_a_japan_choice']
    for (const country of ['JP', ' jp ', '']) expect(codesIn(country).toSorted()).toEqual(both.toSorted())
    // An unknown code may be a slip for Japan.
    expect(codesIn('JX').toSorted()).toEqual([...both, 'recipient.country unknown_country'].toSorted())
    for (const country of ['AU', 'us', ' ＦＲ ']) expect(codesIn(country)).toEqual([])
  })
})

test('a discounted price above the regular price is one failure of both cells', () => {
  const [texts = {}] = sampleProductDraft(1)
  const { marks } = judged('products', [{ ...texts, productPrice: '100', discountedProductPrice: '101' }])
  const both = marks.filter(({ mark }) => mark.code === 'above_regular')
  expect(both.map(({ column }) => column).toSorted()).toEqual(['discountedProductPrice', 'productPrice'])
  expect(both[0]?.mark.shared).not.toBeUndefined()
  expect(both[0]?.mark.shared).toBe(both[1]?.mark.shared)
})

test('two options with contradictory limits are two failures, each of its own cells', () => {
  const [first = {}, second = {}] = sampleProducts(1)[0] ?? []
  const limits = (min: string, max: string) => ({
    'productOptionGroup[].productOption[].availablePurchaseQuantityMin': min,
    'productOptionGroup[].productOption[].availablePurchaseQuantityMax': max,
  })
  const { marks } = judged('products', [
    { ...first, ...limits('5', '2') },
    { ...second, ...limits('5', '2') },
  ])
  const both = marks.filter(({ mark }) => mark.code === 'minimum_above_maximum')
  expect(both.map(({ line }) => line)).toEqual(['L1', 'L1', 'L2', 'L2'])
  expect(new Set(both.map(({ mark }) => mark.shared)).size).toBe(2)
})
