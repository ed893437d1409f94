import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { knownHeadingsOf } from '@/lib/import/match/drift'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { originsOf } from '@/lib/import/recipe/values/origins'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import type { CompactLine } from './compact/compact-line'
import { type ImportSelection, importSlices, importTable } from './import-table'
import { type SkippedOrder, tableRowKey } from './skipped-orders'

const NUMBER = 'orderInfo.mallOrderNumber'
const ITEM = 'items[].name'

/** A changed cell of a made-up export: its row in the file, its heading, its text. */
type CellText = readonly [row: number, heading: string, text: string]

/** The made-up export of a shop with some changed cells; missing columns are appended. */
function exportOf(shop: string, cells: readonly CellText[]) {
  const rows = sampleOf(shop).rows.map(row => [...row])
  const header = rows.find(row => row.length > 3) ?? []
  for (const [row, heading, text] of cells) {
    if (!header.includes(heading)) header.push(heading)
    const texts = rows[row - 1] ?? []
    while (texts.length < header.length) texts.push('')
    texts[header.indexOf(heading)] = text
  }
  return bookOf(rows)
}

function read(book: ReturnType<typeof bookOf>, remembered: readonly Recipe[] = []) {
  const { lines, skipped, orders } = importTable(
    book,
    detectMapping(book, { sheet: 'orders/japan', remembered }),
    'f',
  )
  return { rows: lines.map(({ row }) => row), skipped, orders, lines }
}

const shop = (id: string, ...cells: CellText[]) => read(exportOf(id, cells))
const numbers = (skipped: readonly SkippedOrder[]) => skipped.map(({ number }) => number)

test('a cancelled Shopify order is skipped with all its items, although only its first row has the date', () => {
  const { rows, skipped, orders } = shop('shopify-orders', [2, 'Cancelled at', '2026-03-02 10:00:00 +0900'])
  expect(rows).toEqual([4])
  expect(orders).toBe(1)
  expect(skipped).toEqual([{ means: 'cancelled', number: '#1001', isWhole: true, table: 0, rows: [2, 3] }])
})

// The status of the rows of a made-up export, by one of its cells.
test.each<readonly [string, CellText, SkippedOrder['means'], number[]]>([
  ['shopify-orders', [4, 'Financial Status', 'refunded'], 'cancelled', [2, 3]],
  ['shopify-orders', [2, 'Financial Status', 'Voided'], 'cancelled', [4]],
  ['shopify-orders', [2, 'Fulfillment Status', 'fulfilled'], 'shipped', [4]],
  ['shopify-orders', [3, 'Lineitem fulfillment status', 'fulfilled'], 'shipped', [2, 4]],
  ['rakuten-orders', [2, 'ステータス', '900'], 'cancelled', [4, 5]],
  ['rakuten-orders', [4, 'ステータス', '発送済'], 'shipped', [2, 3, 5]],
  ['qoo10-orders', [4, '配送状態', 'キャンセル完了'], 'cancelled', [2, 3]],
  ['qoo10-orders', [3, '配送状態', '配送中'], 'shipped', [2, 4]],
  ['qoo10-orders', [3, '配送完了日', '2026/03/05'], 'shipped', [2, 4]],
  ['smartstore-orders', [4, '주문상태', '취소'], 'cancelled', [3, 5]],
  ['smartstore-orders', [5, '주문세부상태', '반품 완료'], 'cancelled', [3, 4]],
  ['smartstore-orders', [5, '주문상태', '배송중'], 'shipped', [3, 4]],
  ['coupang-orders', [4, '배송완료일', '2026-03-03'], 'shipped', [2, 3]],
  ['cafe24-orders', [4, '주문상태', '취소완료'], 'cancelled', [2, 3]],
  ['cafe24-orders', [4, '주문상태정보', '취소완료'], 'cancelled', [2, 3]],
  ['esm-orders', [4, '주문상태', '환불완료'], 'cancelled', [2, 3]],
  ['buyma-orders', [3, '取引ステータス', 'キャンセル'], 'cancelled', [2]],
  ['amazon-orders', [4, 'order-status', 'Cancelled'], 'cancelled', [2, 3]],
  ['amazon-orders', [4, 'order-status', 'Pending'], 'unpaid', [2, 3]],
  ['shopify-orders', [4, 'Financial Status', 'pending'], 'unpaid', [2, 3]],
  ['shopify-orders', [2, 'Financial Status', 'partially_refunded'], 'claim', [4]],
  ['smartstore-orders', [4, '주문상태', '취소요청'], 'claim', [3, 5]],
  ['smartstore-orders', [4, '주문세부상태', '교환완료'], 'claim', [3, 5]],
  ['qoo10-orders', [3, '配送状態', 'キャンセル要請'], 'claim', [2, 4]],
  ['qoo10-orders', [3, '配送状態', '入金待ち'], 'unpaid', [2, 4]],
  ['cafe24-orders', [4, '주문상태', '입금전'], 'unpaid', [2, 3]],
  ['amazon-orders', [4, 'quantity-to-ship', '0'], 'shipped', [2, 3]],
  ['amazon-orders', [4, 'is-buyer-requested-cancellation', 'true'], 'claim', [2, 3]],
])('%s: %j is %s', (id, cell, means, stay) => {
  const { rows, skipped } = shop(id, cell)
  const all = shop(id).rows
  const skippedRows = skipped.flatMap(one => one.rows)
  expect(skipped.map(one => one.means)).toEqual([means])
  expect(skippedRows).toContain(cell[0])
  // Shipped orders and requested cancellations are imported and reported.
  if (means === 'shipped' || means === 'claim') expect(rows).toEqual(all)
  else expect(rows).toEqual(stay)
  expect(all.filter(row => !skippedRows.includes(row)).toSorted((a, b) => a - b)).toEqual(stay)
})

