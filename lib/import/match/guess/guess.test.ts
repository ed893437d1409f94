import { describe, expect, test } from 'vitest'
import type { Table } from '@/lib/files/book/book'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { WholeTable } from '@/testing/files/reading'
import { bookOf } from '@/testing/import/book-of-rows'
import { readGenerally } from '@/testing/import/general-reader'
import { guessRecipe } from './guess'

/** A table with a header and rows, from texts with bars between cells. */
function table(...lines: readonly string[]): WholeTable {
  const rows = lines.map(line => line.split('|').map(cell => cell.trim()))
  return { name: '', isHidden: false, rows, numbers: rows.map((_, at) => at + 1), notes: new Map() }
}

const fieldsOf = (file: Table, sheet: SheetId = 'orders/japan') => guessRecipe(file, 0, sheet).recipe.fields

test('a merchant’s own Excel file in Korean is read by its headings', () => {
  const file = table(
    '주문 번호 | 받는사람 | 휴대폰 | 우편번호 | 주소 | 상세주소 | 상품명 | 수량 | 판매가(원) | 중량 | 원산지 | 비고',
    'A-1 | 山田太郎 | 090-1234-5678 | 150-0041 | 東京都渋谷区神南1-2-3 | 301 | 양말 | 2 | 12000 | 0.2 | 한국 | 급함',
  )
  const { recipe, reasons, unmapped, isSure } = guessRecipe(file, 0, 'orders/japan')
  expect(recipe.fields).toMatchObject({
    'orderInfo.mallOrderNumber': { take: ['주문 번호'] },
    'recipient.name': { take: ['받는사람'] },
    'recipient.contact': { take: ['휴대폰'] },
    'recipient.zipCode': { take: ['우편번호'] },
    'recipient.addressDetail': { take: ['상세주소'] },
    'items[].name': { take: ['상품명'] },
    'items[].quantity': { take: ['수량'] },
    'items[].price': { take: ['판매가(원)'] },
    'items[].actualWeight': { take: ['중량'] },
    'items[].originCountry': { take: ['원산지'], map: 'country' },
    'items[].currency': { constant: 'KRW' },
  })
  expect(reasons['recipient.name']).toEqual({ kind: 'heading', detail: '받는사람' })
  expect(unmapped).toContain('items[].imageUrl')
  expect(unmapped).toContain('sender.name')
  expect(unmapped).not.toContain('items[].name')
  expect(recipe.known).toHaveLength(12)
  // The whole address is split by its pattern, so it is marked for review.
  expect(recipe.fields['recipient.state']).toEqual({ part: 'state', of: [['주소']] })
  expect(recipe.fields['recipient.address']).toEqual({ part: 'address', of: [['주소']] })
  expect(isSure).toBe(false)
})

test('a heading and a name of hundreds of thousands of characters are read at once', () => {
  const blanks = ' '.repeat(500_000)
  const file = table(
    `Name | Item | Memo${blanks}( | Memo${'('.repeat(500_000)}`,
    `${'1'.repeat(500_000)}! | Socks | 1 | 2`,
  )
  expect(fieldsOf(file)).toMatchObject({
    'recipient.name': { take: ['Name'] },
    'items[].name': { take: ['Item'] },
  })
})

test.each(['Price (THB)', 'Price (£)', 'Price VND', 'Price (NT$)', 'Price (Rp)', 'Price (RUB)'])(
  'products whose prices are in another currency than won are not imported without a question: %s',
  heading => {
    const file = (price: string) => table(`Product ID | Product name | ${price}`, 'A-1 | Wallet | 1200')
    expect(guessRecipe(file('Price (KRW)'), 0, 'products').isSure).toBe(true)
    expect(guessRecipe(file(heading), 0, 'products').isSure).toBe(false)
  },
)

