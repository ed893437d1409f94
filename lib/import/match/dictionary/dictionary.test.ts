import { describe, expect, test } from 'vitest'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { messagesOf } from '@/lib/words/messages'
import { headingKeys, headingOf, headingsOf, meaningOfHeading } from './dictionary'
import { headingLanguages } from './languages'
import { otherNames } from './others'

const japan = (heading: string) => meaningOfHeading(heading, 'orders/japan')?.column
const general = (heading: string) => meaningOfHeading(heading, 'orders/general')?.column
const products = (heading: string) => meaningOfHeading(heading, 'products')?.column

describe.each(sheetIds)('the dictionary of %s', sheet => {
  const named = sheets[sheet].columns
  const columns = named.map(column => column.id)

  test('has names of every column in Korean, Japanese and English', () => {
    for (const column of named) {
      for (const language of headingLanguages)
        expect(headingOf(column, language), `${column.id} ${language}`).not.toBe('')
    }
  })

  test.each(headingLanguages)(
    'has distinct names for all columns in %s, without notes in brackets',
    language => {
      const names = named.map(column => headingKeys(headingOf(column, language)).plain)
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    },
  )

  test('has no name with two columns', () => {
    const twice = new Map<string, Set<string>>()
    for (const id of columns) {
      for (const name of headingsOf(id)) {
        const { full } = headingKeys(name)
        twice.set(full, (twice.get(full) ?? new Set()).add(id))
      }
    }
    expect([...twice].filter(([, ids]) => ids.size > 1).map(([name, ids]) => [name, ...ids])).toEqual([])
  })

  test('finds every column by each of its names', () => {
    for (const id of columns) {
      for (const name of headingsOf(id)) expect(meaningOfHeading(name, sheet)?.column, name).toBe(id)
      expect(meaningOfHeading(id, sheet)?.column).toBe(id)
    }
  })
})

test('names of order columns are not listed as unmapped headings', () => {
  const columns = sheetIds.filter(id => id !== 'products').flatMap(id => sheets[id].columns)
  const own = new Set(columns.flatMap(({ id }) => headingsOf(id).map(name => headingKeys(name).full)))
  expect(otherNames.filter(name => own.has(headingKeys(name).full))).toEqual([])
})

test('our own English headings equal the names on the screens', () => {
  const wordsAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], messagesOf('en').columns) as {
      name: string
    }
  for (const sheet of sheetIds) {
    for (const column of sheets[sheet].columns)
      expect(headingOf(column, 'en')).toBe(wordsAt(wordsKeyOf(column)).name)
  }
})

test('our own files of general orders name a state or region, as the sheet does; orders to Japan a prefecture', () => {
  const state = (sheet: SheetId) => sheets[sheet].columns.filter(({ id }) => id === 'recipient.state')
  const headings = (sheet: SheetId) =>
    state(sheet).flatMap(column => headingLanguages.map(language => headingOf(column, language)))
  expect(headings('orders/japan')).toEqual(['수취인 도도부현', '受取人都道府県', 'Recipient prefecture'])
  expect(headings('orders/general')).toEqual([
    '수취인 주/지역',
    '受取人州・地域',
    'Recipient state or region',
  ])
})

