import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CellNote, noteKey } from '@/lib/files/book/book'
import { type DetectionOptions, detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originsOf } from '@/lib/import/recipe/values/origins'
import { draftOf } from '@/lib/sheet/draft/draft'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import { sheets } from '@/lib/sheet/schema/sheets'
import { readBook as bookOfFile } from '@/testing/files/reading'
import { row, xlsxOf } from '@/testing/files/xlsx-parts'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { stated } from '@/testing/import/samples/read-sample'
import type { ImportedLine } from './compact/compact-line'
import { importSlices, importTable } from './import-table'

const read = (
  rows: readonly (readonly string[])[],
  notes?: Map<string, CellNote>,
  more: Partial<DetectionOptions> = {},
) => {
  const book = bookOf(rows, notes ? { notes } : {})
  return importTable(book, detectMapping(book, { sheet: 'orders/japan', ...more }), 'f')
}

const japan = sheets['orders/japan']

/** How many orders the sheet groups these lines into. */
const ordersIn = (lines: readonly ImportedLine[]) =>
  groupLines(
    draftOf(lines.map(({ texts }, rank) => ({ id: `l${String(rank).padStart(5, '0')}`, rank, texts }))),
    groupingColumns(japan.columns, japan.key),
  ).map(order => order.lines.length)

const headings = ['상품주문번호', '주문번호', '수취인명', '우편번호', '상품명', '수량']

interface Layout {
  readonly rows: string[][]
  /** The row of each item in the file. */
  readonly places: Map<string, number>
  readonly orders: number
}

/** A file with any number of notices, blank rows and orders of several items, in any order, and totals at its end. */
const layout: fc.Arbitrary<Layout> = fc
  .record({
    notices: fc.array(fc.constantFrom('엑셀 일괄발송 안내', '', '※ 수량, 상품명은 수정하지 마세요'), {
      maxLength: 4,
    }),
    items: fc.array(fc.record({ order: fc.nat({ max: 5 }), gap: fc.nat({ max: 2 }) }), {
      minLength: 1,
      maxLength: 25,
    }),
    hasTotal: fc.boolean(),
  })
  .map(({ notices, items, hasTotal }) => {
    const rows: string[][] = [...notices.map(notice => [notice]), headings]
    const places = new Map<string, number>()
    for (const [at, { order, gap }] of items.entries()) {
      for (let i = 0; i < gap; i++) rows.push(['', '', ''])
      rows.push([`P${at}`, `N${order}`, `수취인 ${order}`, '03925', `상품 ${at}`, '1'])
      places.set(`상품 ${at}`, rows.length)
    }
    if (hasTotal) rows.push(['', '', '', '', '합계', String(items.length)])
    return { rows, places, orders: new Set(items.map(item => item.order)).size }
  })

test('every item keeps its row number of the file, and orders are complete, whatever surrounds them', () => {
  fc.assert(
    fc.property(layout, ({ rows, places, orders: expected }) => {
      const { lines, orders, leftOut } = read(rows)
      const rowOf = Object.fromEntries(
        lines.map(line => [line.texts['items[].name'], line.texts[hiddenColumns.source]]),
      )
      expect(rowOf).toEqual(Object.fromEntries([...places].map(([name, row]) => [name, `f:0:${row}`])))
      expect(orders).toBe(expected)
      expect(ordersIn(lines)).toHaveLength(expected)
      const filled = rows.filter(row => row.some(cell => cell !== '')).length
      expect(lines.length + leftOut.length + 1).toBe(filled)
    }),
    { numRuns: 200 },
  )
})

test('rows of an order that are not adjacent are grouped, in the order in which orders first appear', () => {
  const { lines } = read([
    headings,
    ['P1', 'N1', '김', '1', '가', '1'],
    ['P2', 'N2', '이', '2', '나', '1'],
    ['P3', 'N1', '김', '1', '다', '1'],
  ])
  expect(lines.map(line => line.row)).toEqual([2, 4, 3])
  expect(ordersIn(lines)).toEqual([2, 1])
  expect(lines[1]?.texts['recipient.name']).toBeUndefined()
})

