import type { Texts } from '@/lib/sheet/schema/line'

const people = [
  ['山田 太郎', '150-0041', '東京都', '渋谷区', '神南1-19-11', 'パークビル 4F'],
  ['佐藤 花子', '530-0001', '大阪府', '大阪市北区', '梅田3-1-3', '1205号室'],
  ['鈴木 一郎', '060-0001', '北海道', '札幌市中央区', '北一条西2-1', ''],
  ['髙橋 美咲', '810-0001', '福岡県', '福岡市中央区', '天神1-8-1', 'コーポ天神 202'],
  ['田中 健', '460-0008', '愛知県', '名古屋市中区', '栄3-5-12', ''],
  ['伊藤 さくら', '980-0811', '宮城県', '仙台市青葉区', '一番町4-6-1', '第一ビル 8F'],
] as const

const goods = [
  ['가죽 반지갑 Leather wallet', '12500', '0.2', 'WAL-01', '4202.31', 'leather'],
  ['울 비니 Wool beanie', '18900', '0.15', 'BEA-07', '6505.00', 'wool'],
  ['소이 캔들 Soy candle 220g', '2300', '0.4', 'CAN-22', '3406.00', 'soy wax'],
  ['도자기 컵 세트 Cup set', '3100', '0.3', 'CUP-02', '6912.00', 'ceramic'],
  ['리넨 앞치마 Linen apron', '9800', '0.3', 'APR-05', '6211.43', 'linen'],
  ['은 귀걸이 Silver studs', '4200', '0.05', 'STU-11', '7113.11', 'silver'],
] as const

/** The element at a position, starting over at the end of the list. */
export const cycle = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** The item cells of a sample line. */
export function sampleItem(i: number): Texts {
  const [name, price, weight, code, hscode, material] = cycle(goods, i)
  const slug = code.toLowerCase()
  return {
    'items[].name': name,
    'items[].quantity': String((i % 3) + 1),
    'items[].price': price,
    'items[].currency': 'JPY',
    'items[].actualWeight': weight,
    'items[].originCountry': 'KR',
    'items[].imageUrl': `https://shop.example/img/${slug}.jpg`,
    'items[].itemCode': code,
    'items[].hscode': hscode,
    'items[].material': material,
    'items[].itemUrl': `https://shop.example/p/${slug}`,
  }
}

/** A mobile number that no other sample order has: orders with the same recipient and items would be duplicates. */
const phone = (n: number): string =>
  `0${8 + (n % 2)}0-${1200 + (Math.floor(n / 5000) % 8000)}-${4100 + ((n * 53) % 5000)}`

/** `count` realistic orders of one item each without failures. `seed` is the first number. */
export function sampleOrders(count: number, seed = 7728): Texts[] {
  return Array.from({ length: count }, (_, i) => {
    const [name, zipCode, state, city, address, addressDetail] = cycle(people, i)
    return {
      'orderInfo.mallOrderNumber': `1120-${String(seed + i)}`,
      'orderInfo.incoterms': 'DDP',
      'orderInfo.domesticShippingNumber': String(612345000000 + seed + i),
      'orderInfo.isExportDeclaration': 'false',
      'orderInfo.exportPurpose': 'COMMERCIAL',
      warehouseId: '1',
      'recipient.country': 'JP',
      'recipient.name': name,
      'recipient.contact': phone(seed + i),
      'recipient.zipCode': zipCode,
      'recipient.state': state,
      'recipient.city': city,
      'recipient.address': address,
      'recipient.addressDetail': addressDetail,
      'recipient.importerJapaneseName': name,
      'recipient.importerJapaneseZipCode': zipCode,
      'recipient.importerJapaneseState': state,
      'recipient.importerJapaneseCity': city,
      'recipient.importerJapaneseAddress': address,
      'sender.name': 'Hanbit Store 한빛상회',
      'sender.contact': '+82-2-312-4567',
      'packageInfo.actualWeight': String(0.5 + (i % 4) * 0.25),
      'packageInfo.quantity': '1',
      ...sampleItem(i),
    }
  })
}

/**
 * Orders to try the sheet with: a dozen, two of them with several items, with one failure of each common kind.
 */
export function sampleJapanDraft(seed: number): Texts[] {
  const orders = sampleOrders(14, seed)
  const addErrors = (at: number, changes: Texts) => {
    orders[at] = { ...orders[at], ...changes }
  }
  addErrors(2, { 'recipient.zipCode': '' })
  addErrors(4, { 'items[].price': '1O,500' })
  addErrors(5, { 'items[].quantity': '1.5' })
  addErrors(6, { 'recipient.country': 'KR' })
  addErrors(7, {
    'recipient.name':
      '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処藪ら柑子の藪柑子パイポパイポ',
  })
  addErrors(8, { 'orderInfo.isExportDeclaration': 'maybe' })
  addErrors(9, { 'packageInfo.actualWeight': '6.12E+11' })
  addErrors(10, { 'items[].quantity': '0' })
  addErrors(12, {
    'orderInfo.mallOrderNumber': orders[3]?.['orderInfo.mallOrderNumber'] ?? '',
  })
  const [first, second, ...rest] = orders
  return [first ?? {}, sampleItem(3), second ?? {}, sampleItem(5), sampleItem(0), ...rest]
}
