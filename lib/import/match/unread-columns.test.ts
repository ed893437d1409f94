import { describe, expect, test } from 'vitest'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { bookOf } from '@/testing/import/book-of-rows'
import { readGenerally } from '@/testing/import/general-reader'
import { plainHeadings as headings } from '@/testing/import/plain-orders'
import { sampleOf } from '@/testing/import/samples/all'
import { detectMapping } from './detect-mapping'
import { guessRecipe } from './guess/guess'
import { isSureMapping, unreadColumns } from './unread-columns'

const orders = [
  ['Q-1', '山田太郎', '090-1234-5678', '150-0041', '東京都', '渋谷区', '神南1-2-3', '靴下', '2', '1200'],
  ['Q-2', '髙﨑美咲', '06-6345-6789', '530-0001', '大阪府', '大阪市北区', '梅田3-1-3', '鞄', '1', '9800'],
]

/** A file with all required columns and an additional one. @param texts of its rows */
const withColumn = (heading: string, ...texts: readonly string[]) =>
  readGenerally([[...headings, heading], ...orders.map((row, at) => [...row, texts[at] ?? ''])])

test('a file with only known headings opens without a question', () => {
  const { isSure: isOpen, notRead } = readGenerally([headings, ...orders])
  expect([isOpen, notRead]).toEqual([true, []])
})

describe('an unread column with a required subject is asked about', () => {
  test.each([
    ['住所の続き（お届け先）', 'パークビル4階'],
    ['お届け先会社名', 'サンプル株式会社'],
    ['받는분 별칭', '형'],
    ['Delivery address type', 'Office'],
    ['수취인 정보', '山田太郎 / 090-1234-5678'],
    ['その他', 'ハイツ札幌301号室'],
    ['その他', '中央区'],
    ['Refund reason', 'Late'],
    ['引当数量', '1'],
    ['特別価格', '900'],
    ['商品カラー', '黒'],
    ['種類', '白'],
    ['受注伝票番号', 'Z-9'],
  ])('%s: %s', (heading, text) => {
    const { isSure: isOpen, notRead } = withColumn(heading, text)
    expect([isOpen, notRead]).toEqual([false, [heading]])
  })

  test('an unread column is asked about even if its only text is in a late row', () => {
    const many = Array.from({ length: 2000 }, (_, at) => [
      `Q-${at}`,
      ...(orders[0] ?? []).slice(1),
      at === 1999 ? '別館' : '',
    ])
    const { isSure: isOpen, notRead } = readGenerally([[...headings, '建物情報欄'], ...many])
    expect([isOpen, notRead]).toEqual([false, ['建物情報欄']])
  })
})

describe('a further price of products is not dropped silently', () => {
  const products = (heading: string, ...prices: readonly string[]) =>
    readGenerally(
      [
        ['상품코드', '상품명', '정가', '판매가', heading],
        ['P-1', '가방', '12000', '9900', prices[0] ?? ''],
        ['P-2', '모자', '8000', '7000', prices[1] ?? ''],
      ],
      'products',
    )

  test.each(['소비자가격', '회원가격', 'Special price for members', '卸価格'])('%s', heading => {
    const { isSure, unread } = products(heading, '9000', '6500')
    expect([isSure, unread]).toEqual([false, [{ column: 4, topic: 'price' }]])
  })

  test.each([
    ['a price that is mapped, once more', '상품가격', ['9900', '7000']],
    ['a price of nothing', '회원가격', ['0', '']],
    ['the price of the way', '배송비', ['3000', '3000']],
    ['a cost', '원가 금액 합계', ['5000', '4000']],
  ])('%s asks nothing', (_, heading, prices) => {
    expect(products(heading, ...prices).notRead).toEqual([])
  })
})

