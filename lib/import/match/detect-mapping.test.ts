import { describe, expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import { sampleOf } from '@/testing/import/samples/all'
import { type DetectionOptions, detectMapping } from './detect-mapping'
import { headingOf } from './dictionary/dictionary'
import { headingLanguages } from './dictionary/languages'
import { knownHeadingsOf } from './drift'
import { finishMapping, mapColumn, setValue } from './edit-mapping'

const about: DetectionOptions = { sheet: 'orders/japan' }
const mapping = (rows: readonly (readonly string[])[], more: Partial<DetectionOptions> = {}) =>
  detectMapping(bookOf(rows), { ...about, ...more })

test('a Smartstore export with chosen columns is recognised, in any order', () => {
  const chosen = ['수량', '상품명', '주문번호', '수취인명', '상품주문번호', '우편번호', '상품가격']
  const row = ['1', '울 비니', '2026030112345671', '김민수', '2026030198765431', '03925', '18900']
  const { by, recipe, mapped, unused, header } = mapping([['엑셀 일괄발송 안내'], [], chosen, row])
  expect([by, recipe.id, header]).toEqual(['recipe', 'smartstore-orders', 1])
  expect(mapped).toMatchObject({ 'items[].name': [1], 'recipient.name': [3], 'items[].price': [6] })
  expect(unused).toEqual([])
})

test('spelling variants of headings between exports are recognised', () => {
  const [headings = [], ...rows] = sampleOf('shopify-orders').rows
  const renamed = headings.map(
    heading =>
      ({
        'Lineitem sku': 'Lineitem SKU',
        'Lineitem compare at price': 'Lineitem compare-at price',
        'Cancelled at': 'Canceled at',
      })[heading] ?? heading,
  )
  expect(mapping([renamed, ...rows]).mapped).toEqual(mapping([headings, ...rows]).mapped)
})

test('a Coupang export with an additional column, or with 49 columns, is recognised', () => {
  const [headings = [], ...rows] = sampleOf('coupang-orders').rows
  const wider = [...headings.slice(0, 25), '구매자이메일', ...headings.slice(25)]
  expect(mapping([wider, ...rows]).recipe.id).toBe('coupang-orders')
  expect(mapping([wider, ...rows]).mapped['recipient.email']).toEqual([25])
  const widest = [...wider, ...Array.from({ length: 9 }, (_, at) => `새 항목 ${at}`)]
  expect(mapping([widest, ...rows]).recipe.id).toBe('coupang-orders')
})

test('headings are recognised despite byte order marks, stars, form notes, full-width digits and decomposed Hangul', () => {
  const [notice = [], headings = [], ...rows] = sampleOf('smartstore-orders').rows
  const decorated = headings.map((heading, at) => {
    const ways = [`\ufeff${heading}`, `${heading} `, `*${heading}`, `${heading}(필수)`, `\u00a0${heading}`]
    return at % 6 === 5 ? heading.normalize('NFD') : ways[at % 6]
  }) as string[]
  expect(mapping([notice, decorated, ...rows]).mapped).toEqual(mapping([notice, headings, ...rows]).mapped)
  expect(
    mapping([
      ['取引ID', '受注数', '名前（本名）', '住所１'],
      ['1', '2', '山田', '東京都'],
    ]).recipe.id,
  ).toBe('buyma-orders')
})

test('a note in brackets that distinguishes columns is not ignored', () => {
  const { mapped } = mapping([
    ['取引ID', '受注数', '名前（ローマ字）'],
    ['1', '2', 'Ken Tanaka'],
  ])
  expect(mapped['recipient.name']).toEqual([2])
  expect(mapped['recipient.importerJapaneseName']).toBeUndefined()
  const { mapped: taken } = mapping(
    [
      ['상품주문번호', '상품명', '수량', '택배사(주문 기준)', '배송방법(구매자 요청)'],
      ['1', '2', '3', '4', '5'],
    ],
    { sheet: 'orders/general' },
  )
  expect(taken['orderInfo.carrier']).toBeUndefined()
})

test('two columns with the same heading are distinguished', () => {
  const { headings } = mapping([
    ['상품주문번호', '상품명', '수량', '주소', '주소', ''],
    ['1', '2', '3', '4', '5', '6'],
  ])
  expect(headings).toEqual(['상품주문번호', '상품명', '수량', '주소', '주소 (2)', '[F]'])
})

test('the table with the export is found among others, visible tables first', () => {
  const table = (rows: readonly (readonly string[])[], isHidden = false) => ({
    ...bookOf(rows).tables[0],
    isHidden,
  })
  const tables = [
    table([['메모'], ['내일까지 발송']]),
    table(sampleOf('qoo10-orders').rows, true),
    table(sampleOf('coupang-orders').rows),
  ]
  const book = { ...bookOf([]), tables } as ReturnType<typeof bookOf>
  expect(detectMapping(book, about)).toMatchObject({ table: 2, recipe: { id: 'coupang-orders' } })
  expect(detectMapping(book, { ...about, table: 1 })).toMatchObject({
    table: 1,
    recipe: { id: 'qoo10-orders' },
  })
})

test('our own headings are recognised in each language and as paths', () => {
  const { columns } = sheets['orders/japan']
  const example = columns.map(column => column.example)
  for (const language of headingLanguages) {
    const { by, mapped, unused } = mapping([columns.map(column => headingOf(column, language)), example])
    expect([language, by, Object.keys(mapped).length, unused]).toEqual([language, 'own', columns.length, []])
  }
  const paths = ['orderInfo.mallOrderNumber', 'items[].name', 'items.price', 'memo']
  const { by, mapped, unused } = mapping([paths, ['1', 'a', '3', 'x']])
  expect([by, Object.keys(mapped), unused]).toEqual([
    'own',
    ['orderInfo.mallOrderNumber', 'items[].name', 'items[].price'],
    [3],
  ])
})

test('our own product files are recognised on every sheet, even with few columns', () => {
  for (const sheet of ['products', 'orders/japan', 'orders/general'] as const) {
    const short = mapping(
      [
        ['shopProductId', 'productName', 'productPrice'],
        ['W', 'Wallet', '100'],
      ],
      { sheet },
    )
    expect([sheet, short.by, short.sheet]).toEqual([sheet, 'own', 'products'])
    const { columns } = sheets.products
    const long = mapping([columns.map(column => column.id), columns.map(column => column.example)], {
      sheet,
    })
    expect([sheet, long.by, long.sheet, long.header]).toEqual([sheet, 'own', 'products', 0])
  }
})

const mapped = ['受注No', 'お届け先名', '品名', '数量', '金額']
const remembered: Recipe = {
  id: 'ours',
  name: '自社',
  sheets: ['orders/japan'],
  known: knownHeadingsOf(mapped),
  fields: {
    'orderInfo.mallOrderNumber': { take: ['受注No'] },
    'recipient.name': { take: ['お届け先名'] },
    'items[].name': { take: ['品名'] },
    'items[].quantity': { take: ['数量'] },
  },
}

describe('a saved mapping of a known shop', () => {
  const rows = sampleOf('cafe24-orders').rows.map((row, at) => [...row, at === 0 ? '결제화폐' : 'USD'])
  const [headings = []] = rows
  const { recipe } = mapping(rows)
  const saved = finishMapping(
    mapColumn(recipe, '결제화폐', 'items[].currency', headings, ['USD']),
    headings,
    'orders/japan',
  )
  const again = (file: readonly (readonly string[])[]) =>
    mapping(file, { remembered: [{ ...saved, id: 'ours' }] })

  test('opens the next file with the same columns without a question, although the shop may have further ones', () => {
    const { by, drift } = again(rows)
    expect([by, drift]).toEqual(['remembered', undefined])
  })

  test('asks about a column that it had', () => {
    const renamed = rows.map(row => row.map(text => (text === '수령인 휴대전화' ? '수령인 연락' : text)))
    expect(again(renamed).drift).toEqual({
      newColumns: [headings.indexOf('수령인 휴대전화')],
      missingHeadings: ['수령인 휴대전화'],
      affectedColumns: ['recipient.contact'],
    })
  })

  test('asks about a column that it had with a note in brackets, and about one without a heading', () => {
    const named = (text: string) =>
      rows.map(row => row.map(cell => (cell === '수령인 우편번호' ? text : cell)))
    const [required = []] = named('수령인 우편번호(필수)')
    const fields = { ...saved.fields, 'items[].itemCode': { take: ['[ZZ]'] } }
    const ours = finishMapping({ ...saved, fields }, required, 'orders/japan')
    const { drift } = mapping(named('참고'), { remembered: [{ ...ours, id: 'ours' }] })
    expect(drift?.affectedColumns).toEqual(['recipient.zipCode', 'items[].itemCode'])
  })
})

test('a remembered mapping takes precedence over everything else', () => {
  const again = mapping([mapped, ['1', '山田', '財布', '2', '100']], { remembered: [remembered] })
  expect(again).toMatchObject({ by: 'remembered', recipe: { id: 'ours' } })
  expect(again.drift).toBeUndefined()
  const [headings = [], ...rows] = sampleOf('qoo10-orders').rows
  const overridden = {
    ...remembered,
    known: knownHeadingsOf(headings),
    fields: { 'items[].name': { take: ['規格番号'] } },
  }
  expect(mapping([headings, ...rows], { remembered: [overridden] })).toMatchObject({
    by: 'remembered',
    mapped: { 'items[].name': [40] },
  })
})

test('headings of a remembered mapping are found below notices, without a recipe, and on any sheet', () => {
  const strange = ['あ列', 'い列', 'う列', 'え列', 'お列']
  const own: Recipe = {
    ...remembered,
    known: knownHeadingsOf(strange),
    fields: { 'items[].name': { take: ['う列'] } },
  }
  const rows = [['出荷指示', '担当', '山田'], ['急ぎ', '要確認', 'なし'], strange, ['a', 'b', 'c', 'd', 'e']]
  expect(mapping(rows, { remembered: [own] })).toMatchObject({ by: 'remembered', header: 2 })
  expect(mapping(rows, { remembered: [own], sheet: 'products' })).toMatchObject({
    by: 'remembered',
    sheet: 'orders/japan',
  })
})

test('only an added column is asked about, and a renamed one with the column it was mapped to', () => {
  const added = mapping(
    [
      [...mapped, '備考'],
      ['1', '山田', '財布', '2', '100', 'x'],
    ],
    { remembered: [remembered] },
  )
  expect(added.drift).toEqual({ newColumns: [5], missingHeadings: [], affectedColumns: [] })
  const renamed = mapping(
    [
      ['受注No', 'お届け先名', '商品', '数量', '金額'],
      ['1', '山田', '財布', '2', '100'],
    ],
    {
      remembered: [remembered],
    },
  )
  expect(renamed.drift).toEqual({
    newColumns: [2],
    missingHeadings: ['品名'],
    affectedColumns: ['items[].name'],
  })
})

test('a mapping of another file is not applied', () => {
  const { by } = mapping(
    [
      ['受注No', '品名', 'サイズ', '重さ', '備考'],
      ['1', '財布', 'M', '2', 'x'],
    ],
    {
      remembered: [remembered],
    },
  )
  expect(by).toBe('guess')
})

test('the operator’s choice of table, header and recipe is final', () => {
  const rows = [['a'], mapped, ['1', '山田', '財布', '2', '100']]
  expect(mapping(rows, { header: 1, recipe: remembered })).toMatchObject({ header: 1, by: 'remembered' })
  expect(mapping(rows, { header: -1 }).headings).toEqual(['[A]', '[B]', '[C]', '[D]', '[E]'])
})

test('an empty book has no mapping', () => {
  const { by, mapped, headings } = detectMapping({ ...bookOf([]), tables: [] }, about)
  expect([by, mapped, headings]).toEqual(['guess', {}, []])
})

test('a replacement of one mapping applies to the next file', () => {
  const id = 'recipient.country'
  const headings = ['주문번호', '나라', '사내']
  const first = mapping([headings, ['A-1', '닛뽄', 'x']])
  const corrected = setValue(first.recipe, id, '닛뽄', 'JP')
  const remembered = [{ ...corrected, id: 'ours', known: knownHeadingsOf(headings) }]
  const other = bookOf([
    ['Order no', 'Ship to', 'Country', 'Qty', 'Descr.'],
    ['B-1', '山田', '닛뽄', '1', 'socks'],
  ])
  const again = detectMapping(other, { ...about, remembered })
  expect(again.by).toBe('guess')
  expect(importTable(other, again).lines.map(({ texts }) => texts[id])).toEqual(['JP'])
})

test('a replacement also applies to files of shops and other mappings, and changes nothing else there', () => {
  const [headings = [], row = []] = sampleOf('qoo10-orders').rows
  const order = (country: string, at: number) =>
    row.with(headings.indexOf('国家'), country).with(headings.indexOf('カート番号'), `${at}`)
  const file = bookOf([headings, ...['닛뽄', '日本', '하늘'].map(order)])
  const remembered: Recipe[] = [
    {
      id: 'ours',
      name: 'ours',
      sheets: ['orders/japan'],
      known: knownHeadingsOf(['번호', '나라', '사내']),
      fields: {
        'orderInfo.mallOrderNumber': { take: ['번호'] },
        'recipient.country': { take: ['나라'], map: 'country', values: { 닛뽄: 'JP', 日本: 'KR' } },
      },
    },
  ]
  const shop = detectMapping(file, { ...about, remembered })
  expect([shop.by, shop.recipe.id]).toEqual(['recipe', 'qoo10-orders'])
  const countries = importTable(file, shop).lines.map(({ texts }) => texts['recipient.country'])
  // Built-in values are not overridden, and unexplained texts stay unchanged.
  expect(countries).toEqual(['JP', 'JP', '하늘'])

  // The country of origin uses the same codes.
  const mapped: Recipe = {
    id: 'theirs',
    name: 'theirs',
    sheets: ['orders/japan'],
    known: knownHeadingsOf(['No.', 'Made']),
    fields: {
      'orderInfo.mallOrderNumber': { take: ['No.'] },
      'items[].originCountry': { firstOf: [{ take: ['Made'], map: 'country' }, { constant: 'KR' }] },
    },
  }
  const other = bookOf([
    ['No.', 'Made'],
    ['1', '닛뽄'],
  ])
  const again = detectMapping(other, { ...about, remembered: [...remembered, mapped] })
  expect([again.by, again.recipe.id]).toEqual(['remembered', 'theirs'])
  expect(importTable(other, again).lines[0]?.texts['items[].originCountry']).toBe('JP')
})

describe('the sheet of a file without a known shop', () => {
  const sheetOf = (rows: readonly (readonly string[])[], sheet: SheetId) =>
    detectMapping(bookOf(rows), { sheet }).sheet

  test('products whose numbers look like order numbers and postal codes are products, on every sheet', () => {
    const rows = [
      ['등록상품ID', '등록상품명', '노출상품ID', '옵션ID', '옵션명', '업체상품코드', '판매가격', '브랜드'],
      ['1300123', '수분크림', '8000012', '9001001', '50ml', 'CR-50', '12900', '한빛'],
      ['1300123', '수분크림', '8000012', '9001002', '100ml', 'CR-100', '21900', '한빛'],
      ['1300098', '선크림', '8000044', '9001003', '', 'SC-1', '18000', '한빛'],
    ]
    for (const sheet of ['products', 'orders/japan', 'orders/general'] as const)
      expect([sheet, sheetOf(rows, sheet)]).toEqual([sheet, 'products'])
  })

  test('items with quantities and prices, but without a product’s own columns, stay on the sheet of orders', () => {
    const rows = [
      ['상품명', '판매가', '수량'],
      ['양말', '3000', '2'],
    ]
    expect(sheetOf(rows, 'orders/japan')).toBe('orders/japan')
  })

  test('orders without numbers belong to the orders by their telephone numbers and addresses, whatever their headings', () => {
    const rows = [
      ['누구', '어디', '번호판', '상품명', '판매가'],
      ['田中', '東京都渋谷区神南1-2-3', '090-1234-5678', '양말', '3000'],
      ['佐藤', '大阪府大阪市北区梅田3-1-3', '090-8765-4321', '모자', '9000'],
    ]
    expect(sheetOf(rows, 'products')).toBe('orders/japan')
    expect(sheetOf(rows, 'orders/general')).toBe('orders/general')
  })
})
