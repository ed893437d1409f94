import { describe, expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { draftOf } from '@/lib/sheet/draft/draft'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'

const NUMBER = 'orderInfo.mallOrderNumber'

const readTable = (sheet: SheetId, rows: readonly (readonly string[])[]) => {
  const book = bookOf(rows)
  return importTable(book, detectMapping(book, { sheet }), 'f')
}

const read = (rows: readonly (readonly string[])[]) => readTable('orders/japan', rows)

const headings = ['주문번호', '수취인', '우편번호', '주소', '상품명', '수량', '판매가']
const first = ['N-1', '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', '양말', '2', '12,000원']
const second = ['N-2', '佐藤花子', '060-0001', '北海道札幌市中央区北1条西2', '모자', '1', '9,000원']

test('subtotals and remarks between the orders are not imported, and their rows are reported', () => {
  const { lines, leftOut } = read([
    headings,
    first,
    ['소계', '', '', '', '', '2', '12,000원'],
    ['※ 아래는 3월 2일 주문입니다'],
    second,
    ['N-2 요약', '', '', '', '', '1', '9000'],
    ['총합계', '', '', '', '', '3', '21,000원'],
    ['※ 참고용입니다'],
  ])
  expect(lines.map(({ texts, row }) => [texts[NUMBER], row])).toEqual([
    ['N-1', 2],
    ['N-2', 5],
  ])
  expect(leftOut).toEqual([
    { row: 3, why: 'total' },
    { row: 4, why: 'notice' },
    { row: 6, why: 'total' },
    { row: 7, why: 'total' },
    { row: 8, why: 'notice' },
  ])
})

test.each([
  '10월 2일 주문',
  '10월 2일',
  '■ 10월 2일(금) 발주분 3건',
  '=== 2026년 10월 2일 ===',
  '10月2日 受注分',
  '【10月2日（金）】',
  '2026-10-02',
  '2026.10.02 주문',
  '2026/10/2 出荷分',
  'Oct 2, 2026',
  '--- October 2nd orders ---',
  '2 Oct orders',
  '--------',
  '===== 오후 추가 =====',
  '－－ 追加分 －－',
])(
  'a day or a line of signs between the orders is no order, in the column of their numbers or another: %s',
  day => {
    for (const column of [0, 1]) {
      const divider = Array.from({ length: 7 }, (_, at) => (at === column ? day : ''))
      const { lines, leftOut } = read([headings, divider, first, divider, second])
      expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
      expect(leftOut).toEqual([2, 4].map(row => ({ row, why: 'notice' })))
    }
  },
)

test.each([
  '2026-10-02-0001',
  '20261002',
  '1002-3',
  '10/2',
  '10월 2일 김철수',
  '2026-10-02 A-7',
  '--7',
  'A--1--',
  '-1-',
])('a number such as %s that begins like a day is that of an order', number => {
  const { lines } = read([headings, first, [number, '', '', '', '', '', '']])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', number])
})

test.each(['2 Novels', 'Marbles 10', '3 Octopus', 'Decor 5'])(
  'an item such as %s that begins like a month is one, also where it is the only text of its row',
  item => {
    const { lines, leftOut } = read([headings, first, ['', '', '', '', item, '', ''], second])
    expect(lines.map(({ texts }) => texts['items[].name'])).toEqual(['양말', item, '모자'])
    expect(leftOut).toEqual([])
  },
)

test('a product may have days as options, each the only text of its row', () => {
  const headings = ['상품코드', '상품명', '판매가', '옵션명', '옵션값', '대표이미지', '브랜드']
  const ticket = ['P-1', '티켓', '9900', '발송일', '10월 2일 발송', 'https://example.com/a.jpg', '한빛']
  const days = ['10월 3일 발송', '2026-10-04'].map(day => ['', '', '', '', day, '', ''])
  const { lines, leftOut } = readTable('products', [headings, ticket, ...days])
  expect(lines.map(({ row }) => row)).toEqual([2, 3, 4])
  expect(leftOut).toEqual([])
})

test('a day beside the texts of an order is its number', () => {
  const { lines } = read([headings, first, ['2026-10-02', ...second.slice(1)]])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', '2026-10-02'])
})

test('headings that are repeated between the orders, as in concatenated files, are not imported', () => {
  const again = [`\ufeff${headings[0]}`, ...headings.slice(1)]
  const { lines, leftOut } = read([headings, first, again, second])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([{ row: 3, why: 'notice' }])
})

test.each([
  ['numbered all rows', (row: readonly string[], at: number) => [at === 0 ? '번호' : `${at}`, ...row]],
  [
    'added a heading to the first report',
    (row: readonly string[], at: number) => [...row, at === 0 ? '메모' : ''],
  ],
])('repeated headings are recognised in a table in which a merchant has %s', (_, change) => {
  const { lines, leftOut } = read([headings, first, headings, second].map(change))
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([{ row: 3, why: 'notice' }])
})

test.each(['예) N-0', '예시', '(예) N-0', '작성예시', '例：N-0', '【記入例】', '例) N-0', 'e.g. N-0'])(
  'a row below the headings that begins with %s shows how to fill in the form, and is no order',
  sign => {
    const { lines, leftOut } = read([headings, [sign, ...first.slice(1)], first, second])
    expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
    expect(leftOut).toEqual([{ row: 2, why: 'notice' }])
  },
)

test('an order whose number only begins like the sign of an example is imported', () => {
  for (const number of [
    '예약-1',
    '例外-1',
    '예시장-1',
    '예시-1',
    '예시1',
    '記入例-1',
    'sample-1',
    'EG-1',
    'E.G.-1',
  ])
    expect(read([headings, [number, ...first.slice(1)], second]).lines).toHaveLength(2)
  // An example is at the top of a form, not between orders.
  const late = [headings, first, second, ...[3, 4, 5].map(n => [`N-${n}`, ...first.slice(1)])]
  expect(read([...late, ['예) 홍길동', ...first.slice(1)]]).lines).toHaveLength(6)
})

test('a remark that begins like an example is one about its order', () => {
  const withMemo = (memo: string, row: readonly string[]) => [memo, ...row]
  const readMemos = (memo: string, number: string) =>
    read([
      withMemo('메모', headings),
      withMemo(memo, [number, ...first.slice(1)]),
      withMemo('', second),
    ]).lines.map(({ texts }) => texts[NUMBER])
  expect(readMemos('예) 선물 포장', 'N-1')).toEqual(['N-1', 'N-2'])
  // Forms mark their own examples, in any column.
  expect(readMemos('예시', 'N-1')).toEqual(['N-2'])
  expect(readMemos('예)', 'N-1')).toEqual(['N-2'])
  expect(readMemos('예) 문 앞에 놓아 주세요', '예) N-0')).toEqual(['N-2'])
})

test('a last row with only the sums of columns is a total, though no word says so', () => {
  const below = (...row: string[]) =>
    read([headings, first, second, row]).lines.map(({ texts }) => texts[NUMBER] ?? '')
  expect(below('', '', '', '', '', '3')).toEqual(['N-1', 'N-2'])
  expect(below('', '', '', '', '', '3', '21,000원')).toEqual(['N-1', 'N-2'])
  // Another item of the last order, whose name is missing.
  expect(below('', '', '', '', '', '2')).toHaveLength(3)
  expect(below('', '', '', '', '', '3', '9,000원')).toHaveLength(3)
  expect(below('', '', '', '', '양말', '3')).toHaveLength(3)
})

test.each(['計', '계', '총 주문'])('a last row with %s and its numbers is a total', word => {
  const below = (...row: string[]) => read([headings, first, second, row]).lines
  expect(below(word, '', '', '', '', '3')).toHaveLength(2)
  expect(below('', '', '', word, '', '3', '21,000원')).toHaveLength(2)
})

test('a last order of a person or a product with a short name is imported', () => {
  for (const row of [
    ['N-3', '계', ...second.slice(2)],
    ['', '계', '', '', '모자', '1', '9,000원'],
  ])
    expect(read([headings, first, second, row]).lines).toHaveLength(3)
  // A file without order numbers, which begins with the product.
  const [names, ...goods] = [
    headings,
    first,
    second,
    ['', ...second.slice(1, 4), '계', ...second.slice(5)],
  ].map(row => [...row.slice(4), ...row.slice(1, 4)])
  expect(read([names ?? [], ...goods]).lines).toHaveLength(3)
})

test.each(['以上', '- 以上 -', '이상', '끝', '<END>', '*** 以上 ***'])(
  '%s below the last order is no order',
  word => {
    for (const row of [[word], ['', '', '', word]]) {
      const { lines, leftOut } = read([headings, first, second, row])
      expect(lines).toHaveLength(2)
      expect(leftOut).toEqual([{ row: 4, why: 'notice' }])
    }
  },
)

test('the number of orders beside the word of a total is no order', () => {
  const numbered = [headings, first, second].map((row, at) => [at === 0 ? 'No' : String(at), ...row])
  for (const count of ['2건', '2件', '2 orders']) {
    const { lines, leftOut } = read([...numbered, ['합계', count]])
    expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
    expect(leftOut).toEqual([{ row: 4, why: 'total' }])
  }
})

test('notes below the last order, such as the time of printing, are not imported', () => {
  const notes = [['출력일시: 2026-03-02 09:00'], ['件数：2'], ['Printed by Mina'], ['※ 문의: 02-123-4567']]
  const { lines, leftOut } = read([headings, first, second, ...notes])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut.map(({ row, why }) => [row, why])).toEqual([4, 5, 6, 7].map(row => [row, 'notice']))
  // The order number is not always the first column.
  const [numberLast, ...rows] = [headings, first, second].map(([number = '', ...row]) => [...row, number])
  expect(read([numberLast ?? [], ...rows, ...notes]).lines).toHaveLength(2)
})