test.each([
  ['blank in every row', 'お届け先会社名', ['', '']],
  ['what is mapped, once more', 'お届け先住所(全)', ['東京都渋谷区神南1-2-3', '大阪府 大阪市北区 梅田3-1-3']],
  ['a name in Latin letters', '氏名（ローマ字）', ['Taro Yamada', 'Misaki Takasaki']],
  ['the reading of a name', 'お届け先氏名(カナ)', ['ヤマダ タロウ', 'タカサキ ミサキ']],
  ['the buyer', '注文者会社名', ['サンプル株式会社', '']],
  ['a day', 'お届け希望日', ['2026-03-01', '']],
  ['the price of the way', '配送金額', ['500', '500']],
  ['a remark', '配送メモ', ['急ぎ', '']],
  ['a sum', '商品合計金額', ['2400', '9800']],
  ['a surcharge of nothing', 'オプション価格', ['0', '0']],
  ['a second number of the goods', '商品番号', ['1', '2']],
])('%s asks nothing', (_, heading, texts) => {
  const { notRead } = withColumn(heading, ...texts)
  expect(notRead).toEqual([])
})

test.each(['IOSS number', 'ioss-number', 'EORI', 'billing_vat_number', 'Buyer Tax ID', 'VAT Reg. No'])(
  'no order has a field for %s: the column is named, and nothing is asked',
  heading => {
    const { isSure, notRead } = withColumn(heading, 'IM0400001234')
    expect([isSure, notRead]).toEqual([true, [heading]])
  },
)

test.each(['VAT', 'Tax', 'VAT rate', 'Item tax', 'VAT included', 'Taxable'])(
  '%s is no number of a customs declaration',
  heading => expect(withColumn(heading, '10').notRead).toEqual([]),
)

test('of a known export, the tax number is named as well', () => {
  const [headings = [], ...rows] = sampleOf('etsy-orders').rows
  const book = bookOf([[...headings, 'IOSS number'], ...rows.map(row => [...row, 'IM0400001234'])])
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const [table] = book.tables
  const unread = table ? unreadColumns(mapping, table) : []
  expect([mapping.by, isSureMapping(mapping, table, unread)]).toEqual(['recipe', true])
  expect(unread).toContainEqual({ column: headings.length, topic: 'taxNumber' })
})

test('the unchanged export of a known shop opens without a question', () => {
  for (const { id, sheets } of recipes) {
    if (!sheets.includes('orders/japan')) continue
    const book = bookOf(sampleOf(id).rows)
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    expect([id, table && isSureMapping(mapping, table, unreadColumns(mapping, table))]).toEqual([id, true])
  }
})

test('a known export with a second column of the same heading and other texts is asked about', () => {
  const asked = (heading: string, texts: readonly string[], at: number) => {
    const [headings = [], ...rows] = sampleOf('cafe24-orders').rows
    const book = bookOf([
      headings.toSpliced(at, 0, heading),
      ...rows.map((row, line) => row.toSpliced(at, 0, texts[line] ?? row[headings.indexOf(heading)] ?? '')),
    ])
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    return [mapping.by, !isSureMapping(mapping, table, table ? unreadColumns(mapping, table) : [])]
  }
  // A merchant corrected addresses in a column of the same name.
  for (const at of [0, 99])
    expect(asked('수령인 주소', ['부산광역시 중구 1', '대구 2'], at)).toEqual(['recipe', true])
  expect(asked('수량', ['7', '7', '7'], 0)).toEqual(['recipe', true])
  expect(asked('수령인 주소', [], 0)).toEqual(['recipe', false])
})

describe('columns of a known export that no order needs', () => {
  /** The columns that are named when all rows have these texts. @param texts by their headings */
  function namedIn(id: string, texts: Readonly<Record<string, string>>) {
    const rows = sampleOf(id).rows
    const header = rows.findIndex(row => row.filter(text => text !== '').length > 3)
    const headings = [...new Set([...(rows[header] ?? []), ...Object.keys(texts)])]
    const filled = rows
      .slice(header + 1)
      .map(row => headings.map((heading, at) => texts[heading] ?? row[at] ?? ''))
    const book = bookOf([headings, ...filled])
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    const unread = table ? unreadColumns(mapping, table) : []
    return { id: mapping.recipe.id, unread: unread.map(({ column }) => mapping.headings[column]) }
  }

  test.each([
    ['rakuten-orders', { 複数送付先フラグ: '0', 送付先一致フラグ: '1', キャンセル期限日: '2026-03-08' }],
    ['smartstore-orders', { '수량클레임 여부': 'N', 반품안심케어: '미설정' }],
    ['amazon-orders', { 'quantity-shipped': '0', 'purchase-order-number': 'PO-1' }],
    ['etsy-orders', { 'Transaction ID': '4001234567' }],
    ['lazada-orders', { refundAmount: '0.00' }],
    ['coupang-orders', { 등록옵션명: '블랙', '노출상품명(옵션명)': '무선 이어폰, 블랙' }],
  ])('are not named with their usual texts: %s', (id, texts) => {
    expect(namedIn(id, texts)).toEqual({ id, unread: [] })
  })

  test.each([
    ['lazada-orders', 'refundAmount', '12.00'],
    ['smartstore-orders', '수량클레임 여부', 'Y'],
    ['coupang-orders', '등록옵션명', '블랙'],
    ['coupang-orders', '등록옵션명', 'L'],
  ])('are named if they say something: %s, %s %s', (id, heading, text) => {
    expect(namedIn(id, { [heading]: text }).unread).toContain(heading)
  })
})