// Codes of shops whose made-up exports already contain other statuses, on the first order.
test.each<readonly [string, CellText, SkippedOrder['means'] | undefined]>([
  ['woocommerce-orders', [2, 'status', 'wc-processing'], undefined],
  ['woocommerce-orders', [2, 'status', 'Processing'], undefined],
  ['woocommerce-orders', [2, 'status', 'wc-on-hold'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', 'On hold'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', '保留中'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', 'pending'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', 'Pending payment'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', '支払い待ち'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', 'failed'], 'unpaid'],
  ['woocommerce-orders', [2, 'status', 'wc-cancelled'], 'cancelled'],
  ['woocommerce-orders', [2, 'status', 'refunded'], 'cancelled'],
  ['woocommerce-orders', [2, 'status', '返金済み'], 'cancelled'],
  ['woocommerce-orders', [2, 'status', 'completed'], 'shipped'],
  ['woocommerce-orders', [2, 'status', 'wc-shipping'], 'shipped'],
  ['woocommerce-orders', [2, 'status', 'cancel-request'], 'claim'],
  ['woocommerce-orders', [2, 'status', '배송준비중'], undefined],
  ['woocommerce-orders', [2, 'refunded_total', '500.00'], 'claim'],
  ['woocommerce-orders', [2, 'refunded_total', '0.00'], undefined],
  ['yahoo-orders', [2, 'OrderStatus', '4'], 'cancelled'],
  ['yahoo-orders', [2, 'OrderStatus', '5'], 'shipped'],
  ['yahoo-orders', [2, 'OrderStatus', '1'], undefined],
  ['yahoo-orders', [2, 'ShipStatus', '0'], 'unpaid'],
  ['yahoo-orders', [2, 'ShipStatus', '3'], 'shipped'],
  ['yahoo-orders', [2, 'IsActive', 'false'], 'cancelled'],
  // Yahoo! allows the shop to ship orders that are paid later.
  ['yahoo-orders', [2, 'PayStatus', '0'], undefined],
  ['next-engine-orders', [2, '受注状態', '出荷確定済'], 'shipped'],
  ['next-engine-orders', [2, '受注状態', '入金待ち'], 'unpaid'],
  ['next-engine-orders', [2, '受注状態', '納品書印刷待ち'], undefined],
  ['next-engine-orders', [2, '出荷済フラグ', '1'], 'shipped'],
  ['qoo10-orders', [2, '配送状態', '配送待ち'], 'unpaid'],
  ['qoo10-orders', [2, '配送状態', 'Seller confirm(3)'], undefined],
  ['qoo10-orders', [2, '配送状態', 'On delivery(4)'], 'shipped'],
])('%s: %j of the first order is %s', (id, cell, means) => {
  const { skipped } = shop(id, cell)
  expect(skipped.find(({ rows }) => rows.includes(2))?.means).toBe(means)
})