test('a mapping of all core columns by their headings is certain', () => {
  const file = table(
    '注文番号 | お届け先氏名 | 電話番号 | 郵便番号 | 都道府県 | 市区町村 | 住所 | 建物名 | 商品名 | 数量 | 単価',
    'Q1 | 山田太郎 | 090-1234-5678 | 150-0041 | 東京都 | 渋谷区 | 神南1-2-3 | 301 | 靴下 | 2 | 1200',
  )
  const { isSure, reasons } = guessRecipe(file, 0, 'orders/japan')
  expect(isSure).toBe(true)
  // All are mapped by headings, except the country, which follows from the postal codes.
  expect(Object.keys(reasons).filter(id => reasons[id]?.kind !== 'heading')).toEqual(['recipient.country'])
})

test('the currency is set if all amounts name the same one; else each row has its own', () => {
  const currencyOf = (...prices: readonly string[]) =>
    fieldsOf(table('注文番号 | 商品名 | 単価', ...prices.map((price, at) => `Q${at} | 靴下 | ${price}`)))[
      'items[].currency'
    ]
  expect(currencyOf('¥1,200', '900円')).toEqual({ constant: 'JPY' })
  expect(currencyOf('1,200원')).toEqual({ constant: 'KRW' })
  const ofEachRow = { money: 'currency', from: ['単価'] }
  expect(currencyOf('¥1,200', '1,200원')).toEqual(ofEachRow)
  expect(currencyOf('¥1,200', '1200')).toEqual(ofEachRow)
  expect(currencyOf('1,200', '1200')).toBeUndefined()
})

describe('two columns are never mapped as one', () => {
  test('주소 and 주소: the second is the detail only when it holds floors and rooms', () => {
    const details = table(
      '주문번호 | 주소 | 주소',
      'A-1 | 渋谷区神南1-2-3 | 301호',
      'A-2 | 渋谷区神南4-5 | 102号室',
    )
    expect(fieldsOf(details)).toMatchObject({
      'recipient.address': { take: ['주소'] },
      'recipient.addressDetail': { take: ['주소 (2)'] },
    })
    const streets = table(
      '주문번호 | 주소 | 주소',
      'A-1 | 渋谷区神南1-2-3 | 港区芝公園4-2-8 東京',
      'A-2 | 新宿 | 品川',
    )
    expect(fieldsOf(streets)).not.toHaveProperty(['recipient.addressDetail'])
  })

  test('two unknown columns of telephone numbers are not mapped', () => {
    const file = table('ㄱ | ㄴ | 주문번호', '010-1234-5678 | 010-9999-8888 | A-1')
    expect(fieldsOf(file)).not.toHaveProperty(['recipient.contact'])
  })

  test("the buyer's telephone number is mapped to the recipient only if the file has no other, and is marked as the buyer's", () => {
    const only = table('주문번호 | 구매자명 | 구매자연락처 | 수취인명', 'A-1 | 김 | 010-1234-5678 | 山田')
    expect(fieldsOf(only)['recipient.contact']).toEqual({
      take: ['구매자연락처'],
      ofBuyer: { name: [['구매자명']], recipient: [['수취인명']] },
    })
    const both = table(
      '주문번호 | 구매자연락처 | 수취인명 | 수취인 전화',
      'A-1 | 010-1234-5678 | 山田 | 090-1234-5678',
    )
    expect(fieldsOf(both)['recipient.contact']).toEqual({ take: ['수취인 전화'] })
  })

  test('a heading that names the recipient wins over one without a party', () => {
    const file = table('주문번호 | 연락처 | 수취인명 | 이름', 'A-1 | 010-1234-5678 | 山田 | 김')
    expect(fieldsOf(file)['recipient.name']).toEqual({ take: ['수취인명'] })
  })
})