test('a known export is asked about if a part of the telephone number or the detail of an address has another heading', () => {
  const renamed = (id: string, from: string, to: string) => {
    const rows = sampleOf(id).rows.map(row => row.map(text => (text === from ? to : text)))
    const book = bookOf(rows)
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    if (!table) throw new Error('no table')
    return [mapping.recipe.id, isSureMapping(mapping, table, unreadColumns(mapping, table))]
  }
  expect(renamed('rakuten-orders', '送付先電話番号3', '送付先TEL3')).toEqual(['rakuten-orders', false])
  expect(renamed('cafe24-orders', '수령인 상세 주소', '수령인 세부주소')).toEqual(['cafe24-orders', false])
})

test('a known export is asked about if the shop added the country, without which a general order would be sent', () => {
  const { rows } = sampleOf('smartstore-orders')
  const book = bookOf(
    rows.map(row => (row.length > 1 ? [...row, row.includes('수취인명') ? '국가' : 'US'] : row)),
  )
  const mapping = detectMapping(book, { sheet: 'orders/general' })
  const [table] = book.tables
  expect([
    mapping.recipe.id,
    isSureMapping(mapping, table, table ? unreadColumns(mapping, table) : []),
  ]).toEqual(['smartstore-orders', false])
})

test('a known export is asked about if buyers added other goods to an item, also in a late row', () => {
  const read = (added: string, rowsBefore = 0) => {
    const [names = [], first = []] = sampleOf('esm-orders').rows
    const last = first.map((text, at) => (names[at] === '추가구성' ? added : text))
    const book = bookOf([names, ...Array.from({ length: rowsBefore }, () => first), last])
    const mapping = detectMapping(book, { sheet: 'orders/japan' })
    const [table] = book.tables
    return [mapping.recipe.id, table && isSureMapping(mapping, table, unreadColumns(mapping, table))]
  }
  expect(read('')).toEqual(['esm-orders', true])
  expect(read('[추가]모자/3,000원/1개')).toEqual(['esm-orders', false])
  expect(read('[추가]모자/3,000원/1개', 1500)).toEqual(['esm-orders', false])
})

describe('half a name is never read as a full name', () => {
  const nameOf = (...rows: readonly (readonly string[])[]) => {
    const [table] = bookOf(rows).tables
    return table && guessRecipe(table, 0, 'orders/japan').recipe.fields['recipient.name']
  }

  test.each([
    ['a family name alone', ['注文番号', '姓（お届け先）'], ['Q-1', '山田']],
    ['a given name alone', ['注文番号', 'お届け先お名前(名)'], ['Q-1', '太郎']],
    ['a name beside one half of another', ['注文番号', 'Last name', 'Name'], ['Q-1', 'Yamada', 'Taro']],
    ['a name beside a repeated family name', ['注文番号', '姓', '名', '姓'], ['Q-1', '山田', '太郎', '田中']],
  ])('%s', (_, head, row) => {
    expect(nameOf(head, row)).toBeUndefined()
  })

  test('a short name under an unknown heading beside another name is asked about', () => {
    const strange = headings.with(1, 'お届け先名')
    const rows = orders.map((row, at) => [
      ...row.with(1, ['太郎', '美咲'][at] ?? ''),
      ['山田', '髙﨑'][at] ?? '',
    ])
    const { isSure: isOpen, notRead } = readGenerally([[...strange, '苗'], ...rows])
    expect([isOpen, notRead]).toEqual([false, ['苗']])
  })
})

