import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeLines } from '@/lib/sheet/acts/lines'
import { writeTexts } from '@/lib/sheet/orders/edits'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type ItemFacts, itemFacts, itemHistories } from './item-facts'

const NUMBER = 'orderInfo.mallOrderNumber'
const CODE = 'items[].itemCode'
const WEIGHT = 'items[].actualWeight'
const PACKED = 'packageInfo.actualWeight'
const QUANTITY = 'items[].quantity'
const PRICE = 'items[].price'
const CURRENCY = 'items[].currency'
const NAME = 'recipient.name'
const DAY = '2026-11-23'

/** Lines of orders with one plain item, changed so; a line without a number continues the order above it. */
function linesOf(changes: readonly Texts[]): Line[] {
  return sampleOrders(changes.length).map((texts, i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    texts: {
      ...(changes[i]?.[NUMBER] === '' ? {} : { ...texts, [PACKED]: '5' }),
      [CODE]: 'A',
      [WEIGHT]: '0.2',
      [QUANTITY]: '1',
      [PRICE]: '1000',
      [CURRENCY]: 'JPY',
      ...changes[i],
    },
  }))
}

function open(changes: readonly Texts[], facts: Readonly<Record<string, ItemFacts>> = {}): Workbook {
  return openLines(linesOf(changes), facts)
}

function openLines(lines: readonly Line[], facts: Readonly<Record<string, ItemFacts>>): Workbook {
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  workbook.serverFacts.takeItemFacts(Object.keys(facts), facts, DAY)
  return workbook
}

/** The new warnings of a sheet, as `line column code`. */
const listed = (workbook: Workbook): string[] =>
  workbook.warnings.groups
    .flatMap(group => group.list(workbook.view.lineOrder))
    .map(({ line, column, mark }) => `${line} ${column} ${mark.code}`)
    .sort()

const paramsOf = (workbook: Workbook) =>
  workbook.warnings.groups[0]?.list(workbook.view.lineOrder)[0]?.mark.params

function write(workbook: Workbook, line: string, texts: Texts): void {
  const { patch } = writeTexts(workbook.edits, new Map([[line, texts]]))
  workbook.perform(patch, null)
}

test('items that weigh more than the package get one warning, which goes away when the package is corrected', () => {
  const workbook = open([{ [PACKED]: '0.4', [WEIGHT]: '0.3' }, { [NUMBER]: '', [WEIGHT]: '0.3' }, {}])
  expect(listed(workbook)).toEqual([`L1 ${WEIGHT} items_above_package`])
  expect(paramsOf(workbook)).toMatchObject({ items: '0.6', value: '0.4' })
  write(workbook, 'L1', { [PACKED]: '0.7' })
  expect(listed(workbook)).toEqual([])
})

test('the weight of several packages counts together, and rounded scales get no warning', () => {
  expect(listed(open([{ [PACKED]: '0.4', 'packageInfo.quantity': '2', [WEIGHT]: '0.6' }]))).toEqual([])
  expect(listed(open([{ [PACKED]: '0.2', [WEIGHT]: '0.205' }]))).toEqual([])
})

test.each([
  ['product master', { weight: { value: 0.2, source: 'master' } }],
  ['history of the shop', { weight: { value: 0.2, source: 'history' } }],
] as const)('a weight in grams is found by the %s', (_, facts) => {
  const workbook = open([{ [WEIGHT]: '200', [PACKED]: '500' }, { [WEIGHT]: '0.25' }], { A: facts })
  expect(listed(workbook)).toEqual([`L1 ${WEIGHT} weight_in_grams`, `L1 ${PACKED} package_in_grams`])
  write(workbook, 'L1', { [WEIGHT]: '0.2', [PACKED]: '0.5' })
  expect(listed(workbook)).toEqual([])
})

test('a weight in grams of an item that is not known makes the items heavier than the package', () => {
  expect(listed(open([{ [WEIGHT]: '200' }]))).toEqual([`L1 ${WEIGHT} items_above_package`])
})

test('a price that is the unit price of the product master times the quantity is a total', () => {
  const facts = { A: { unitPrices: [1000] } }
  const workbook = open(
    [{ [PRICE]: '3000', [QUANTITY]: '3' }, { [PRICE]: '3000' }, { [QUANTITY]: '3' }],
    facts,
  )
  expect(listed(workbook)).toEqual([`L1 ${PRICE} price_is_total`])
  expect(paramsOf(workbook)).toMatchObject({ value: '3000', quantity: 3, unit: '1000' })
})

test('a price that is the unit price of other orders times the quantity is a total while they say so', () => {
  const workbook = open([
    { [PRICE]: '2000', [QUANTITY]: '2' },
    {},
    {},
    { [CODE]: 'B', [PRICE]: '2000', [QUANTITY]: '2' },
  ])
  expect(listed(workbook)).toEqual([`L1 ${PRICE} price_is_total`])
  write(workbook, 'L2', { [PRICE]: '900' })
  expect(listed(workbook)).toEqual([])
  write(workbook, 'L2', { [PRICE]: '1000' })
  expect(listed(workbook)).toEqual([`L1 ${PRICE} price_is_total`])
  workbook.undo()
  expect(listed(workbook)).toEqual([])
})