describe('parts in several columns are joined', () => {
  test('postal code, telephone and name as Rakuten writes them', () => {
    const file = table(
      '注文番号 | 送付先郵便番号1 | 送付先郵便番号2 | 送付先姓 | 送付先名 | 送付先電話番号1 | 送付先電話番号2 | 送付先電話番号3 | 注文者電話番号1',
      '1-2-3 | 150 | 41 | 山田 | 太郎 | 090 | 1234 | 5678 | 03',
    )
    expect(fieldsOf(file)).toMatchObject({
      'recipient.zipCode': { join: [['送付先郵便番号1'], ['送付先郵便番号2']], by: '-', digits: [3, 4] },
      'recipient.name': { join: [['送付先姓'], ['送付先名']], by: ' ' },
      'recipient.contact': { join: [['送付先電話番号1'], ['送付先電話番号2'], ['送付先電話番号3']], by: '-' },
    })
  })

  test('first and last name in Latin letters, the given name first', () => {
    const file = table('order id | shipping last name | shipping first name', '1001 | Yamada | Taro')
    expect(fieldsOf(file)['recipient.name']).toEqual({
      join: [['shipping first name'], ['shipping last name']],
      by: ' ',
    })
  })

  test('수취인연락처1 and 2 are two telephones, the second where the first is blank', () => {
    const file = table('주문번호 | 수취인연락처1 | 수취인연락처2', 'A-1 | 010-1234-5678 | 02-123-4567')
    expect(fieldsOf(file)['recipient.contact']).toEqual({
      firstOf: [{ take: ['수취인연락처1'] }, { take: ['수취인연락처2'] }],
    })
  })

  test('住所１ is the street, 住所２ and 住所３ are its detail', () => {
    const file = table('注文番号 | 住所１ | 住所２ | 住所３', 'Q1 | 渋谷区神南1-2-3 | ハイツ101 | 様方')
    expect(fieldsOf(file)).toMatchObject({
      'recipient.address': { take: ['住所１'] },
      'recipient.addressDetail': { join: [['住所２'], ['住所３']], by: ' ' },
    })
  })

  test('住所１ with only prefecture and city is not the street: 住所２ is', () => {
    const file = table('注文番号 | 住所１ | 住所２ | 住所３', 'Q1 | 東京都渋谷区 | 神南1-2-3 | ハイツ101')
    expect(fieldsOf(file)).toMatchObject({
      'recipient.state': { part: 'state', of: [['住所１']] },
      'recipient.city': { part: 'city', of: [['住所１']] },
      'recipient.address': { take: ['住所２'] },
      'recipient.addressDetail': { take: ['住所３'] },
    })
  })

  test('建物名 and 部屋番号 are one detail', () => {
    const file = table('注文番号 | 住所 | 建物名 | 部屋番号', 'Q1 | 神南1-2-3 | ハイツ | 101')
    expect(fieldsOf(file)['recipient.addressDetail']).toEqual({ join: [['建物名'], ['部屋番号']], by: ' ' })
  })

  test('住所 and 番地 are one street', () => {
    const file = table('注文番号 | 都道府県 | 住所 | 番地', 'Q1 | 東京都 | 渋谷区神南 | 1-2-3')
    expect(fieldsOf(file)['recipient.address']).toEqual({ join: [['住所'], ['番地']], by: '' })
  })
})