test('a last row with a text of hundreds of thousands of letters is read at once', () => {
  expect(read([headings, first, second, ['가'.repeat(500_000)]]).lines).toHaveLength(3)
})

test('a last row that may be of an order is imported', () => {
  const present = ['', '', '', '', '사은품: 양말', '', '']
  for (const row of [['N-3'], ['#1001'], ['A-12 B'], present])
    expect(read([headings, first, second, row]).lines).toHaveLength(3)
})

test('an order in two reports of one file is two orders, also where one follows the other', () => {
  const third = ['N-3', ...second.slice(1)]
  const { lines, orders } = read([headings, first, second, headings, second, third, first])
  expect(lines.map(({ texts }) => [texts[NUMBER], texts['recipient.name'], texts['[].$source']])).toEqual([
    ['N-1', '山田太郎', 'f:0:2'],
    ['N-2', '佐藤花子', 'f:0:3'],
    ['N-2', '佐藤花子', 'f:0:1.5'],
    ['N-3', '佐藤花子', 'f:0:1.6'],
    ['N-1', '山田太郎', 'f:0:1.7'],
  ])
  expect(orders).toBe(5)
  const sheet = sheets['orders/japan']
  const draft = draftOf(lines.map(({ texts }, at) => ({ id: `L${at + 1}`, rank: at, texts })))
  const found = groupLines(draft, groupingColumns(sheet.columns, sheet.key))
  expect(found.map(order => order.lines.length)).toEqual([1, 1, 1, 1, 1])
})