test('contradicting texts of an order stay on their lines, so that the sheet can mark them', () => {
  const { lines } = read([
    headings,
    ['P1', 'N1', '김민수', '', '가', '1'],
    ['P2', 'N1', '김민주', '03925', '나', '1'],
    ['P3', 'N1', '김민수', '03925', '다', '1'],
  ])
  expect(lines.map(line => line.texts['recipient.name'])).toEqual(['김민수', '김민주', undefined])
  expect(lines.map(line => line.texts['recipient.zipCode'] ?? '')).toEqual(['', '03925', ''])
  expect(ordersIn(lines)).toEqual([3])
})

test('each row without a number is its own order', () => {
  const { orders } = read([headings, ['', '', '김', '1', '가', '1'], ['', '', '이', '2', '나', '1']])
  expect(orders).toBe(2)
})

test('a row without a cart is an order with its own number', () => {
  const { lines, orders } = read([
    ['注文番号', 'カート番号', '受取人名', '住所', '商品名', '数量'],
    ['111', '', '山田', '東京都港区芝1-1', '財布', '1'],
    ['222', '9', '佐藤', '東京都港区芝2-2', '鞄', '1'],
    ['333', '9', '佐藤', '東京都港区芝2-2', '靴', '1'],
    ['444', '', '山田', '東京都港区芝1-1', '傘', '1'],
  ])
  expect(orders).toBe(3)
  expect(lines.map(({ texts }) => texts[japan.key])).toEqual(['111', '9', '9', '444'])
  expect(lines.map(({ texts }) => texts[hiddenColumns.number] ?? '')).toEqual(['', '222', '333', ''])
})

test('totals are removed only at the end, and a product with such a name stays', () => {
  const { lines, leftOut } = read([
    headings,
    ['P1', 'N1', '김', '1', '합계', '1'],
    ['P2', 'N2', '이', '2', 'Total', '2'],
    ['합 계', '', '', '', '', '3'],
    ['', '', '', '', '총 건수: 2건', ''],
  ])
  expect(lines.map(line => line.texts['items[].name'])).toEqual(['합계', 'Total'])
  expect(leftOut).toEqual([
    { row: 4, why: 'total' },
    { row: 5, why: 'total' },
  ])
})

describe('a row without a number', () => {
  const names = ['주문번호', '수취인명', '수취인전화번호', '우편번호', '주소', '상품명', '수량', '판매가']
  const kim = (item: string) => ['A-1', '김철수', '010-1234-5678', '06236', '서울 강남구 1', item, '1', '100']
  const without = (row: readonly string[]) => ['', ...row.slice(1)]
  const lee = ['', '이영희', '010-9999-8888', '48094', '부산 해운대구 2', '모자', '1', '100']
  const numbersOf = (rows: readonly (readonly string[])[]) =>
    read([names, ...rows]).lines.map(({ texts }) => [texts[japan.key], texts['items[].name']])

  test('belongs to the order above if it names no recipient, or the same one', () => {
    expect(numbersOf([kim('양말'), ['', '', '', '', '', '장갑', '1', '100'], without(kim('모자'))])).toEqual([
      ['A-1', '양말'],
      ['A-1', '장갑'],
      ['A-1', '모자'],
    ])
  })

  test.each([
    ['full width', '김철수', '０６２３６', '서울 강남구 １'],
    ['repeated and full-width blanks', ' 김철수', '06236 ', '서울  강남구　1'],
  ])(
    'belongs to the order above if the recipient differs only in %s, which is kept',
    (_, name, code, address) => {
      const again = ['', name, '010-1234-5678', code, address, '모자', '1', '100']
      const { lines, orders } = read([names, kim('양말'), again])
      expect([orders, lines.map(({ texts }) => texts[japan.key])]).toEqual([1, ['A-1', 'A-1']])
      expect(lines[1]?.texts['recipient.address']).toBe(address)
    },
  )

  test('keeps its blank number if the address differs in where its blanks are', () => {
    expect(numbersOf([kim('양말'), without(kim('모자')).with(4, '서울 강남 구1')])).toEqual([
      ['A-1', '양말'],
      ['', '모자'],
    ])
  })

  test('keeps its blank number if it names another recipient', () => {
    expect(numbersOf([kim('양말'), lee, ['', '', '', '', '', '장갑', '1', '100'], kim('가방')])).toEqual([
      ['A-1', '양말'],
      ['A-1', '가방'],
      ['', '모자'],
      ['', '장갑'],
    ])
  })

  test('keeps its blank number if the order above names no recipient at all', () => {
    expect(numbersOf([['A-1', '', '', '', '', '양말', '1', '100'], lee])).toEqual([
      ['A-1', '양말'],
      ['', '모자'],
    ])
  })

  test('belongs to the order whose first row is a fee, which has the recipient', () => {
    const fee = ['A-2', '이영희', '010-9999-8888', '48094', '부산 해운대구 2', '배송비', '1', '3000']
    const rows = [names, kim('양말'), fee, ['', '', '', '', '', '장갑', '1', '100']]
    const { lines, leftOut } = read(rows)
    expect(
      lines.map(({ texts }) => [texts[japan.key], texts['items[].name'], texts['recipient.name']]),
    ).toEqual([
      ['A-1', '양말', '김철수'],
      ['A-2', '장갑', '이영희'],
    ])
    expect(leftOut).toEqual([{ row: 3, why: 'fee' }])
  })
})