test.each([
  ['\uFEFF주문번호', 'orderInfo.mallOrderNumber'],
  ['주문번호 ', 'orderInfo.mallOrderNumber'],
  ['주문\u00A0번호', 'orderInfo.mallOrderNumber'],
  ['*주문번호', 'orderInfo.mallOrderNumber'],
  ['주문번호(필수)', 'orderInfo.mallOrderNumber'],
  ['주문번호'.normalize('NFD'), 'orderInfo.mallOrderNumber'],
  ['ORDER_ID', 'orderInfo.mallOrderNumber'],
  ['order-id', 'orderInfo.mallOrderNumber'],
  ['수취인명', 'recipient.name'],
  ['받는사람', 'recipient.name'],
  ['수령인', 'recipient.name'],
  ['お届け先氏名', 'recipient.name'],
  ['お届け先のお名前', 'recipient.name'],
  ['お届け先のご住所', 'recipient.address'],
  ['ご注文の番号', 'orderInfo.mallOrderNumber'],
  ['受取人', 'recipient.name'],
  ['수령인 휴대전화', 'recipient.contact'],
  ['휴대폰', 'recipient.contact'],
  ['우편번호', 'recipient.zipCode'],
  ['都道府県', 'recipient.state'],
  ['市区町村', 'recipient.city'],
  ['住所', 'recipient.address'],
  ['주소', 'recipient.address'],
  ['建物名', 'recipient.addressDetail'],
  ['상세주소', 'recipient.addressDetail'],
  ['ship-postal-code', 'recipient.zipCode'],
  ['送付先住所それ以降の住所', 'recipient.address'],
  ['상품명', 'items[].name'],
  ['상품명(옵션포함)', 'items[].name'],
  ['수집상품명', 'items[].name'],
  ['SKU Reference No.', 'items[].itemCode'],
  ['Custom Label (SKU)', 'items[].itemCode'],
  ['수량', 'items[].quantity'],
  ['중량', 'items[].actualWeight'],
  ['무게(kg)', 'items[].actualWeight'],
  ['총중량', 'packageInfo.actualWeight'],
  ['판매가', 'items[].price'],
  ['単価', 'items[].price'],
  ['HS코드', 'items[].hscode'],
  ['ＳＫＵ', 'items[].itemCode'],
  ['素材', 'items[].material'],
  ['画像URL', 'items[].imageUrl'],
  ['보내는 사람 전화', 'sender.contact'],
  ['ご依頼主名', 'sender.name'],
  ['수입자 우편번호', 'recipient.importerJapaneseZipCode'],
  ['輸入者氏名', 'recipient.importerJapaneseName'],
  ['연락처(발송인)', 'sender.contact'],
  ['우편', 'recipient.zipCode'],
  ['〒', 'recipient.zipCode'],
  ['送り先名', 'recipient.name'],
  ['Attn', 'recipient.name'],
  ['PO #', 'orderInfo.mallOrderNumber'],
  ['Item #', 'items[].itemCode'],
  ['品番', 'items[].itemCode'],
  ['Gross wt.', 'packageInfo.actualWeight'],
])('%s is read as %s', (heading, column) => {
  expect(japan(heading)).toBe(column)
})

test.each([
  ...[
    '택배',
    '상태',
    '비고',
    '주문자명',
    '구매자연락처',
    '注文者電話番号1',
    '注文者郵便番号',
    '전화번호(주문자)',
  ],
  ...[
    'Billing Name',
    'Line',
    'Customer name',
    'buyer-email',
    '注文日',
    '金額',
    '합계',
    '受取人名(フリガナ)',
    '名前（ローマ字）',
    '택배사',
    'No',
  ],
])('%s is not mapped to any column', heading => {
  expect(japan(heading)).toBeUndefined()
})

test.each([
  ['1. 주문번호', 'orderInfo.mallOrderNumber'],
  ['２．受取人名', 'recipient.name'],
  ['9)商品名', 'items[].name'],
  ['商品名 / Item', 'items[].name'],
  ['수량\nQty', 'items[].quantity'],
  ['Unit price／単価', 'items[].price'],
  ['品番の名 / Item name', 'items[].name'],
])('%s, with the number of a form or in two languages, is %s', (heading, column) => {
  expect(japan(heading)).toBe(column)
})

test.each(['単価/数量', '商品名 / Quantity', '1.5商品名', '商品名 / Item / Qty'])(
  '%s names several things',
  heading => expect(japan(heading)).toBeUndefined(),
)

test('words that differ in one letter are different: 중량 is not 수량, and unlisted words are unknown', () => {
  expect(japan('중량')).not.toBe(japan('수량'))
  expect(meaningOfHeading('종량', 'orders/japan')).toBeUndefined()
  expect(meaningOfHeading('수랑', 'orders/japan')).toBeUndefined()
})

test('a carrier is a column of general orders, and a known foreign heading in orders to Japan', () => {
  expect(general('택배사')).toBe('orderInfo.carrier')
  expect(meaningOfHeading('택배사', 'orders/japan')).toEqual({ column: undefined, name: expect.any(String) })
})

test('columns of products are found by their names', () => {
  expect(products('상품명')).toBe('productName')
  expect(products('Variant SKU')).toBe('productOptionGroup[].productOption[].shopOptionId')
  expect(products('Option1 name')).toBe(
    'productOptionGroup[].productOptionGroupName[0].productOptionGroupName',
  )
  expect(products('조건부무료-상품판매가 합계')).toBe('freeDomesticShippingPriceCondition')
})