test('a title above repeated headings is not an order, like the title above the first headings', () => {
  const titled = (...titles: string[]) =>
    read([[titles[0] ?? ''], headings, first, [titles[1] ?? ''], headings, second])
  const { lines, leftOut } = titled('3월 1일 주문', '3월 2일 주문')
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([1, 4, 5].map(row => ({ row, why: 'notice' })))
  // Without a title above the first headings, the row may be an order.
  expect(read([headings, first, ['N-9'], headings, second]).lines).toHaveLength(3)
})

test('rows around repeated headings that are those around the headings are not orders', () => {
  const about = ['#INFO', 'Version=1.0', 'Template=orders']
  const form = headings.map((_, at) => (at < 2 ? '필수' : '선택'))
  const report = (...orders: string[][]) => [about, headings, form, ...orders]
  const { lines, leftOut } = read([...report(first), ...report(second)])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([1, 3, 5, 6, 7].map(row => ({ row, why: 'notice' })))
  // An order may repeat no row around the headings, even directly above them.
  expect(read([about, headings, form, first, headings, second]).lines).toHaveLength(2)
})

test('a row without a number below repeated headings is not an item of the order above them', () => {
  const item = ['', '', '', '', '모자', '1', '9,000원']
  const { lines } = read([headings, first, item, headings, item, second])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-1', '', 'N-2'])
})