test('parts of a telephone number are joined by their numbers, and not if one is missing', () => {
  const contactOf = (...names: readonly string[]) => {
    const texts = names.map(name => ['090', '1234', '5678'][Number(/\d/.exec(name)?.[0] ?? 1) - 1] ?? '')
    const [table] = bookOf([
      ['注文番号', ...names],
      ['Q-1', ...texts],
      ['Q-2', ...texts],
    ]).tables
    return table && guessRecipe(table, 0, 'orders/japan').recipe.fields['recipient.contact']
  }
  expect(contactOf('電話番号3', '電話番号1', '電話番号2')).toMatchObject({
    join: [['電話番号1'], ['電話番号2'], ['電話番号3']],
  })
  expect(contactOf('電話番号1', '電話番号2')).toBeUndefined()
  expect(contactOf('電話番号1', '電話番号3')).toBeUndefined()
})

test('住所2 without 住所1 is not an address, and 住所2 continues the street if the building has its own column', () => {
  const fieldsOf = (...names: readonly string[]) => {
    const [table] = bookOf([
      ['注文番号', ...names],
      ['Q-1', '神南1-2-3', 'A棟', '301号室'],
    ]).tables
    return table && guessRecipe(table, 0, 'orders/japan').recipe.fields
  }
  expect(fieldsOf('住所2', '備考')).not.toHaveProperty(['recipient.address'])
  expect(fieldsOf('住所1', '住所2', '建物名')).toMatchObject({
    'recipient.address': { join: [['住所1'], ['住所2']], by: ' ' },
    'recipient.addressDetail': { take: ['建物名'] },
  })
})

test('rows of one order number that go to several people are asked about', () => {
  const twice = orders.map(row => row.with(0, 'Q-1'))
  expect(readGenerally([headings, ...twice]).isSure).toBe(false)
})

test('columns without a party beside the recipient’s columns are the buyer’s', () => {
  const unassigned = ['氏名', '電話番号', '郵便番号']
  const owned = ['氏名', '電話番号', '郵便番号'].map(name => `${name}（お届け先）`)
  const [table] = bookOf([
    ['注文番号', ...unassigned, ...owned],
    ['Q-1', '田中健', '03-9999-0001', '980-0811', '山田太郎', '090-1234-5678', '150-0041'],
  ]).tables
  expect(table && guessRecipe(table, 0, 'orders/japan').recipe.fields).toMatchObject({
    'recipient.name': { take: ['氏名（お届け先）'] },
    'recipient.contact': { take: ['電話番号（お届け先）'] },
    'recipient.zipCode': { take: ['郵便番号（お届け先）'] },
  })
})