test('a price that the product master knows is not a total, though another one would make it one', () => {
  const workbook = open([{ [PRICE]: '2000', [QUANTITY]: '2' }], { A: { unitPrices: [1000, 2000] } })
  expect(listed(workbook)).toEqual([])
})

test('two currencies in one order are one warning, and the same currency in another spelling is none', () => {
  const workbook = open([
    { [CURRENCY]: 'JPY' },
    { [NUMBER]: '', [CURRENCY]: 'KRW' },
    {},
    { [NUMBER]: '', [CURRENCY]: 'ＪＰＹ' },
  ])
  expect(listed(workbook)).toEqual([`L1 ${CURRENCY} two_currencies`])
  expect(paramsOf(workbook)).toMatchObject({ currencies: 'JPY, KRW' })
})

test('a price in yen or won with a point between thousands gets a warning that says what is sent', () => {
  const workbook = open([
    { [PRICE]: '12.000' },
    { [PRICE]: '9.500', [CURRENCY]: 'krw' },
    { [PRICE]: '12.000', [CURRENCY]: 'USD' },
    { [PRICE]: '12,000' },
  ])
  expect(listed(workbook)).toEqual([`L1 ${PRICE} price_in_thousands`, `L2 ${PRICE} price_in_thousands`])
  expect(paramsOf(workbook)).toMatchObject({ value: '12.000', sent: '12', meant: '12000' })
})

test('a price in yen or won with decimals gets a warning, because neither has any', () => {
  const workbook = open([
    { [PRICE]: '29.80', [CURRENCY]: 'KRW' },
    { [PRICE]: '0.500' },
    { [PRICE]: '1,299.99', [CURRENCY]: 'krw' },
    { [PRICE]: '29800.00', [CURRENCY]: 'KRW' },
    { [PRICE]: '29.80', [CURRENCY]: 'USD' },
    { [PRICE]: '29.80', [CURRENCY]: '' },
  ])
  expect(listed(workbook)).toEqual(['L1', 'L2', 'L3'].map(line => `${line} ${PRICE} price_with_decimals`))
  expect(paramsOf(workbook)).toMatchObject({ value: '29.80', currency: 'KRW' })
})

test('a warning blocks nothing: the order is not failing', () => {
  const workbook = open([{ [PACKED]: '0.1' }])
  expect([workbook.count('warning'), workbook.count('failing'), workbook.count('unchecked')]).toEqual([
    1, 0, 1,
  ])
})

const lipstick: ItemFacts = { kind: 'cosmetic', group: 'lipstick' }
const taro = { [NAME]: '山田 太郎', 'recipient.zipCode': '150-0041', 'recipient.addressDetail': '' }
const toTaro = (quantity: number, texts: Texts = {}): Texts => ({
  ...sampleOrders(1)[0],
  ...taro,
  [PACKED]: '5',
  [CODE]: 'A',
  [QUANTITY]: String(quantity),
  ...texts,
})

test('orders to one recipient are summed, and each names the sum and the number of orders', () => {
  const workbook = open(
    [
      toTaro(10, { [NUMBER]: '1' }),
      toTaro(10, { [NUMBER]: '2', [CODE]: 'B' }),
      {},
      toTaro(10, { [NUMBER]: '4' }),
    ],
    { A: lipstick, B: lipstick },
  )
  const own = ['L1', 'L2', 'L4'].map(line => `${line} ${QUANTITY} import_pieces_recipient`)
  expect(listed(workbook)).toEqual(own)
  expect(paramsOf(workbook)).toMatchObject({
    sum: 30,
    orders: 3,
    limit: 24,
    kind: 'cosmetic',
    group: 'lipstick',
  })
  write(workbook, 'L4', { [QUANTITY]: '4' })
  expect(listed(workbook)).toEqual([])
  write(workbook, 'L4', { [QUANTITY]: '5' })
  expect(listed(workbook)).toEqual(own)
  write(workbook, 'L4', { [NAME]: '佐藤 花子' })
  expect(listed(workbook)).toEqual([])
})

test('an order that is deleted no longer counts, until it is restored', () => {
  const workbook = open([toTaro(20, { [NUMBER]: '1' }), {}, toTaro(20, { [NUMBER]: '2' })], { A: lipstick })
  expect(listed(workbook)).toHaveLength(2)
  removeLines(workbook, ['L3'], null)
  expect(listed(workbook)).toEqual([])
  workbook.undo()
  expect(listed(workbook)).toHaveLength(2)
})