describe('columns with unknown headings are mapped by their texts', () => {
  test.each([
    ['150-0041', '060-0001', 'recipient.zipCode'],
    ['https://x.example/a.jpg', 'https://x.example/b.PNG?v=2', 'items[].imageUrl'],
    ['https://x.example/a', 'https://x.example/b', 'items[].itemUrl'],
    ['a@x.example', 'b@x.example', 'recipient.email'],
    ['090-1234-5678', '+81 3-1234-5678', 'recipient.contact'],
    ['123456789012', '552211334455', 'orderInfo.domesticShippingNumber'],
    ['P123456789012', 'P210987654321', 'recipient.personalCustomsClearanceCode'],
    ['東京都', '北海道', 'recipient.state'],
    ['￦', '원', 'items[].currency'],
    ['일본', 'JP', 'recipient.country'],
    ['한국', 'KR', 'items[].originCountry'],
    ['SO-20260301-01', 'SO-20260301-02', 'orderInfo.mallOrderNumber'],
  ])('%s, %s', (first, second, column) => {
    const { recipe, reasons } = guessRecipe(
      table('ㅋㅋ | 메모', `${first} | x`, `${second} | y`),
      0,
      'orders/japan',
    )
    expect(recipe.fields[column]).toMatchObject({ take: ['ㅋㅋ'] })
    expect(reasons[column]?.kind).toBe('values')
  })

  test('a whole address under any heading is split, and the country follows from the postal codes', () => {
    const file = table(
      '주문번호 | ㅋ | ㅎ',
      'A-1 | 東京都渋谷区神南1-2-3 | 150-0041',
      'A-2 | 北海道札幌市中央区北1条西2 | 060-0001',
    )
    expect(fieldsOf(file)).toMatchObject({
      'recipient.city': { part: 'city', of: [['ㅋ']] },
      'recipient.zipCode': { take: ['ㅎ'] },
      'recipient.country': { constant: 'JP' },
    })
  })

  test('the postal code before whole addresses is mapped unless a column has it', () => {
    const file = table(
      '주문번호 | 이름 | 주소',
      'A-1 | 山田太郎 | 〒150-0041 東京都渋谷区神南1-2-3',
      'A-2 | 佐藤花子 | 〒 ０６０－０００１　北海道札幌市中央区北1条西2',
    )
    expect(fieldsOf(file)).toMatchObject({
      'recipient.zipCode': { part: 'zipCode', of: [['주소']] },
      'recipient.address': { part: 'address', of: [['주소']] },
      'recipient.country': { constant: 'JP' },
    })
    const own = table(
      '주문번호 | 우편번호 | 주소',
      'A-1 | 150-0041 | 〒150-0041 東京都渋谷区神南1-2-3',
      'A-2 | 060-0001 | 〒060-0001 北海道札幌市中央区北1条西2',
    )
    expect(fieldsOf(own)['recipient.zipCode']).toEqual({ take: ['우편번호'] })
  })

  test('ascending postal codes are postal codes if the heading says so', () => {
    const file = table('注文番号 | 〒', 'J-1 | 150-0040', 'J-2 | 150-0041', 'J-3 | 150-0042')
    expect(fieldsOf(file)['recipient.country']).toEqual({ constant: 'JP' })
  })

  test.each([
    ['one buyer of all rows', ['1500041', '1500041', '1500041', '1500041']],
    ['codes with a hyphen that happen to rise', ['060-0001', '150-0041', '160-0023', '530-0001']],
  ])('%s: postal codes, not a counter', (_, codes) => {
    const file = table('番号 | 우편', ...codes.map((code, at) => `A-${at} | ${code}`))
    expect(fieldsOf(file)['recipient.zipCode']).toEqual({ take: ['우편'] })
  })

  test('counters, dates and remarks are not mapped', () => {
    const file = table(
      'ㄱ | ㄴ | ㄷ',
      '1000001 | 2026-03-01 | 빨리',
      '1000001 | 2026-03-02 | 부탁',
      '1000003 | 2026-03-03 | 해요',
    )
    expect(Object.keys(fieldsOf(file))).toEqual(['orderInfo.mallOrderNumber'])
    expect(fieldsOf(table('x', '1', '2', '3'))).toEqual({})
  })

  test('Name is a number in a file of numbers, and a person elsewhere', () => {
    expect(fieldsOf(table('Name | Qty', '#1001 | 1', '#1002 | 1'))).toMatchObject({
      'orderInfo.mallOrderNumber': { take: ['Name'] },
    })
    expect(fieldsOf(table('Order ID | Name', '1001 | Taro Yamada'))).toMatchObject({
      'recipient.name': { take: ['Name'] },
    })
  })
})

test('long Latin headings may have one typo, and are marked as misspelt; short ones may not', () => {
  const file = table('Order ID | Recipent name | Prcie', '1001 | Taro | 12')
  const { recipe, reasons, isSure } = guessRecipe(file, 0, 'orders/japan')
  expect(recipe.fields['recipient.name']).toEqual({ take: ['Recipent name'] })
  expect(reasons['recipient.name']).toEqual({ kind: 'near', detail: 'Recipient name' })
  expect(recipe.fields).not.toHaveProperty(['items[].price'])
  expect(isSure).toBe(false)
  expect(Object.keys(fieldsOf(table('Order ID | Address 2 | 수랑', '1 | x | 2')))).not.toContain(
    'items[].quantity',
  )
})