test('without the shipping status an unpaid Yahoo! order is skipped, except if it is paid on delivery', () => {
  const rows = sampleOf('yahoo-orders').rows.map(row => [...row])
  const header = rows[0] ?? []
  header[header.indexOf('ShipStatus')] = 'その他'
  const { skipped } = read(bookOf(rows))
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([
    ['cancelled', 'leather-shop-10000125'],
    ['unpaid', 'leather-shop-10000126'],
  ])
})

test.each<readonly [string, CellText]>([
  ['shopify-orders', [2, 'Fulfillment Status', 'partial']],
  ['shopify-orders', [2, 'Cancelled at', '-']],
  ['rakuten-orders', [2, 'ステータス', '300']],
  ['smartstore-orders', [4, '주문상태', '취소철회']],
  ['coupang-orders', [4, '배송완료일', '0000-00-00']],
  ['amazon-orders', [4, 'quantity-to-ship', '10']],
])('%s: %j is not certain, and its order is imported', (id, cell) => {
  expect(shop(id, cell)).toMatchObject({ rows: shop(id).rows, skipped: [] })
})

test('if an order’s first item is skipped, the others get its recipient, with an origin', () => {
  const { lines, skipped } = read(
    bookOf([
      ['주문번호', '주문상태', '수취인', '상품명', '수량', '우편번호'],
      ['A-1', '취소완료', '김민수', '지갑', '1', '03925'],
      ['A-1', '배송준비', '', '비니', '1', ''],
    ]),
  )
  expect(skipped).toMatchObject([{ means: 'cancelled', number: 'A-1', isWhole: false, rows: [2] }])
  const [first] = lines
  expect(first?.texts).toMatchObject({ [NUMBER]: 'A-1', 'recipient.name': '김민수', [ITEM]: '비니' })
  expect(originsOf(first?.texts ?? {})['recipient.name']).toMatchObject({ kind: 'merged' })
})

test('a row with a blank status has the state of its order’s row above', () => {
  const rows = [
    ['주문번호', '주문상태', '수취인', '상품명', '수량', '우편번호'],
    ['A-1', '취소완료', '김민수', '지갑', '1', '03925'],
    ['A-1', '', '', '비니', '1', ''],
    ['A-2', '', '이수진', '캔들', '1', '48058'],
    ['A-3', '배송준비', '박지훈', '가방', '1', '04524'],
    ['A-3', '주문취소', '박지훈', '모자', '1', '04524'],
  ]
  // This file has no recipe: statuses are read in any file of orders.
  const { rows: stay, skipped } = read(bookOf(rows))
  expect(stay).toEqual([4, 5])
  expect(skipped.map(({ number, rows, isWhole }) => [number, rows, isWhole])).toEqual([
    ['A-1', [2, 3], true],
    ['A-3', [6], false],
  ])
})

// A shop that repeats the recipient on each row, but writes the state of an order only on the first one.
test.each([
  ['주문상태', '취소완료', 'cancelled'],
  ['주문상태(취소 포함)', '취소완료', 'cancelled'],
  ['결제상태', '입금대기', 'unpaid'],
  ['입금여부', 'N', 'unpaid'],
  ['注文ステータス', 'キャンセル', 'cancelled'],
] as const)(
  'an order whose %s is %s on its first row only is skipped with all its items',
  (heading, text, means) => {
    const rows = [
      ['주문번호', '수취인', '상품명', '수량', '우편번호', heading],
      ['A-1', '김민수', '지갑', '1', '03925', text],
      ['A-1', '김민수', '비니', '1', '03925', ''],
      ['A-1', '김민수', '양말', '1', '03925', ''],
      ['A-2', '이수진', '캔들', '1', '48058', ''],
    ]
    const { rows: stay, skipped } = read(bookOf(rows))
    expect(stay).toEqual([5])
    expect(skipped).toMatchObject([{ means, number: 'A-1', isWhole: true, rows: [2, 3, 4] }])
  },
)

