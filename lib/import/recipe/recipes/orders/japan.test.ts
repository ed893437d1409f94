import { expect, test } from 'vitest'
import { sampleOf } from '@/testing/import/samples/all'
import { readSample, stated } from '@/testing/import/samples/read-sample'

test('Qoo10: a cart is one order although each product has its own number, and an address in one text is split', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('qoo10-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '髙﨑 美咲',
        'recipient.contact': '090-1111-2222',
        'recipient.zipCode': '150-0041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南１－１９－１１',
        'recipient.addressDetail': 'パークビル４Ｆ',
        'recipient.importerJapaneseName': '髙﨑 美咲',
        'recipient.importerJapaneseZipCode': '150-0041',
        'recipient.importerJapaneseState': '東京都',
        'recipient.importerJapaneseCity': '渋谷区',
        'recipient.importerJapaneseAddress': '神南１－１９－１１',
        'recipient.importerJapaneseAddressDetail': 'パークビル４Ｆ',
        'orderInfo.mallOrderNumber': '88120034',
        'items[].name': 'Leather wallet 本革 財布',
        'items[].quantity': '1',
        'items[].price': '12500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'WAL-01',
        'items[].material': '本革',
        '[].$number': '612345001',
      },
      made: {
        'recipient.country': 'mapped 日本',
        'recipient.zipCode': "mapped '150-0041",
        'recipient.state': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.city': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.address': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.addressDetail': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.importerJapaneseZipCode': "mapped '150-0041",
        'recipient.importerJapaneseState': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.importerJapaneseCity': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.importerJapaneseAddress': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'recipient.importerJapaneseAddressDetail': 'split 東京都渋谷区神南１－１９－１１ パークビル４Ｆ ?',
        'items[].currency': 'mapped 円',
      },
    },
    {
      row: 4,
      texts: {
        'orderInfo.mallOrderNumber': '88120034',
        'items[].name': 'Wool beanie',
        'items[].quantity': '2',
        'items[].price': '8300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'BEA-07',
        '[].$number': '612345003',
      },
      made: {
        'items[].currency': 'mapped 円',
      },
    },
    {
      row: 3,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '鈴木 一郎',
        'recipient.contact': '011-222-3333',
        'recipient.zipCode': '060-0003',
        'recipient.state': '北海道',
        'recipient.city': '札幌市中央区',
        'recipient.address': '北3条西4丁目1-1',
        'recipient.addressDetail': '日本生命札幌ビル',
        'recipient.importerJapaneseName': '鈴木 一郎',
        'recipient.importerJapaneseZipCode': '060-0003',
        'recipient.importerJapaneseState': '北海道',
        'recipient.importerJapaneseCity': '札幌市中央区',
        'recipient.importerJapaneseAddress': '北3条西4丁目1-1',
        'recipient.importerJapaneseAddressDetail': '日本生命札幌ビル',
        'orderInfo.domesticShippingNumber': '612345678901',
        'orderInfo.mallOrderNumber': '88120035',
        'items[].name': 'ソイキャンドル①',
        'items[].quantity': '3',
        'items[].price': '2,300',
        'items[].currency': 'JPY',
        'items[].itemCode': '900112235',
        '[].$number': '612345002',
      },
      made: {
        'recipient.state': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.city': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.address': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.addressDetail': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.importerJapaneseState': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.importerJapaneseCity': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.importerJapaneseAddress': 'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'recipient.importerJapaneseAddressDetail':
          'split 北海道札幌市中央区北3条西4丁目1-1日本生命札幌ビル ?',
        'orderInfo.domesticShippingNumber': "mapped '612345678901",
      },
    },
  ])
})

/** The recipient's address in the first row of a made-up export after some of its cells were changed. */
function addressIn(shop: string, cells: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const [headings = [], first = [], ...others] = sampleOf(shop).rows
  const changed = headings.map((heading, at) => cells[heading] ?? first[at] ?? '')
  const [line] = readSample({ rows: [headings, changed, ...others] }, 'orders/japan').lines
  return ['state', 'city', 'address'].map(part => line?.texts[`recipient.${part}`])
}

const rakutenAddress = (state: string, city: string, rest: string) =>
  addressIn('rakuten-orders', {
    送付先住所都道府県: state,
    送付先住所郡市区: city,
    送付先住所それ以降の住所: rest,
  })

test('Rakuten: prefecture and city that are written before the street are not lost', () => {
  expect(rakutenAddress('東京都', '', '渋谷区神南1-1 ビル2F')).toEqual(['東京都', '渋谷区', '神南1-1'])
  expect(rakutenAddress('', '', '東京都渋谷区神南1-1 ビル2F')).toEqual(['東京都', '渋谷区', '神南1-1'])
})