test('an address with a number but without a first line is mapped when it is a whole address', () => {
  const file = (address: string) =>
    fieldsOf(table('주문번호(쇼핑몰) | 수취인명 | 수취인주소(4) | 수량', `Q-1 | 山田 太郎 | ${address} | 1`))
  expect(file('東京都渋谷区神南1-19-11 パークビル4F')).toHaveProperty(['recipient.city'])
  expect(file('パークビル4F')).not.toHaveProperty(['recipient.address'])
})

test('rows without a number continue the order above', () => {
  expect(
    guessRecipe(table('주문번호 | 상품명', 'A-1 | 양말', ' | 모자', 'A-2 | 양말'), 0, 'orders/japan').recipe
      .continues,
  ).toBe(true)
  expect(
    guessRecipe(table('주문번호 | 상품명', 'A-1 | 양말', 'A-2 | 양말'), 0, 'orders/japan').recipe,
  ).not.toHaveProperty('continues')
})

test('a file without a header is read by its texts, columns called by their letters', () => {
  const { recipe } = guessRecipe(table('A-1001 | 150-0041', 'A-1002 | 060-0001'), -1, 'orders/japan')
  expect(recipe.fields).toMatchObject({ 'recipient.zipCode': { take: ['[B]'] } })
})

test('an apostrophe before digits is removed', () => {
  expect(fieldsOf(table('주문번호 | 우편번호', "A-1 | '1500041"))['recipient.zipCode']).toEqual({
    take: ['우편번호'],
    apostrophe: true,
  })
})

test('products: names, options and images', () => {
  const file = table(
    '상품코드 | 상품명 | 판매가 | 옵션명1 | 옵션값1 | 대표이미지 | 재고수량',
    'P1 | 양말 | 3000 | 색상 | 블랙 | https://x.example/a.jpg | 3',
  )
  const { recipe, isSure } = guessRecipe(file, 0, 'products')
  expect(Object.keys(recipe.fields)).toHaveLength(7)
  expect(isSure).toBe(true)
})

test('products: a name of options without a value of options is asked about, because it may be the value', () => {
  const file = table(
    '등록상품ID | 등록상품명 | 옵션ID | 옵션명 | 판매가격',
    '1 | 양말 | 11 | 빨강 M | 12000',
    '1 | 양말 | 12 | 파랑 M | 12000',
  )
  expect(guessRecipe(file, 0, 'products').isSure).toBe(false)
})

test('of two prices the one before the discount is the regular price, and the other the discounted one', () => {
  const prices = (headings: string) => {
    const fields = fieldsOf(table(`상품코드 | 상품명 | ${headings}`, 'P1 | 양말 | 3000 | 2000'), 'products')
    return [fields.productPrice, fields.discountedProductPrice]
  }
  const pair = (regular: string, sold: string) => [
    { firstOf: [{ take: [regular], nonZero: true }, { take: [sold] }] },
    { take: [sold], beside: [regular], nonZero: true },
  ]
  expect(prices('소비자가 | 판매가')).toEqual(pair('소비자가', '판매가'))
  expect(prices('판매가격 | 정가(원)')).toEqual(pair('정가(원)', '판매가격'))
  expect(prices('メーカー希望小売価格 | 販売価格')).toEqual(pair('メーカー希望小売価格', '販売価格'))
  expect(prices('List price | Price')).toEqual(pair('List price', 'Price'))
  // A column of its own for the discount decides.
  expect(prices('판매가 | 할인가')).toEqual([{ take: ['판매가'] }, { take: ['할인가'] }])
  expect(prices('판매가 | 비고')).toEqual([{ take: ['판매가'] }, undefined])
})

test('a file of 60 columns with headings of objects’ own members is read', () => {
  const headings = [
    '__proto__',
    'constructor',
    '주문번호',
    ...Array.from({ length: 57 }, (_, at) => `자유${at}항목`),
  ]
  const file = table(headings.join('|'), headings.map((_, at) => (at === 2 ? 'A-1' : 'x')).join('|'))
  expect(fieldsOf(file)).toEqual({ 'orderInfo.mallOrderNumber': { take: ['주문번호'] } })
})