test('in a cart, a blank status is not that of another order of the same recipient', () => {
  const rows = [
    ['장바구니번호', '주문번호', '수취인', '상품명', '수량', '우편번호', '주문상태'],
    ['C-1', 'A-1', '김민수', '지갑', '1', '03925', '취소완료'],
    ['C-1', 'A-1', '김민수', '비니', '1', '03925', ''],
    ['C-1', 'A-2', '김민수', '양말', '1', '03925', ''],
    ['C-2', 'A-3', '이수진', '캔들', '1', '48058', '배송준비'],
  ]
  const { rows: stay, skipped } = read(bookOf(rows))
  expect(stay).toEqual([4, 5])
  expect(skipped).toMatchObject([{ means: 'cancelled', isWhole: false, rows: [2, 3] }])
})

// Columns in which a shop writes something only beside cancelled items.
test.each([
  ['클레임상태', '취소완료'],
  ['취소여부', 'Y'],
  ['취소구분', '취소'],
  ['취소일', '2026-03-02'],
  ['상품주문상태', '취소완료'],
  ['품목별 주문상태', '취소완료'],
  ['商品ステータス', 'キャンセル'],
  ['Lineitem status', 'cancelled'],
])('a blank %s beside a recipient is not a cancellation, whatever the row above says', (heading, text) => {
  const order = (item: string, product: string, state: string, recipient = ['김민수', '03925']) => [
    item,
    'A-1',
    '결제완료',
    product,
    '1',
    ...recipient,
    state,
  ]
  const headings = ['상품주문번호', '주문번호', '주문상태', '상품명', '수량', '수취인명', '우편번호', heading]
  const { rows, skipped } = read(bookOf([headings, order('P1', '지갑', text), order('P2', '비니', '')]))
  expect(rows).toEqual([3])
  expect(skipped).toMatchObject([{ means: 'cancelled', number: 'A-1', isWhole: false, rows: [2] }])
  // Rows without a recipient leave out what applies to their whole order.
  const short = [headings, order('P1', '지갑', text), order('P2', '비니', '', ['', ''])]
  expect(read(bookOf(short)).skipped).toMatchObject([{ number: 'A-1', isWhole: true, rows: [2, 3] }])
})

test('a mapping from before status rules existed skips orders as well', () => {
  const headings = ['번호', '상태', '품명']
  const recipe: Recipe = {
    id: 'r1',
    name: '우리 엑셀',
    sheets: ['orders/japan'],
    known: knownHeadingsOf(headings),
    fields: { [NUMBER]: { take: ['번호'] }, [ITEM]: { take: ['품명'] } },
  }
  const book = bookOf([headings, ['1', '결제완료', '지갑'], ['2', '취소', '비니']])
  expect(numbers(read(book, [recipe]).skipped)).toEqual(['2'])
  expect(read(book, [{ ...recipe, states: [] }]).skipped).toEqual([])
})

test('an order in two states is reported in both', () => {
  const { rows, skipped } = shop('cafe24-orders', [2, '주문상태', '배송완료'], [3, '주문상태', '취소'])
  expect(rows).toEqual([2, 4])
  expect(skipped.map(({ means, isWhole }) => [means, isWhole])).toEqual([
    ['cancelled', false],
    ['shipped', false],
  ])
})

const headings = ['주문번호', '수취인명', '상품명', '수량', '주문상태', '우편번호']
const states = ['결제완료', '취소', '배송중', '취소요청', '미입금'] as const
/** Items of orders in any rows, each with its status in the shop. */
const items = fc.array(
  fc.record({ order: fc.integer({ min: 1, max: 6 }), state: fc.constantFrom(...states) }),
  { minLength: 1, maxLength: 25 },
)