test('tabs that a shop writes around numbers are removed, and the number of an order is the same on each row', () => {
  const { lines } = read([
    headings,
    ['P1\t', 'N1\t', '김 \t', '\t06236', '가', '1'],
    ['P2\t', 'N1', ' \t', '06236', '나\t끝', '1'],
  ])
  const [first, second] = lines.map(stated)
  expect(first).toMatchObject({
    texts: { [japan.key]: 'N1', 'recipient.name': '김', 'recipient.zipCode': '06236' },
    made: { [japan.key]: 'mapped N1\t', 'recipient.zipCode': 'mapped \t06236' },
  })
  expect(second?.texts).toMatchObject({
    [japan.key]: 'N1',
    [hiddenColumns.number]: 'P2',
    'items[].name': '나\t끝',
  })
  expect(second?.texts['recipient.name']).toBeUndefined()
})

test('a cell of hundreds of thousands of blanks behind a tab is read at once', () => {
  const name = `김${' '.repeat(500_000)}나`
  const { lines } = read([headings, ['P1', 'N1', `\t${name}`, '06236', '가', '1']])
  expect(lines.map(stated)[0]?.texts['recipient.name']).toBe(name)
})

test('headings that are repeated between the rows are not imported', () => {
  const { lines, leftOut } = read([
    headings,
    ['P1', 'N1', '김', '1', '가', '1'],
    headings,
    ['P2', 'N2', '이', '2', '나', '1'],
  ])
  expect(lines).toHaveLength(2)
  expect(leftOut).toEqual([{ row: 3, why: 'notice' }])
})

test('rows that a recipe skips are reported', () => {
  const { lines, leftOut } = read(
    [
      ['번호', '상태', '상품'],
      ['1', '정상', '가'],
      ['2', '취소', '나'],
    ],
    undefined,
    {
      recipe: {
        id: 'x',
        name: 'x',
        sheets: ['orders/japan'],
        known: [],
        skip: [{ heading: ['상태'], is: ['취소'] }],
        fields: { 'orderInfo.mallOrderNumber': { take: ['번호'] }, 'items[].name': { take: ['상품'] } },
      },
    },
  )
  expect(lines.map(line => line.texts['items[].name'])).toEqual(['가'])
  expect(leftOut).toEqual([{ row: 3, why: 'skipped' }])
})

test('texts from merged cells and numbers that lost digits have an origin', () => {
  const notes = new Map<string, CellNote>([
    [noteKey(2, 2), { kind: 'merged' }],
    [noteKey(1, 1), { kind: 'number', raw: '2.0240101123456781E+19' }],
    [noteKey(2, 1), { kind: 'number', raw: '2024010112345678' }],
  ])
  const { lines } = read(
    [
      headings,
      ['P1', '20240101123456780000', '김', '1', '가', '1'],
      ['P2', '2024010112345678', '김', '1', '나', '1'],
    ],
    notes,
  )
  expect(originsOf(lines[0]?.texts ?? {})['orderInfo.mallOrderNumber']).toEqual({
    kind: 'cut',
    text: '20240101123456780000',
    review: true,
  })
  expect(lines[1] && stated(lines[1]).made).toMatchObject({ 'recipient.name': 'merged' })
  expect(lines[1] && stated(lines[1]).made['orderInfo.mallOrderNumber']).toBeUndefined()
})