test.each(['총 3건', '총 주문 1,200건', '計 3件', '全３件', 'Total: 3 orders'])(
  'the count %s below the orders is a total',
  count => {
    const { lines, leftOut } = read([headings, first, second, [count]])
    expect(lines).toHaveLength(2)
    expect(leftOut).toEqual([{ row: 4, why: 'total' }])
  },
)

describe('in a file with our own headings nothing is left out by guess', () => {
  const own = [NUMBER, 'items[].name', 'items[].quantity', 'items[].price']
  const namesIn = (rows: readonly (readonly string[])[]) => {
    const { mapping, lines, leftOut } = read([own, ...rows])
    expect(mapping.by).toBe('own')
    return [lines.map(({ texts }) => texts['items[].name']), leftOut]
  }

  test('neither words of totals, nor a first row of words above numbers', () => {
    expect(
      namesIn([
        ['첫째', '양말', '두 개', '비쌈'],
        ['N-1', '모자', '1', '900'],
        ['', 'Total', '2', '100'],
        ['합계', '', '3', '1000'],
      ]),
    ).toEqual([['양말', '모자', 'Total', ''], []])
  })

  test('repeated headings are', () => {
    expect(namesIn([['N-1', '모자', '1', '900'], own, ['N-2', '양말', '2', '100']])).toEqual([
      ['모자', '양말'],
      [{ row: 3, why: 'notice' }],
    ])
  })
})

test.each(['총3-1', '全3件-7', '計A3'])('%s is the number of an order', number => {
  expect(read([headings, first, [number, ...second.slice(1)]]).lines).toHaveLength(2)
})

test('remarks in a column that is not imported are not items of the order above, and their rows are reported', () => {
  const { lines, leftOut } = read([
    ['Record', ...headings],
    ['1', ...first],
    ['', '', '', '', '', '모자', '1', '9,000원'],
    ['1 record(s) downloaded'],
    ['Seller: myshop'],
  ])
  expect(lines.map(({ texts, row }) => [texts['items[].name'], row])).toEqual([
    ['양말', 2],
    ['모자', 3],
  ])
  expect(leftOut).toEqual([
    { row: 4, why: 'notice' },
    { row: 5, why: 'notice' },
  ])
})

test('a total is not an item of the order above, whichever column names it and whatever follows it', () => {
  const { lines, leftOut } = read([
    headings,
    first,
    ['', '', '', '', '소계', '2개', '12,000원'],
    second,
    ['', '', '', '합계', '', '3개', '21,000원'],
    ['※ 잘 부탁드립니다'],
  ])
  expect(lines.map(({ row }) => row)).toEqual([2, 4])
  expect(leftOut).toEqual([
    { row: 3, why: 'total' },
    { row: 5, why: 'total' },
    { row: 6, why: 'notice' },
  ])
})

test.each([
  ...['총 수량', '총수량', '총 금액', '총액', '합계 수량', '총 주문수', '수량 합계', '총 결제금액:'],
  ...['数量合計', '合計点数', '総額', '総数', '金額計', 'Total qty', 'Total amount'],
])('a row with %s and numbers is a total, no item of the order above', word => {
  const { lines } = read([headings, first, second, ['', '', '', '', word, '3개', '21,000원']])
  expect(lines.map(({ texts }) => texts['items[].name'])).toEqual(['양말', '모자'])
})

test('a later item of an order is kept although its name is short and everything else is a number', () => {
  const { lines } = read([headings, first, ['', '', '', '', 'Totem', '1개', '5,000원'], second])
  expect(lines.map(({ texts }) => texts['items[].name'])).toEqual(['양말', 'Totem', '모자'])
})