test('a file with short English headings is read by its headings', () => {
  const file = table(
    'Ref | Ship to | Line 1 | Line 2 | Line 3 | Zip | Tel | Item # | Descr. | Qty ordered | Unit $ | COO | HS | Wt (g)',
    'R-1 | Yamada Taro | 1-2-3 Jinnan | Haitsu 101 | c/o Sato | 150-0041 | 090-1234-5678 | S-1 | Socks | 2 | 12 | KR | 6115 | 200',
  )
  expect(fieldsOf(file)).toMatchObject({
    'orderInfo.mallOrderNumber': { take: ['Ref'] },
    'recipient.name': { take: ['Ship to'] },
    'recipient.address': { take: ['Line 1'] },
    'recipient.addressDetail': { join: [['Line 2'], ['Line 3']], by: ' ' },
    'recipient.zipCode': { take: ['Zip'] },
    'recipient.contact': { take: ['Tel'] },
    'items[].itemCode': { take: ['Item #'] },
    'items[].name': { take: ['Descr.'] },
    'items[].quantity': { take: ['Qty ordered'] },
    'items[].price': { take: ['Unit $'] },
    'items[].currency': { constant: 'USD' },
    'items[].originCountry': { take: ['COO'] },
    'items[].hscode': { take: ['HS'] },
    // Grams are converted to kilograms, with an origin on every line.
    'items[].actualWeight': { divide: ['Wt (g)'], byNumber: 1000 },
  })
})

test('a column in pounds is not mapped to a weight', () => {
  const fields = fieldsOf(table('Order no | Weight (lbs)', 'A-1 | 2'))
  expect(fields).not.toHaveProperty(['items[].actualWeight'])
})

test.each([
  ['税抜単価', '数'],
  ['単価円', '個数'],
  ['단가(엔)', '갯수'],
])('%s and %s are a price and a quantity', (price, count) => {
  expect(fieldsOf(table(`注文番号 | ${price} | ${count}`, 'Q1 | 1200 | 2'))).toMatchObject({
    'items[].price': { take: [price] },
    'items[].quantity': { take: [count] },
  })
})

describe('a file that names only the buyer', () => {
  const file = table(
    '주문번호 | 고객명 | 고객 연락처 | 우편번호 | 주소 | 상품명 | 수량 | 단가',
    'A-1 | 山田 | 090-1234-5678 | 150-0041 | 神南1-2-3 | 양말 | 2 | 1000',
  )

  test('maps the buyer to the recipient, marks every cell, and is asked about', () => {
    const { recipe, isSure } = guessRecipe(file, 0, 'orders/japan')
    expect(recipe.fields).toMatchObject({
      'recipient.name': { take: ['고객명'], ofBuyer: { name: [], recipient: [] } },
      'recipient.contact': { take: ['고객 연락처'], ofBuyer: { name: [], recipient: [] } },
    })
    expect(isSure).toBe(false)
  })

  test('does not include files in which a half of a name is beside the other half', () => {
    const halved = table('注文番号 | 注文者姓 | 注文者名', 'Q1 | 山田 | 太郎')
    expect(fieldsOf(halved)).not.toHaveProperty(['recipient.name'])
  })
})

test.each([
  ['Address', 'Address 2', 'Phone', 'Phone 2'],
  ['住所', '住所2', '電話番号', '電話番号2'],
  ['주소', '주소2', '전화번호', '전화번호2'],
  ['shippingAddress', 'shippingAddress2', 'shippingPhone', 'shippingPhone2'],
])('%s precedes %s, and %s precedes %s', (...names) => {
  const [address, address2, phone, phone2] = names
  const rows = table(names.join(' | '), 'Jingumae 1-2-3 | Room 401 | 090-1234-5678 | 03-1234-5678')
  const { fields } = guessRecipe(rows, 0, 'orders/japan').recipe
  expect(fields['recipient.address']).toEqual({ take: [address] })
  expect(fields['recipient.addressDetail']).toEqual({ take: [address2] })
  expect(fields['recipient.contact']).toEqual({ firstOf: [{ take: [phone] }, { take: [phone2] }] })
})

