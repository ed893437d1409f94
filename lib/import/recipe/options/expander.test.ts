import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { originsOf } from '@/lib/import/recipe/values/origins'
import { axisNameColumn, axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { bookOf } from '@/testing/import/book-of-rows'
import { OPTION_ID, OPTION_MAX_QUANTITY, OPTION_STOCK } from './expander'

function read(recipe: string, ...rows: readonly (readonly string[])[]) {
  const book = bookOf(rows)
  const mapping = detectMapping(book, { sheet: 'products' })
  expect(mapping.recipe.id).toBe(recipe)
  return importTable(book, mapping)
}

const ebay =
  'Item number,Title,Custom label (SKU),Start price,Available quantity,Relationship,Relationship details'
const ebayRows = (...rows: readonly string[]) => [ebay, ...rows].map(row => row.split(','))

test('eBay: variations without details keep their code and stock, each on a line', () => {
  const { lines } = read(
    'ebay-products',
    ...ebayRows('1,Socks,,9.9,,,', ',,S-R,9.9,3,Variation,', ',,S-B,9.9,4,Variation,'),
  )
  expect(lines.map(({ texts }) => [texts.shopProductId, texts[OPTION_ID], texts[OPTION_STOCK]])).toEqual([
    ['1', 'S-R', '3'],
    ['1', 'S-B', '4'],
  ])
})

test('eBay: cars that a part fits are reported, and become no lines', () => {
  const { lines, leftOut } = read(
    'ebay-products',
    ...ebayRows('1,Mirror,M-1,9.9,3,,', ',,,,,Compatibility,Year=2015|Make=Kia', '2,Cap,C-1,5,1,,'),
  )
  expect(lines.map(({ texts }) => texts.shopProductId)).toEqual(['1', '2'])
  expect(leftOut).toEqual([{ row: 3, why: 'skipped' }])
})

test('WooCommerce: variations without attributes keep their code, each on a line', () => {
  const { lines } = read(
    'woocommerce-products',
    ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Parent', 'Stock'],
    ['1', 'variable', 'P', 'Socks', '', '', ''],
    ['2', 'variation', 'P-R', 'Socks', '9', 'P', '3'],
    ['3', 'variation', 'P-B', 'Socks', '9', 'P', '4'],
  )
  expect(lines.map(({ texts }) => texts[OPTION_ID])).toEqual(['P-R', 'P-B'])
})

test('WooCommerce: in a file without ids variations belong to the product with the SKU of their parent', () => {
  const { lines, orders } = read(
    'woocommerce-products',
    ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Parent', 'Stock'],
    ['', 'variable', 'P', 'Socks', '', '', ''],
    ['', 'simple', 'C', 'Cap', '5', '', '1'],
    ['', 'variation', 'P-R', 'Socks', '9', 'P', '3'],
    ['', 'variation', 'P-B', 'Socks', '9', 'P', '4'],
  )
  expect(orders).toBe(2)
  expect(lines.map(({ texts }) => [texts.productName ?? '', texts[OPTION_ID] ?? ''])).toEqual([
    ['Socks', 'P-R'],
    ['', 'P-B'],
    ['Cap', ''],
  ])
})

/** Headings of a product and of its SKUs; the headings of options differ from test to test. */
const rakutenSku = ['商品管理番号（商品URL）', '商品名', 'SKU管理番号', '通常購入販売価格']

test.each([
  ['カラー|サイズ', ['カラー', 'サイズ']],
  ['', ['バリエーション1', 'バリエーション2']],
])(
  'Rakuten: a product without rows of SKUs has all combinations of its values (axes: “%s”)',
  (names, axes) => {
    const { lines } = read(
      'rakuten-products',
      [...rakutenSku, 'バリエーション項目名定義', 'バリエーション1選択肢定義', 'バリエーション2選択肢定義'],
      ['apron', 'エプロン', '', '9800', names, '黒|白', 'M|L'],
    )
    expect([0, 1].map(axis => lines[0]?.texts[axisNameColumn(axis)])).toEqual(axes)
    expect(lines.map(({ texts }) => [0, 1].map(axis => texts[axisValueColumn(axis)]))).toEqual([
      ['黒', 'M'],
      ['黒', 'L'],
      ['白', 'M'],
      ['白', 'L'],
    ])
  },
)

test('Rakuten: SKUs of a product whose axes are not named keep their code, each on a line', () => {
  const { lines } = read(
    'rakuten-products',
    [...rakutenSku, 'バリエーション項目名定義'],
    ['socks', 'くつした', '', '', ''],
    ['socks', '', 's-r', '900', ''],
    ['socks', '', 's-b', '900', ''],
  )
  expect(lines.map(({ texts }) => texts[OPTION_ID])).toEqual(['s-r', 's-b'])
})

test('Shopify: a row without a handle is not a variant of the product above if it has another title', () => {
  const { lines } = read(
    'shopify-products',
    ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'],
    ['socks', 'Socks', 'Size', 'S', 'S-S', '9'],
    ['', '', '', 'M', 'S-M', '9'],
    ['', 'Cap', '', '', 'CAP', '5'],
  )
  expect(lines.map(({ texts }) => [texts.shopProductId, texts.productName ?? ''])).toEqual([
    ['socks', 'Socks'],
    ['socks', ''],
    ['', 'Cap'],
  ])
})

const rakutenChoices = (
  '商品管理番号（商品URL）,商品名,バリエーション項目名定義,バリエーション1選択肢定義,' +
  '選択肢タイプ,商品オプション項目名,商品オプション選択肢1,SKU管理番号,通常購入販売価格,在庫数,' +
  'バリエーション項目選択肢1'
).split(',')

test.each([
  [
    'a product with variations',
    'サイズ,M|L',
    ['apron,,,,,,,s-m,900,3,M', 'apron,,,,,,,s-l,900,4,L'],
    ['s-m', 's-l'],
  ],
  ['a product without variations', ',', ['apron,,,,,,,s-1,900,3,'], ['s-1']],
])('Rakuten: questions to the buyer of %s become no lines and are listed', (_, axes, skus, codes) => {
  const rows = [
    `apron,エプロン,${axes},,,,,,,`,
    'apron,,,,s,ギフト包装,あり,,,,',
    'apron,,,,f,名入れ,,,,,',
    ...skus,
  ]
  const { lines, leftOut } = read('rakuten-products', rakutenChoices, ...rows.map(row => row.split(',')))
  expect(lines.map(({ texts }) => texts['items[].itemCode'])).toEqual(codes)
  expect(lines.map(({ texts }) => texts.productName ?? '')).toEqual(
    codes.map((_, at) => (at === 0 ? 'エプロン' : '')),
  )
  expect(leftOut).toEqual([
    { row: 3, why: 'skipped' },
    { row: 4, why: 'skipped' },
  ])
})

test('Rakuten: a row of a product with the number of another one is a line, a row without name and price is not', () => {
  const { lines } = read(
    'rakuten-products',
    rakutenChoices,
    ...[
      'apron,エプロン,,,,,,,,,',
      'apron,,,,,,,s-1,900,3,',
      'apron,帽子,,,,,,,700,,',
      'apron,,,,,,あり,,,,',
    ].map(row => row.split(',')),
  )
  expect(lines.map(({ texts, row }) => [row, texts.productName])).toEqual([
    [3, 'エプロン'],
    [4, '帽子'],
  ])
})

test.each([
  [
    'cafe24-products',
    [
      ['상품코드', '상품명', '판매가', '옵션입력'],
      ['A', '양말', '1000', ''],
      ['A', '', '', '메모'],
    ],
  ],
  ['ebay-products', ebayRows('1,Cap,C-1,5,1,,', '1,,,,,Note,fragile')],
  [
    'woocommerce-products',
    [
      ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Stock'],
      ['1', 'simple', 'P', 'Socks', '9', ''],
      ['1', 'simple', 'P', '', '', '3'],
    ],
  ],
])('%s: a row without a name or price is not a second product, and is listed', (recipe, rows) => {
  const { lines, leftOut } = read(recipe, ...rows)
  expect(lines).toHaveLength(1)
  expect(leftOut).toEqual([{ row: 3, why: 'skipped' }])
})

test('Cafe24: a product without a limit has no maximum quantity, and not one of 0', () => {
  const names = ['상품코드', '상품명', '판매가', '옵션입력', '최대 주문수량(이하)']
  const most = (text: string) =>
    read('cafe24-products', names, ['A', '양말', '1000', '색상{블랙}', text]).lines[0]?.texts[
      OPTION_MAX_QUANTITY
    ]
  expect(['5', '0', ''].map(most)).toEqual(['5', '', ''])
})

const smartstore = ['판매자 상품코드', '상품명', '판매가', '옵션형태', '옵션명', '옵션값']

test('two products with the same code are both imported', () => {
  const { lines } = read(
    'smartstore-products',
    smartstore,
    ['A', '양말', '1000', '조합형', '색상', '검정\n흰색'],
    ['A', '모자', '2000', '조합형', '크기', 'L'],
  )
  expect(lines.map(({ texts, row }) => [row, texts.productName ?? '', texts.productPrice ?? ''])).toEqual([
    [2, '양말', '1000'],
    [2, '', ''],
    [3, '모자', '2000'],
  ])
})

test.each([
  ['smartstore-products', smartstore, ['A', '양말', '1000', '조합형', '', '검정,L'], '검정,L'],
  [
    'cafe24-products',
    ['상품코드', '상품명', '판매가', '옵션사용', '옵션입력'],
    ['A', '양말', '1000', 'Y', '색상:검정/흰색'],
    '색상:검정/흰색',
  ],
] as const)(
  '%s: options in an unknown form are marked for review with their text',
  (recipe, names, row, of) => {
    const { lines } = read(recipe, names, row)
    expect(lines.map(({ texts }) => originsOf(texts)[axisNameColumn(0)])).toEqual([
      { kind: 'split', text: '', of, review: true },
    ])
  },
)