test('Rakuten, Amazon: the street follows the column of the city, whatever this contains', () => {
  const amazonAddress = (state: string, city: string, rest: string) =>
    addressIn('amazon-orders', { 'ship-state': state, 'ship-city': city, 'ship-address-1': rest })
  for (const address of [rakutenAddress, amazonAddress]) {
    for (const [city, rest] of [
      ['渋谷', '神南1-1'],
      ['渋谷区', '神南1-1'],
      ['渋谷区神南', '1-1'],
      ['渋谷区', '東京都渋谷区神南1-1'],
    ] as const)
      expect(address('東京都', city, rest)).toEqual(['東京都', city, rest])
    // The ward belongs to the city, but is not lost.
    expect(address('大阪府', '大阪市', '北区梅田1-1')).toEqual(['大阪府', '大阪市', '北区梅田1-1'])
  }
})

test('Rakuten: lost zeros are restored with a mark, and each destination is an order', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('rakuten-orders'), 'orders/japan')
  expect(orders).toBe(3)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '鈴木 一郎',
        'recipient.contact': '011-222-3333',
        'recipient.email': 'ichiro@example.jp',
        'recipient.zipCode': '001-0041',
        'recipient.state': '北海道',
        'recipient.city': '札幌市中央区',
        'recipient.address': '北3条西4丁目1-1',
        'recipient.addressDetail': '日本生命札幌ビル',
        'orderInfo.mallOrderNumber': '123456-20260301-0000000123',
        'items[].name': '本革 財布 ソフト表',
        'items[].quantity': '1',
        'items[].price': '12500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'wallet-01',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.name': 'joined 鈴木 + 一郎',
        'recipient.contact': 'restored 11 + 222 + 3333 ?',
        'recipient.email': 'buyer 鈴木 一郎',
        'recipient.zipCode': 'restored 1 + 41 ?',
        'recipient.address': 'split 北海道札幌市中央区北3条西4丁目1-1 日本生命札幌ビル ?',
        'recipient.addressDetail': 'split 北海道札幌市中央区北3条西4丁目1-1 日本生命札幌ビル ?',
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '123456-20260301-0000000123',
        'items[].name': 'ウール帽',
        'items[].quantity': '2',
        'items[].price': '8300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'beanie-07',
      },
      made: {
        'items[].currency': 'constant',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '山田 太郎',
        'recipient.contact': '090-1234-5678',
        'recipient.email': 'taro@example.jp',
        'recipient.zipCode': '150-0041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南1-19-11',
        'orderInfo.mallOrderNumber': '123456-20260301-0000000124-1',
        'items[].name': 'ソイキャンドル',
        'items[].quantity': '1',
        'items[].price': '2300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'candle-22',
        '[].$number': '123456-20260301-0000000124',
      },
      made: {
        'orderInfo.mallOrderNumber': 'joined 123456-20260301-0000000124 + 1',
        'recipient.country': 'constant',
        'recipient.name': 'joined 山田 + 太郎',
        'recipient.contact': 'joined 090 + 1234 + 5678',
        'recipient.email': 'buyer 山田 太郎',
        'recipient.zipCode': 'joined 150 + 0041',
        'items[].currency': 'constant',
      },
    },
    {
      row: 5,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '髙橋 美咲',
        'recipient.contact': '06-6345-6789',
        'recipient.email': 'taro@example.jp',
        'recipient.zipCode': '530-0001',
        'recipient.state': '大阪府',
        'recipient.city': '大阪市北区',
        'recipient.address': '梅田3-1-3',
        'recipient.addressDetail': '1205号室',
        'orderInfo.mallOrderNumber': '123456-20260301-0000000124-2',
        'items[].name': 'ソイキャンドル',
        'items[].quantity': '3',
        'items[].price': '2300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'candle-22',
        '[].$number': '123456-20260301-0000000124',
      },
      made: {
        'orderInfo.mallOrderNumber': 'joined 123456-20260301-0000000124 + 2',
        'recipient.country': 'constant',
        'recipient.name': 'joined 髙橋 + 美咲',
        'recipient.contact': 'joined 06 + 6345 + 6789',
        'recipient.email': 'buyer 山田 太郎 ?',
        'recipient.zipCode': 'joined 530 + 0001',
        'recipient.address': 'split 大阪府大阪市北区梅田3-1-3 1205号室 ?',
        'recipient.addressDetail': 'split 大阪府大阪市北区梅田3-1-3 1205号室 ?',
        'items[].currency': 'constant',
      },
    },
  ])
})