test('rows of one order with other recipients are asked about, but not blank cells of a recipient', () => {
  const names = ['주문번호', '수취인명', '수취인전화번호', '우편번호', '주소', '상품명', '수량', '판매가']
  const first = ['A-1', '김철수', '010-1234-5678', '06236', '서울 강남구 1', '양말', '1', '100']
  const isSure = (...recipient: readonly string[]) =>
    readGenerally([names, first, ['A-1', ...recipient, '모자', '1', '100']]).isSure
  expect(isSure('김철수', '', '', '')).toBe(true)
  expect(isSure('이영희', '', '', '')).toBe(false)
  expect(isSure('', '', '', '부산 해운대구 2')).toBe(false)
})

describe('several orders in one parcel', () => {
  const head = '주문번호 | 수취인 | 우편번호 | 주소 | 상품명 | 수량 | 단가 | 묶음'
  const file = table(
    head,
    'A-1 | 山田 | 150-0041 | 神南1-2-3 | 양말 | 2 | 1000 | 1',
    'A-2 | 山田 | 150-0041 | 神南1-2-3 | 모자 | 1 | 2000 | 1',
    'A-3 | 佐藤 | 060-0001 | 北1条西2 | 양말 | 1 | 1000 | ',
    '1 | 田中 | 530-0001 | 梅田3-1-3 | 양말 | 1 | 1000 | 2',
  )

  test('are grouped by the parcel column, and the operator is asked', () => {
    const { recipe, isSure } = guessRecipe(file, 0, 'orders/japan')
    expect([recipe.group, isSure]).toEqual([['묶음'], false])
    const book = { ...bookOf([]), tables: [file] }
    const { lines: imported } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
    const lines = imported.map(({ texts }) => [
      texts['orderInfo.mallOrderNumber'],
      texts[hiddenColumns.number],
    ])
    expect(lines).toEqual([
      ['A-1', ''],
      ['A-1', 'A-2'],
      ['A-3', ''],
      ['1', ''],
    ])
  })

  test.each([
    ['a counter of orders', ['A-1 | 山田 | 1', 'A-1 | 山田 | 1', 'A-2 | 佐藤 | 2']],
    ['a counter of rows', ['A-1 | 山田 | 1', 'A-1 | 山田 | 2', 'A-2 | 佐藤 | 3']],
    ['a class of parcels', ['A-1 | 山田 | 1', 'A-2 | 佐藤 | 1', 'A-3 | 田中 | 1']],
  ])('do not go by %s', (_, rows) => {
    expect(
      guessRecipe(table('주문번호 | 수취인 | Parcel no', ...rows), 0, 'orders/japan').recipe.group,
    ).toBeUndefined()
  })
})

test('if most addresses are whole they are split, and the others stay unchanged', () => {
  const file = table(
    '주문번호 | 받는사람 | 우편번호 | 주소 | 상품명 | 수량 | 단가(엔)',
    'B-1 | 山田太郎 | 060-0001 | 北海道札幌市中央区北1条西2-3 | 양말 | 1 | 900',
    'B-2 | 佐藤 | 150-0041 | 東京都渋谷区神南1-2-3 ハイツ101 | 가방 | 1 | 3500',
    'B-3 | 鈴木一郎 | 540-0008 | 3-2 | 컵 | 1 | 700',
  )
  const book = bookOf(file.rows)
  const texts = importTable(book, detectMapping(book, { sheet: 'orders/japan' })).lines.map(({ texts }) =>
    ['state', 'city', 'address'].map(part => texts[`recipient.${part}`] ?? ''),
  )
  expect(texts).toEqual([
    ['北海道', '札幌市中央区', '北1条西2-3'],
    ['東京都', '渋谷区', '神南1-2-3'],
    ['', '', '3-2'],
  ])
})

test('without headings, ascending numbers are order numbers and prices are not', () => {
  const numberOf = (...texts: readonly string[]) =>
    guessRecipe(table(...texts.map(text => `${text} | 150-0041 | 양말`)), -1, 'orders/japan').recipe.fields[
      'orderInfo.mallOrderNumber'
    ]
  expect(numberOf('12000', '9000')).toBeUndefined()
  expect(numberOf('1001', '1002', '1002', '1003')).toEqual({ take: ['[A]'] })
  expect(numberOf('2024010112', '2024010115')).toEqual({ take: ['[A]'] })
})