test('every row is imported or reported with its row number, and can be included', () => {
  fc.assert(
    fc.property(items, all => {
      const rows = all.map(({ order, state }, at) => [
        `N${order}`,
        `수취인 ${order}`,
        `상품 ${at}`,
        '1',
        state,
        '',
      ])
      const book = bookOf([headings, ...rows])
      const mapping = detectMapping(book, { sheet: 'orders/japan' })
      const linesOf = (wanted: ImportSelection) => {
        const lines: CompactLine[] = []
        for (const slice of importSlices(book, mapping, { file: 'f', ...wanted })) lines.push(...slice)
        return lines
      }
      const namesOf = (lines: readonly CompactLine[]) =>
        lines.map(({ texts }) => texts[ITEM] ?? '').toSorted()
      const named = (isSo: (state: string) => boolean) =>
        all.flatMap(({ state }, at) => (isSo(state) ? `상품 ${at}` : [])).toSorted()
      const kept = linesOf({})
      expect(namesOf(kept)).toEqual(named(state => state !== '취소' && state !== '미입금'))
      expect(namesOf(linesOf({ only: 'cancelled' }))).toEqual(named(state => state === '취소'))
      expect(namesOf(linesOf({ only: 'unpaid' }))).toEqual(named(state => state === '미입금'))
      expect(namesOf(linesOf({ only: 'claim' }))).toEqual(named(state => state === '취소요청'))
      expect(namesOf(linesOf({ only: 'shipped' }))).toEqual(named(state => state === '배송중'))
      const { skipped } = importTable(book, mapping, 'f')
      const includedRows = new Set(skipped.flatMap(one => one.rows.map(row => tableRowKey(0, row))))
      const whole = linesOf({ includedRows })
      expect(namesOf(whole)).toEqual(named(() => true))
      for (const line of [...kept, ...whole]) {
        const row = Number(/\d+$/.exec(line.texts[ITEM] ?? '')?.[0]) + 2
        expect(line.texts[hiddenColumns.source]).toBe(`f:0:${row}`)
        expect(line.texts[NUMBER]).toBe(`N${all[row - 2]?.order}`)
      }
      // Every imported order has a line with its recipient.
      for (const lines of [kept, whole]) {
        const named = new Set(lines.flatMap(({ texts }) => (texts['recipient.name'] ? texts[NUMBER] : [])))
        expect(named).toEqual(new Set(lines.map(({ texts }) => texts[NUMBER])))
      }
    }),
    { numRuns: 60 },
  )
})

/** The products of a made-up export with some changed cells: which are imported, which are skipped, and why. */
function products(id: string, ...cells: CellText[]) {
  const book = exportOf(id, cells)
  const mapping = detectMapping(book, { sheet: 'products' })
  const { lines, skipped } = importTable(book, mapping, 'f')
  const rows = new Set(skipped.flatMap(one => one.rows.map(row => tableRowKey(0, row))))
  const included = [...importSlices(book, mapping, { includedRows: rows })].flat()
  const alone = [...importSlices(book, mapping, { only: 'unlisted' })].flat()
  const namesIn = (all: readonly { readonly texts: Readonly<Record<string, string>> }[]) => [
    ...new Set(all.flatMap(({ texts }) => texts.shopProductId ?? [])),
  ]
  return {
    imported: namesIn(lines),
    included: namesIn(included),
    alone: namesIn(alone),
    skipped: skipped.map(({ means, isWhole }) => [means, isWhole]),
  }
}

test.each([
  ['shopify-products', 'Status', ['active', 'Draft', 'archived']],
  ['woocommerce-products', 'Published', ['1', '-1', '0']],
  ['cafe24-products', '판매상태', ['Y', 'N', 'N']],
] as const)(
  '%s: products that are not on sale are skipped, and can be included',
  (id, heading, [sold, ...others]) => {
    const all = products(id, [2, heading, sold])
    expect(all.skipped).toEqual([])
    for (const text of others) {
      const { imported, included, alone, skipped } = products(id, [2, heading, text])
      expect(skipped).toEqual([['unlisted', true]])
      expect(imported).toEqual(all.imported.slice(1))
      expect(alone).toEqual(all.imported.slice(0, 1))
      expect(included).toEqual(all.imported)
    }
  },
)

test('an option that is not on sale of a product that is on sale is imported with it', () => {
  const all = products('woocommerce-products', [2, 'Published', '1'])
  expect(products('woocommerce-products', [4, 'Published', '0'])).toEqual(all)
})