test.each([
  [
    'a fee with a parcel of its own',
    [
      ['1', '財布'],
      ['99', '送料'],
    ],
    ['R-1'],
  ],
  [
    'a fee above the item, with a parcel of its own',
    [
      ['99', '送料'],
      ['1', '財布'],
    ],
    ['R-1'],
  ],
  [
    'two parcels, and a fee',
    [
      ['1', '財布'],
      ['2', '鞄'],
      ['99', '送料'],
    ],
    ['R-1-1', 'R-1-2'],
  ],
  [
    'two parcels, one with a fee first',
    [
      ['1', '送料'],
      ['1', '財布'],
      ['2', '鞄'],
    ],
    ['R-1-1', 'R-1-2'],
  ],
])('Rakuten: the numbers of an order with %s', (_, items, numbers) => {
  const { lines } = read([
    ['注文番号', '送付先ID', '送付先姓', '送付先名', '送付先住所都道府県', '商品名', '個数'],
    ...items.map(([parcel = '', name = '']) => ['R-1', parcel, '山田', '花子', '東京都', name, '1']),
  ])
  expect(lines.map(({ texts }) => texts[japan.key])).toEqual(numbers)
})

test('slices contain all lines and never split an order', () => {
  const { rows } = sampleOf('qoo10-orders')
  const book = bookOf(rows)
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const { lines, ...summary } = importTable(book, mapping)
  const slices = importSlices(book, mapping, { size: 1 })
  const sizes: number[] = []
  const all: ImportedLine[] = []
  for (;;) {
    const next = slices.next()
    if (next.done) {
      expect(next.value).toEqual(summary)
      break
    }
    sizes.push(next.value.length)
    all.push(...next.value)
  }
  expect(sizes).toEqual([2, 1])
  expect(all).toEqual(lines)
})

test('headings such as __proto__ and constructor are ordinary headings', () => {
  const { lines } = read([
    [...headings, '__proto__', 'constructor'],
    ['P1', 'N1', '김', '1', '가', '1', 'x', 'y'],
  ])
  expect(lines[0]?.texts['items[].name']).toBe('가')
})

test('cells that are designed to stall regular expressions are read', () => {
  const nasty = [
    `${'1'.repeat(200_000)}x`,
    '一'.repeat(200_000),
    `合計${' '.repeat(200_000)}x`,
    '('.repeat(200_000),
  ]
  for (const text of nasty) {
    const { lines } = read([
      ['取引ID', '受注数', '名前（本名）', '住所', '価格', text],
      [text, text, text, `東京都渋谷区${text}`, text, text],
      [text, text, text, text, text, text],
    ])
    expect(lines.length).toBeGreaterThan(0)
  }
})

test('a cell merged over columns belongs to the first column, a cell merged over rows to each row', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const head = ['주문번호', '상품명', '소재', '상품코드', '수량'].map((text, at) =>
    cell(`${'ABCDE'[at]}1`, text),
  )
  const rows =
    row(1, ...head) +
    row(2, cell('A2', 'A-1'), cell('B2', '양말 (비고 있음)'), cell('E2', '1')) +
    row(3, cell('B3', '모자'), cell('C3', '면'), cell('E3', '2'))
  const behind = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:D2"/></mergeCells>'
  const book = await bookOfFile(xlsxOf({ rows, behind }))
  const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
  expect(
    lines.map(({ texts }) =>
      ['orderInfo.mallOrderNumber', 'items[].name', 'items[].material', 'items[].itemCode'].map(
        id => texts[id],
      ),
    ),
  ).toEqual([
    ['A-1', '양말 (비고 있음)', '', ''],
    ['A-1', '모자', '면', ''],
  ])
})
