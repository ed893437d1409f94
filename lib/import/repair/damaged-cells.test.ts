import { describe, expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { findDamage, groupProposals, repairableColumns } from './damaged-cells'

const { columns } = sheets['orders/japan']

/** The proposals for a text in a column: kind and repaired text. */
function proposed(column: string, text: string, country = 'JP'): [string, string][] {
  const line = { id: 'L1', texts: { [column]: text } }
  return groupProposals(findDamage(line, repairableColumns(columns), country), columns).map(
    ({ kind, cells }) => [kind, cells[0]?.after ?? ''],
  )
}

describe('a Japanese postal code', () => {
  test.each([
    ['600001', 'lost-zero', '060-0001'],
    ['10041', 'lost-zero', '001-0041'],
    ['60-0001', 'lost-zero', '060-0001'],
    ['１００‐０００１', 'hyphen', '１００-０００１'],
    ['100−0001', 'hyphen', '100-0001'],
    ['100ー0001', 'hyphen', '100-0001'],
    ['１０００００１', 'wide', '1000001'],
    ["'0600001", 'apostrophe', '0600001'],
    ['1000001.0', 'point-zero', '1000001'],
  ])('%s is offered as one', (text, kind, after) => {
    expect(proposed('recipient.zipCode', text)).toContainEqual([kind, after])
  })

  test('loses the postal mark, also as the importer’s', () => {
    expect(proposed('recipient.zipCode', '〒 810-0001')).toEqual([['postal-mark', '810-0001']])
    expect(proposed('recipient.importerJapaneseZipCode', '〒810-0001')).toEqual([['postal-mark', '810-0001']])
    expect(proposed('recipient.address', '〒810-0001 天神1-4-1')).toEqual([])
  })

  test.each(['0600001', '060-0001', '1500041', 'SW1A 1AA'])('%s is left alone', text => {
    expect(proposed('recipient.zipCode', text)).toEqual([])
  })

  test('gets its lost zeros back only where such a code can lie in the prefecture', () => {
    const offered = (zipCode: string, state: string) => {
      const texts = { 'recipient.zipCode': zipCode, 'recipient.state': state }
      return findDamage({ id: 'L1', texts }, repairableColumns(columns), 'JP')
        .filter(({ kind }) => kind === 'lost-zero')
        .map(({ after }) => after)
    }
    expect(offered('99999', '福岡県')).toEqual([])
    expect(offered('600001', '福岡県')).toEqual([])
    expect(offered('00-0123', '')).toEqual([])
    expect(offered('600001', 'Hokkaido')).toEqual(['060-0001'])
    expect(offered('600001', 'somewhere')).toEqual(['060-0001'])
  })

  test('in full-width signs is offered once for its width, not again for its hyphen', () => {
    expect(proposed('recipient.zipCode', '１５０－００４１')).toEqual([['wide', '150-0041']])
  })

  test('of another country is not repaired as a Japanese one', () => {
    expect(proposed('recipient.zipCode', '600001', 'CN')).toEqual([])
    expect(proposed('recipient.zipCode', '4524', 'KR')).toEqual([['lost-zero', '04524']])
  })

  test('of the United States gets its lost zeros back: Boston has 02134, Puerto Rico 00601', () => {
    expect(proposed('recipient.zipCode', '2134', 'US')).toEqual([['lost-zero', '02134']])
    expect(proposed('recipient.zipCode', '601', 'US')).toEqual([['lost-zero', '00601']])
    expect(proposed('recipient.zipCode', '98101', 'US')).toEqual([])
  })
})

describe('a formula that keeps the zeros of a text', () => {
  test.each([
    ['recipient.zipCode', '="0600001"', '0600001'],
    ['recipient.contact', '="01012345678"', '01012345678'],
    ['orderInfo.mallOrderNumber', '=""0012""', '0012'],
    ['items[].name', '="Mug, large"', 'Mug, large'],
    ['items[].quantity', '="2"', '2'],
    ['recipient.contact', '=""', ''],
  ])('in %s is offered as its text', (column, text, after) => {
    expect(proposed(column, text)).toContainEqual(['text-formula', after])
  })

  test.each(['=A1', '="0012"&"3"', '="0012', 'size="3"'])('%s is left alone', text => {
    expect(proposed('items[].name', text)).toEqual([])
  })
})

describe('a prefecture', () => {
  test.each([
    ['JP13', '東京都'],
    ['JP-27', '大阪府'],
    ['Tokyo-to', '東京都'],
    ['TOKYO', '東京都'],
    ['Ōsaka', '大阪府'],
    ['Kanagawa Prefecture', '神奈川県'],
    ['Hokkaidō', '北海道'],
    ['とうきょうと', '東京都'],
    ['トウキョウ', '東京都'],
    ['ﾄｳｷｮｳﾄ', '東京都'],
    ['도쿄도', '東京都'],
    ['東京', '東京都'],
    ['京都', '京都府'],
  ])('%s is offered as %s', (text, full) => {
    expect(proposed('recipient.state', text)).toContainEqual(['prefecture', full])
    expect(proposed('recipient.importerJapaneseState', text)).toContainEqual(['prefecture', full])
  })

  test.each(['東京都', '北海道', 'Kyotango', 'JP48', '13', 'New York'])('%s is left alone', text => {
    expect(proposed('recipient.state', text)).toEqual([])
  })

  test('of a recipient in another country is not repaired', () => {
    expect(proposed('recipient.state', 'Tokyo', 'US')).toEqual([])
  })
})

describe('an address that repeats its city', () => {
  const offered = (texts: Texts, country = 'JP') =>
    groupProposals(findDamage({ id: 'L1', texts }, repairableColumns(columns), country), columns).map(
      ({ kind, cells }) => [kind, cells[0]?.column, cells[0]?.after],
    )
  const place = { 'recipient.state': '東京都', 'recipient.city': '渋谷区' }

  test.each(['渋谷区神南1-19-11', '東京都渋谷区神南1-19-11', '東京都 渋谷区 神南1-19-11'])(
    '%s is offered without it',
    address => {
      expect(offered({ ...place, 'recipient.address': address })).toEqual([
        ['city-repeated', 'recipient.address', '神南1-19-11'],
      ])
    },
  )

  test('a Latin city is removed with the comma behind it', () => {
    const texts = { 'recipient.city': 'Shibuya-ku', 'recipient.address': 'Shibuya-ku, Jinnan 1-19-11' }
    expect(offered(texts)).toEqual([['city-repeated', 'recipient.address', 'Jinnan 1-19-11']])
  })

  test.each([
    { ...place, 'recipient.address': '神南1-19-11' },
    { ...place, 'recipient.address': '渋谷1-2-3' },
    { ...place, 'recipient.address': '渋谷区' },
    { 'recipient.city': '府中市', 'recipient.address': '府中町1-2' },
    { 'recipient.city': 'Naka', 'recipient.address': 'Naka 1-2' },
  ])('%o is left alone', texts => {
    expect(offered(texts)).toEqual([])
  })

  test('a street abroad may begin with the name of its city', () => {
    const texts = { 'recipient.city': 'Dong-ku', 'recipient.address': 'Dong-ku 12' }
    expect(offered(texts, 'KR')).toEqual([])
  })
})

describe('a telephone number', () => {
  test.each([
    ['9012345678', 'JP', '09012345678'],
    ['90-1234-5678', 'JP', '090-1234-5678'],
    ['312345678', 'JP', '0312345678'],
    ['1012345678', 'KR', '01012345678'],
    ['10-1234-5678', 'KR', '010-1234-5678'],
  ])('%s of %s gets its zero back if the operator accepts it', (text, country, after) => {
    expect(proposed('recipient.contact', text, country)).toEqual([['lost-zero', after]])
  })

  test.each(['090-1234-5678', '+81-90-1234-5678', '0312345678'])('%s is left alone', text => {
    expect(proposed('recipient.contact', text)).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    ['3月2日', '3-2'],
    ['3월 2일', '3-2'],
    ['大阪市北区梅田3月2日', '大阪市北区梅田3-2'],
    ['Mar-02', '3-2'],
    ['2-Mar', '3-2'],
    ['2026-03-02', '3-2'],
  ])('%s was a house number', (text, after) => {
    expect(proposed('recipient.addressDetail', text)).toEqual([['date', after]])
  })

  test('full-width digits are usual in addresses, and stay', () => {
    expect(proposed('recipient.address', '神南１丁目１９番１１号')).toEqual([])
  })

  test('half-width kana and hyphens of all kinds', () => {
    expect(proposed('recipient.address', 'ﾊﾟｰｸﾋﾞﾙ 1−2')).toEqual([
      ['half-kana', 'パークビル 1−2'],
      ['hyphen', 'ﾊﾟｰｸﾋﾞﾙ 1-2'],
    ])
    expect(proposed('recipient.address', 'メゾンド・ラ・トゥール')).toEqual([])
  })
})

describe('a name', () => {
  test.each([
    ['山田 太郎様', '山田 太郎'],
    ['佐藤　健 様', '佐藤　健'],
    ['渡邊 結衣さま', '渡邊 結衣'],
    ['小林 陽葵 殿', '小林 陽葵'],
    ['株式会社はな 御中', '株式会社はな'],
    ['김하나님', '김하나'],
    ['御手洗 健様', '御手洗 健'],
    ['はなこ さま', 'はなこ'],
  ])('%s loses its title', (text, after) => {
    expect(proposed('recipient.name', text)).toEqual([['honorific', after]])
  })

  test.each(['鵜殿', '様', '山田 太郎', 'お客様', 'ご担当者様', 'ホテルあさま'])('%s has no title', text => {
    expect(proposed('recipient.name', text)).toEqual([])
  })

  test('of a product keeps its end', () => {
    expect(proposed('items[].name', '王様')).toEqual([])
  })
})

test('decomposed Hangul and kana are composed, other letters stay as they were typed', () => {
  expect(proposed('recipient.name', '서울'.normalize('NFD'))).toEqual([['decomposed', '서울']])
  expect(proposed('recipient.name', 'か\u3099')).toEqual([['decomposed', 'が']])
  // NFC would replace it by 神, another form of the same character in a name.
  expect(proposed('recipient.name', '\ufa19田')).toEqual([])
})

test('invisible characters are offered for removal, emoji stay whole', () => {
  expect(proposed('recipient.name', '\u200b山田\u00a0太郎')).toEqual([['invisible', '山田 太郎']])
  expect(proposed('items[].name', '👩‍👧 mug')).toEqual([])
  expect(proposed('recipient.name', '山田\u3000太郎')).toEqual([])
})

test('an order number that was stored as a number keeps its digits and loses its decimals', () => {
  expect(proposed('orderInfo.mallOrderNumber', '2024010112345.0')).toEqual([['point-zero', '2024010112345']])
  expect(proposed('items[].hscode', '4202.30')).toEqual([])
  expect(proposed('items[].itemCode', '219E01BE')).toEqual([])
})

test('numbers, choices and URLs are not checked', () => {
  expect(proposed('items[].price', '１２００')).toEqual([])
  expect(proposed('items[].imageUrl', 'https://shop.example/３.jpg')).toEqual([])
})

test('the importer’s copy of a recipient’s postal code is repaired with it; another code by itself', () => {
  const zip = 'recipient.zipCode'
  const importer = 'recipient.importerJapaneseZipCode'
  const lines: Texts[] = [
    { [zip]: '600001', [importer]: '600001' },
    { [zip]: '600002', [importer]: '600003' },
    { [importer]: '600004' },
  ]
  const found = lines.flatMap((texts, i) =>
    findDamage({ id: `L${i + 1}`, texts }, repairableColumns(columns), 'JP'),
  )
  const at = ({ line, column }: { line: string; column: string }) => `${line} ${column}`
  expect(
    groupProposals(found, columns).map(({ column, copy, cells }) => [column, copy, cells.map(at)]),
  ).toEqual([
    [zip, importer, [`L1 ${zip}`, `L1 ${importer}`, `L2 ${zip}`]],
    [importer, undefined, [`L2 ${importer}`, `L3 ${importer}`]],
  ])
})

test('a price of a product loses the sign of the won, and stays in another currency, which products have no column for', () => {
  const { columns } = sheets.products
  const offered = (column: string, text: string) =>
    findDamage({ id: 'L1', texts: { [column]: text } }, repairableColumns(columns), '').map(one => one.after)
  expect(offered('productPrice', '￦35,000')).toEqual(['35000'])
  expect(offered('discountedProductPrice', '24,900 KRW')).toEqual(['24900'])
  expect(offered('domesticShippingPrice', '3,000원')).toEqual(['3000'])
  expect(offered('freeDomesticShippingPriceCondition', '\\5,000')).toEqual(['5000'])
  expect(offered('productOptionGroup[].productOption[].optionPrice', '1,000원')).toEqual(['1000'])
  // It may be thirty-five thousand, or thirty-five.
  expect(offered('productPrice', '35.000원')).toEqual([])
  for (const text of ['$20', '20 USD', '¥2,000', '2,000円', '1.299 €', '12.50 €'])
    expect([text, offered('productPrice', text)]).toEqual([text, []])
  expect(offered('productPrice', '35,000~')).toEqual([])
  expect(offered('stockQuantity', '10개')).toEqual(['10'])
})

describe('a number with its unit in the cell', () => {
  const offered = (column: string, text: string, currency = '') => {
    const line = { id: 'L1', texts: { [column]: text, 'items[].currency': currency } }
    return findDamage(line, repairableColumns(columns), 'JP').flatMap(one =>
      one.kind === 'unit' ? [one.after] : [],
    )
  }

  test.each([
    ['items[].actualWeight', '0.5kg', '0.5'],
    ['items[].actualWeight', '５００ｇ', '0.5'],
    ['packageInfo.actualWeight', '1,200 g', '1.2'],
    ['packageInfo.width', '30 cm', '30'],
    ['packageInfo.height', '125㎜', '12.5'],
    ['items[].quantity', '2개', '2'],
    ['items[].quantity', '×3', '3'],
    ['packageInfo.quantity', '1 個', '1'],
  ])('%s %s is offered as a bare number in the unit of the sheet', (column, text, after) => {
    expect(offered(column, text)).toEqual([after])
  })

  test.each([
    ['￥1,200', 'JPY', ['1200']],
    ['1,200円', 'jpy', ['1200']],
    ['12,000원', 'KRW', ['12000']],
    ['US$9.50', 'USD', ['9.5']],
    ['\\1,200', 'JPY', ['1200']],
    ['\\12,000', 'KRW', ['12000']],
    ['\\12', 'USD', []],
    ['¥1,200', 'KRW', []],
    ['¥1,200', '', []],
  ])('a price of %s becomes a number if the currency of the line is %s', (text, currency, after) => {
    expect(offered('items[].price', text, currency)).toEqual(after)
  })

  test.each([
    ['items[].quantity', '2개입'],
    ['items[].quantity', '2+1'],
    ['items[].actualWeight', '0.5lb'],
    ['items[].actualWeight', 'kg'],
    ['items[].actualWeight', '1-2kg'],
    ['items[].actualWeight', '0.5'],
    ['items[].price', '1200'],
    ['warehouseId', '1개'],
  ])('%s %s is left alone', (column, text) => {
    expect(offered(column, text, 'JPY')).toEqual([])
  })
})
