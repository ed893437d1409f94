import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { csvLine } from '@/lib/sheet/codecs/csv-cell'
import { sheets } from '@/lib/sheet/schema/sheets'
import { readBook } from '@/testing/files/reading'
import { detectMapping } from './detect-mapping'
import { headingOf } from './dictionary/dictionary'
import { headingLanguages } from './dictionary/languages'
import { isOrderIdFile, nativeTemplateRecipe, orderIdColumns, orderIdHeading } from './native-template'

const languages = [
  ['Order number', 'Order id', 'State', 'Connection', 'Registered at, UTC', 'Row in request', 'Erased'],
  ['주문번호', '주문 ID', '상태', '연결', '등록 시각(UTC)', '요청 행', '개인정보 삭제'],
  ['注文番号', '注文ID', '状態', '接続', '登録日時（UTC）', 'リクエストの行', '個人情報の消去'],
].map(words => words.map(orderIdHeading))

test.each(languages)('a download of ids is recognised in every language: %s', (...headings) => {
  expect(headings).toHaveLength(orderIdColumns.length)
  expect(isOrderIdFile(['カート番号', ...headings])).toBe(true)
  expect(isOrderIdFile(headings.slice(1))).toBe(false)
  expect(isOrderIdFile(['カート番号', '주문번호', 'State', 'Connection', '状態', 'a', 'b', 'c'])).toBe(false)
})

test.each(languages)(
  'apostrophes before formulas are removed when a download of ids is imported as a shop’s file: %s',
  async (...headings) => {
    const shop = ['注文番号', '受取人名', '住所', '商品名', '販売者商品コード', '数量']
    const row = ['=1+1', '山田', '東京都渋谷区神南1-2-3', '@sale', 'S-1', '1']
    const itemNamesOf = async (names: readonly string[], texts: readonly string[]) => {
      const book = await readBook(new TextEncoder().encode([names, texts].map(csvLine).join('')))
      const mapping = detectMapping(book, { sheet: 'orders/japan' })
      expect(mapping.recipe.id).toBe('qoo10-orders')
      return importTable(book, mapping).lines.map(({ texts: line }) => line['items[].name'])
    }
    const ids = headings.map((_, at) => (at === 0 ? '=1+1' : ''))
    expect(await itemNamesOf([...shop, ...headings], [...row, ...ids])).toEqual(['@sale'])
    // An apostrophe of the shop itself stays.
    expect(await itemNamesOf(shop, row)).toEqual(["'@sale"])
  },
)

test.each(languages)('a download of ids keeps a row that looks like a total: %s', async (...headings) => {
  const shop = ['注文番号', '受取人名', '住所', '商品名', '販売者商品コード', '数量']
  const rows = [
    ['C-1', '山田', '東京都渋谷区神南1-2-3', '靴下', 'S-1', '1'],
    ['合計', '', '', '', '', '1'],
  ].map(row => [...row, ...headings.map(() => '')])
  const book = await readBook(
    new TextEncoder().encode([[...shop, ...headings], ...rows].map(csvLine).join('')),
  )
  const { lines, leftOut } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }))
  expect([lines.length, leftOut]).toEqual([2, []])
})

test.each(headingLanguages)(
  'a template in %s is filled in with the words of any language',
  async language => {
    const cases: readonly (readonly [string, readonly string[], string])[] = [
      ['orderInfo.isExportDeclaration', ['예', 'はい', 'Yes'], 'true'],
      ['recipient.country', ['일본', '日本', 'Japan'], 'JP'],
      ['items[].currency', ['엔', '円', 'yen'], 'JPY'],
      ['items[].originCountry', ['대한민국', '韓国', 'KR'], 'KR'],
      ['orderInfo.incoterms', ['관세 포함', '関税元払い', 'Duties paid'], 'DDP'],
      ['orderInfo.exportPurpose', ['상업용', '販売用', 'commercial'], 'COMMERCIAL'],
    ]
    const headings = ['orderInfo.mallOrderNumber', ...cases.map(([id]) => id)].map(id =>
      headingOf({ id }, language),
    )
    const rows = [0, 1, 2].map(at => [`A-${at}`, ...cases.map(([, texts]) => texts[at] ?? '')])
    const book = await readBook(new TextEncoder().encode([headings, ...rows].map(csvLine).join('')))
    const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }))
    expect(lines).toHaveLength(3)
    for (const { texts } of lines)
      expect(cases.map(([id]) => texts[id])).toEqual(cases.map(([, , code]) => code))
  },
)

test.each(headingLanguages)(
  'a file of general orders in %s with the heading of earlier versions is recognised as our own',
  language => {
    const { columns } = sheets['orders/general']
    // Earlier versions called the recipient's state a prefecture on every sheet.
    const headings = columns.map(({ id }) => headingOf({ id }, language))
    const recipe = nativeTemplateRecipe(headings, 'orders/general')
    expect(Object.keys(recipe?.fields ?? {})).toEqual(columns.map(({ id }) => id))
  },
)