test('the recipient is the same in another width and with other blanks', () => {
  const workbook = open(
    [
      toTaro(20, { [NUMBER]: '1' }),
      toTaro(20, { [NUMBER]: '2', [NAME]: '山田　太郎', 'recipient.zipCode': '1500041' }),
    ],
    { A: lipstick },
  )
  expect(listed(workbook)).toHaveLength(2)
})

test('orders that were registered on an earlier day do not count with those of today', () => {
  const lines = linesOf([toTaro(20, { [NUMBER]: '1' }), toTaro(20, { [NUMBER]: '2' })])
  const outcomes = (changedAt: string) => [
    { mallOrderNumber: '1', lineIds: ['L1'], state: 'registered' as const, fingerprint: '', changedAt },
  ]
  const openWith = (changedAt: string) => {
    const workbook = new Workbook(sheets['orders/japan'], lines, {
      outcomes: outcomes(changedAt),
      isAll: true,
    })
    workbook.begin()
    workbook.serverFacts.takeItemFacts(['A'], { A: lipstick }, DAY)
    return listed(workbook)
  }
  // 15:30 UTC is after midnight in Japan.
  expect(openWith('2026-11-22T15:30:00.000Z')).toEqual([`L2 ${QUANTITY} import_pieces_recipient`])
  expect(openWith('2026-11-22T14:30:00.000Z')).toEqual([])
})

test('only orders to Japan are counted', () => {
  const lines = linesOf([
    { 'recipient.country': 'US', [QUANTITY]: '30' },
    { 'recipient.country': 'JP', [QUANTITY]: '30' },
  ])
  const workbook = new Workbook(sheets['orders/general'], lines)
  workbook.begin()
  workbook.serverFacts.takeItemFacts(['A'], { A: lipstick }, DAY)
  expect(listed(workbook)).toEqual([`L2 ${QUANTITY} import_pieces`])
})

test('facts that change are judged by at once, and codes are asked for once', () => {
  const workbook = open([{ [QUANTITY]: '30' }, {}])
  expect(workbook.serverFacts.knownItems.takeWanted(10)).toEqual(['A'])
  expect(workbook.serverFacts.knownItems.wantedCount).toBe(0)
  workbook.serverFacts.takeItemFacts(['A'], { A: lipstick }, DAY)
  expect(listed(workbook)).toEqual([`L1 ${QUANTITY} import_pieces`])
  workbook.serverFacts.takeItemFacts(['A'], {}, DAY)
  expect(listed(workbook)).toEqual([])
})

test('after any edits, the sheet has the same warnings as when it is opened again', () => {
  const facts = { A: lipstick, B: { kind: 'quasiDrug', group: 'B', supplyDays: 30 } as const }
  const edit = fc.record({
    line: fc.integer({ min: 1, max: 8 }),
    texts: fc.oneof(
      fc.constantFrom('0', '1', '2', '13', '25').map((text): Texts => ({ [QUANTITY]: text })),
      fc.constantFrom('1000', '2000').map((text): Texts => ({ [PRICE]: text })),
      fc.constantFrom('A', 'B', '').map((text): Texts => ({ [CODE]: text })),
      fc.constantFrom('山田 太郎', '佐藤 花子').map((text): Texts => ({ [NAME]: text })),
      fc.constantFrom('', 'X', 'Y').map((text): Texts => ({ [NUMBER]: text })),
    ),
    isUndone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), edits => {
      const workbook = open(
        Array.from({ length: 8 }, (_, i) => toTaro(1, { [NUMBER]: String(i) })),
        facts,
      )
      for (const { line, texts, isUndone } of edits) {
        write(workbook, `L${line}`, texts)
        if (isUndone) workbook.undo()
      }
      const lines = workbook.draft.order.flatMap(id => workbook.draft.lines.get(id) ?? [])
      expect(listed(workbook)).toEqual(listed(openLines(lines, facts)))
    }),
    { numRuns: 150 },
  )
})

test('the history of a shop is the median weight, and the prices that lines of one piece repeat', () => {
  const item = { code: 'A', quantity: 1, price: 1000, weight: 0.2 }
  const histories = itemHistories([
    item,
    { ...item, weight: 0.3 },
    { ...item, price: 900, weight: 250 },
    { ...item, quantity: 2, price: 500 },
    { ...item, quantity: 2, price: 500 },
  ])
  expect(histories.get('A')).toEqual({ weight: 0.2, unitPrices: [1000] })
})

test('the product master comes before the history, and an item without a group is a group of its own', () => {
  const history = { weight: 9, unitPrices: [1000] }
  expect(itemFacts({ [WEIGHT]: '0.2', 'goods.kind': 'cosmetic' }, 'A', history)).toEqual({
    weight: { value: 0.2, source: 'master' },
    unitPrices: [1000],
    kind: 'cosmetic',
    group: 'A',
  })
  expect(itemFacts({ 'goods.kind': 'food' }, 'A', history)).toEqual({
    weight: { value: 9, source: 'history' },
    unitPrices: [1000],
  })
})