describe('a file of products without a known shop', () => {
  const productHeadings = ['商品コード', '商品名', '価格']
  const product = ['MG-1', 'マグ', '2500']
  const withProductColumn = (heading: string, text: string) => {
    const { mapping, isSure, notRead } = readGenerally(
      [
        [...productHeadings, heading],
        [...product, text],
      ],
      'products',
    )
    return {
      column: Object.keys(mapping.mapped).find(id => mapping.mapped[id]?.includes(3)),
      isSure,
      notRead,
    }
  }

  test.each([
    ['オプション一覧表', '白・黒'],
    ['옵션 구성', '화이트/블랙'],
    ['Variation details', 'Color=Red'],
    ['倉庫在庫', '12'],
    ['잔여 재고', '12'],
    ['会員価格', '1980'],
  ])('is asked about an unread column with an option, a stock or a price: %s', (heading, text) => {
    expect(withProductColumn(heading, text)).toEqual({ column: undefined, isSure: false, notRead: [heading] })
  })

  test.each([
    ['最小在庫数', '3'],
    ['Sold quantity', '7'],
    ['仕入価格', '900'],
    ['옵션 등록일시', '2026-03-01'],
    ['Barcode', '8801234567890'],
  ])('is not asked about %s', (heading, text) => {
    expect(withProductColumn(heading, text).isSure).toBe(true)
  })

  test.each([
    ['Variation Name', 'Aloe', 'productOptionGroup[].productOption[].productOptionName[0].productOptionName'],
    ['種類名', '白', 'productOptionGroup[].productOption[].productOptionName[0].productOptionName'],
    ['種類在庫数', '4', 'productOptionGroup[].productOption[].stockQuantity'],
    ['seller-sku', 'MG-1-W', 'productOptionGroup[].productOption[].shopOptionId'],
    ['quantity', '30', 'stockQuantity'],
    ['잔여수량(재고)', '30', 'stockQuantity'],
  ])('is read with its column %s', (heading, text, column) => {
    expect(withProductColumn(heading, text)).toEqual({ column, isSure: true, notRead: [] })
  })

  test('is asked about options that share a cell, which would become one option', () => {
    expect(withProductColumn('옵션', '색상: 빨강, 파랑').isSure).toBe(false)
    const rows = [
      [...productHeadings, 'オプション'],
      [...product, '白, 500ml'],
      [...product, '黒, 500ml'],
    ]
    expect(readGenerally(rows, 'products').isSure).toBe(true)
  })

  test('is read with all its numbered images', () => {
    const { lines } = readGenerally(
      [
        [...productHeadings, '画像1', '画像2', '画像3'],
        [...product, 'https://b.example/1.jpg', 'https://b.example/2.jpg', 'https://b.example/3.jpg'],
      ],
      'products',
    )
    expect(lines[0]?.texts).toMatchObject({
      mainImage: 'https://b.example/1.jpg',
      productImages: 'https://b.example/2.jpg\nhttps://b.example/3.jpg',
    })
  })
})

describe('the currency of products, for which the sheet has no column', () => {
  const shop = ['Item number', 'Title', 'Custom label (SKU)', 'Start price', 'Currency']
  const read = (names: readonly string[], row: readonly string[]) => {
    const book = bookOf([names, row])
    const mapping = detectMapping(book, { sheet: 'products' })
    const [table] = book.tables
    const unread = table ? unreadColumns(mapping, table) : []
    return { by: mapping.by, unread, isSure: isSureMapping(mapping, table, unread) }
  }

  test('a known export with another currency than won opens with a warning', () => {
    expect(read(shop, ['1', 'Socks', 'S-1', '9.9', 'USD'])).toEqual({
      by: 'recipe',
      unread: [{ column: 4, topic: 'price' }],
      isSure: true,
    })
    expect(read(shop, ['1', 'Socks', 'S-1', '9900', 'KRW']).unread).toEqual([])
  })

  const names = ['상품코드', '상품명', '판매가', '통화']

  test('an unknown file with another currency than won is asked about', () => {
    expect(read(names, ['1', '양말', '9900', '원']).isSure).toBe(true)
    expect(read(names, ['1', '양말', '9.9', 'USD'])).toMatchObject({
      by: 'guess',
      unread: [{ column: 3, topic: 'price' }],
      isSure: false,
    })
  })

  test('prices with decimals are asked about, unless their heading names the won', () => {
    const isSure = (heading: string, price: string) =>
      read([...names.slice(0, 2), heading], ['1', '양말', price]).isSure
    expect([isSure('판매가', '9.9'), isSure('판매가', '19.90'), isSure('판매가(원)', '9.9')]).toEqual([
      false,
      false,
      true,
    ])
    expect(['9900', '9,900', '9900.00'].map(price => isSure('판매가', price))).toEqual([true, true, true])
  })

  test('a price that names another currency than won is asked about, whatever its heading says', () => {
    const isSure = (heading: string, price: string) =>
      read([...names.slice(0, 2), heading], ['1', '양말', price]).isSure
    for (const price of ['$20', '20 USD', '¥2,000', '2,000円', '€ 15'])
      expect([price, isSure('판매가', price), isSure('판매가(원)', price)]).toEqual([price, false, false])
    for (const price of ['₩2,000', '2,000원', '\\2,000'])
      expect([price, isSure('판매가', price)]).toEqual([price, true])
  })

  test('a price whose heading names another currency than won is asked about', () => {
    const named = (price: string) => read([...names.slice(0, 2), price], ['1', '양말', '9900']).isSure
    expect(['판매가', '판매가(원)', '판매가(USD)', '판매가(엔)'].map(named)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