test('Yahoo!ショッピング: the family name comes first, a present is marked, and its status codes are read', () => {
  const { lines, orders, leftOut, skipped } = readSample(sampleOf('yahoo-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([
    ['cancelled', 'leather-shop-10000125'],
    ['unpaid', 'leather-shop-10000126'],
  ])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '高崎 美咲',
        'recipient.contact': '09011112222',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '1500041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南1-19-11',
        'recipient.addressDetail': 'パークビル4F',
        'orderInfo.mallOrderNumber': 'leather-shop-10000123',
        'items[].name': '本革 財布 ブラック',
        'items[].quantity': '1',
        'items[].price': '12500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'wallet-01-bk',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.name': 'joined 高崎 + 美咲',
        'recipient.email': 'buyer 高崎 美咲',
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': 'leather-shop-10000123',
        'items[].name': 'ウール帽',
        'items[].quantity': '2',
        'items[].price': '8300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'beanie-07',
      },
      made: { 'items[].currency': 'constant' },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '田中 健',
        'recipient.contact': '0521112222',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '460-0008',
        'recipient.state': '愛知県',
        'recipient.city': '名古屋市中区',
        'recipient.address': '栄3-5-12',
        'orderInfo.mallOrderNumber': 'leather-shop-10000124',
        'items[].name': 'ソイキャンドル',
        'items[].quantity': '3',
        'items[].price': '2300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'candle-22',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.name': 'joined 田中 + 健',
        'recipient.contact': "mapped '0521112222",
        'recipient.email': 'buyer 高崎 美咲 ?',
        'items[].currency': 'constant',
      },
    },
  ])
})

test('ネクストエンジン: both ways to divide an address are read, and a room number does not join the block number', () => {
  const { lines, orders, leftOut, skipped } = readSample(sampleOf('next-engine-orders'), 'orders/japan')
  expect(orders).toBe(3)
  expect(leftOut).toEqual([])
  expect(skipped.map(({ means, number }) => [means, number])).toEqual([['shipped', 'NE-1003']])
  const room = 'split 東京都渋谷区神南1-19-11 401号室 ?'
  const city = 'split 北海道札幌市中央区 北3条西4丁目1-1 日本生命札幌ビル ?'
  expect(lines.slice(0, 3).map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '高崎 美咲',
        'recipient.contact': '09011112222',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '1500041',
        'recipient.state': '東京都',
        'recipient.city': '渋谷区',
        'recipient.address': '神南1-19-11',
        'recipient.addressDetail': '401号室',
        'orderInfo.mallOrderNumber': 'NE-1001',
        'items[].name': '本革 財布',
        'items[].quantity': '1',
        'items[].price': '12500',
        'items[].currency': 'JPY',
        'items[].itemCode': 'wal-01',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.email': 'buyer 高崎 美咲',
        'recipient.state': room,
        'recipient.city': room,
        'recipient.address': room,
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': 'NE-1001',
        'items[].name': 'ウール帽',
        'items[].quantity': '2',
        'items[].price': '8300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'bea-07',
      },
      made: { 'items[].currency': 'constant' },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '鈴木 一郎',
        'recipient.contact': '0112223333',
        'recipient.email': 'misaki@example.jp',
        'recipient.zipCode': '0600003',
        'recipient.state': '北海道',
        'recipient.city': '札幌市中央区',
        'recipient.address': '北3条西4丁目1-1',
        'recipient.addressDetail': '日本生命札幌ビル',
        'orderInfo.mallOrderNumber': 'NE-1002',
        'items[].name': 'ソイキャンドル',
        'items[].quantity': '3',
        'items[].price': '2300',
        'items[].currency': 'JPY',
        'items[].itemCode': 'can-22',
      },
      made: {
        'recipient.country': 'constant',
        'recipient.contact': "mapped '0112223333",
        'recipient.email': 'buyer 高崎 美咲 ?',
        'recipient.zipCode': "mapped '0600003",
        'recipient.state': city,
        'recipient.city': city,
        'recipient.address': city,
        'recipient.addressDetail': city,
        'items[].currency': 'constant',
      },
    },
  ])
})

test('ネクストエンジン: an address outside Japan stays whole, with both of its columns', () => {
  const { rows } = sampleOf('next-engine-orders')
  const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
  const abroad = rows
    .slice(0, 2)
    .map((row, nth) =>
      nth === 0
        ? row
        : row.with(at('発送先住所１'), '1420 Fifth Avenue').with(at('発送先住所２'), 'Suite 300'),
    )
  const [line] = readSample({ rows: abroad }, 'orders/japan').lines.map(stated)
  expect(line?.texts['recipient.address']).toBe('1420 Fifth Avenue Suite 300')
  expect(line?.made['recipient.address']).toBe('joined 1420 Fifth Avenue + Suite 300')
})