test('the count of downloaded records below the orders is not an order, although it is in the column of their numbers', () => {
  const { lines, leftOut } = read([
    ['Record', ...headings],
    ['1', ...first],
    ['2', ...second],
    ['2', 'record(s) downloaded'],
    ['Seller ID : myshop'],
  ])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
  expect(leftOut).toEqual([
    { row: 4, why: 'total' },
    { row: 5, why: 'notice' },
  ])
})

test.each(['from Nov-01-26 to Nov-30-26', 'from Nov-01-26|to Nov-30-26', 'from|Nov-01-26|to|Nov-30-26'])(
  'the period of the downloaded records (%s) makes their count no order',
  period => {
    const footer = ['2', 'record(s) downloaded', ...period.split('|')]
    const orders = [
      ['Record', ...headings],
      ['1', ...first],
      ['2', ...second],
    ]
    const { lines, leftOut } = read([...orders, footer, ['Seller ID : myshop']])
    expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['N-1', 'N-2'])
    expect(leftOut).toEqual([4, 5].map(row => ({ row, why: 'notice' })))
  },
)

test('a row below the headings that describes the columns is not an order', () => {
  const named = [
    'Order ID',
    'Recipient',
    'Zipcode',
    'Address Line 1',
    'Product Name',
    'Quantity',
    'Unit price',
  ]
  const descriptions = [
    'Platform unique order ID.',
    'Name of the buyer',
    'Zip code of the recipient',
    'Address of the recipient',
    'Name of the product',
    'Sold quantity',
    'Price before discounts',
  ]
  const order = ['576461234567890123', 'Kim Lee', '98101', '1420 5th Ave', 'Lip tint', '1', '12.00']
  const { lines, leftOut } = read([named, descriptions, order])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['576461234567890123'])
  expect(leftOut).toEqual([{ row: 2, why: 'notice' }])
})

test('only totals are left out: not an order with a name, nor one after another number', () => {
  const { lines } = read([
    headings,
    ['합계', ...first.slice(1)],
    ['N-9', '', '', '', '', '1', '9000'],
    ['N-7 Total', '', '', '', '', '1', '9000'],
  ])
  expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['합계', 'N-9', 'N-7 Total'])
})

test('rows of Qoo10 that explain the columns and mark the required ones are not products', () => {
  const { lines, leftOut } = readTable('products', [
    ['item_number', 'seller_unique_item_id', 'item_name', 'price_yen', 'quantity', 'image_main_url'],
    [
      'Qoo10商品番号。新規登録は空欄',
      '販売者が管理する商品コード',
      '50文字以内で入力',
      '半角数字で入力',
      '販売数量',
      '代表画像URL',
    ],
    ['任意', '必須', '必須', '必須', '必須', '必須'],
    ['1071234567', 'SOCK-1', 'ウール靴下', '1200', '200', 'https://example.com/a.jpg'],
  ])
  expect(lines.map(({ texts }) => texts.productName)).toEqual(['ウール靴下'])
  expect(leftOut).toEqual([
    { row: 2, why: 'notice' },
    { row: 3, why: 'notice' },
  ])
})

test('a sentence in the column of the price is not a product, but a word in that of the stock is', () => {
  const { lines, leftOut } = readTable('products', [
    [
      'et_title_product_id',
      'et_title_product_name',
      'et_title_variation_sku',
      'et_title_variation_price',
      'et_title_variation_stock',
    ],
    ['sales_info', '35b74571cd927608dc4cc2b998b916cb', '0', '31475604', ''],
    ['Product ID', 'Product Name', 'SKU', 'Price', 'Stock'],
    ['', '', '', 'Mandatory', 'Mandatory'],
    ['', '', '', 'Price ratio of the most expensive variation to the cheapest: 5', ''],
    ['19301333606', 'Cap', 'CAP', '30', '7'],
    ['', '', '', '', '품절'],
  ])
  expect(lines.map(({ row }) => row)).toEqual([6, 7])
  expect(leftOut).toEqual([1, 2, 4, 5].map(row => ({ row, why: 'notice' })))
})
