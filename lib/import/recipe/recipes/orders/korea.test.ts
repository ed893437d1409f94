import { expect, test } from 'vitest'
import { sampleOf } from '@/testing/import/samples/all'
import { readSample, stated } from '@/testing/import/samples/read-sample'

test('Smartstore: the notice is left out, and the surcharge of an option is part of the unit price', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('smartstore-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([
    {
      row: 1,
      why: 'notice',
    },
  ])
  expect(lines.map(stated)).toEqual([
    {
      row: 3,
      texts: {
        'recipient.name': '김민수',
        'recipient.contact': '010-1234-5678',
        'recipient.zipCode': '03925',
        'recipient.address': '서울특별시 마포구 월드컵북로 396 (상암동)',
        'recipient.addressDetail': '12층',
        'recipient.personalCustomsClearanceCode': 'P123456789012',
        'orderInfo.domesticShippingNumber': '612345678901',
        'orderInfo.mallOrderNumber': '2026030112345671',
        'items[].name': '가죽 반지갑 Leather wallet',
        'items[].quantity': '2',
        'items[].price': '14000',
        'items[].currency': 'KRW',
        'items[].itemCode': 'WAL-01',
        '[].$number': '2026030198765431',
      },
      made: {
        'items[].price': 'added 12,500 + 1500',
        'items[].currency': 'constant',
      },
    },
    {
      row: 4,
      texts: {
        'orderInfo.mallOrderNumber': '2026030112345671',
        'items[].name': '울 비니',
        'items[].quantity': '1',
        'items[].price': '18900',
        'items[].currency': 'KRW',
        'items[].itemCode': '9012345679',
        '[].$number': '2026030198765432',
      },
      made: {
        'items[].currency': 'constant',
      },
    },
    {
      row: 5,
      texts: {
        'recipient.name': '佐藤 花子',
        'recipient.contact': '01098765432',
        'recipient.zipCode': '48058',
        'recipient.address': '부산광역시 해운대구 센텀중앙로 79',
        'orderInfo.mallOrderNumber': '2026030112345699',
        'items[].name': '소이 캔들',
        'items[].quantity': '3',
        'items[].price': '23000',
        'items[].currency': 'KRW',
        'items[].itemCode': '9012345680',
        '[].$number': '2026030198765440',
      },
      made: {
        'recipient.contact': "mapped '01098765432",
        'recipient.zipCode': "mapped '48058",
        'items[].currency': 'constant',
      },
    },
  ])
})

test('Coupang: a bundle is one order, whichever orders it contains, and the total at the end is not imported', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('coupang-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([
    {
      row: 5,
      why: 'total',
    },
  ])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.name': '박지수',
        'recipient.contact': '0502-1234-5678',
        'recipient.zipCode': '06236',
        'recipient.address': '서울특별시 강남구 테헤란로 152 (역삼동) 강남파이낸스센터 20층',
        'recipient.personalCustomsClearanceCode': 'P987654321098',
        'orderInfo.mallOrderNumber': '701234567890',
        'items[].name': '가죽 반지갑',
        'items[].quantity': '2',
        'items[].price': '12500',
        'items[].currency': 'KRW',
        'items[].itemCode': 'WAL-01',
        '[].$number': '21000012345678',
      },
      made: {
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '701234567890',
        'items[].name': '울 비니',
        'items[].quantity': '1',
        'items[].price': '18900',
        'items[].currency': 'KRW',
        'items[].itemCode': '81234567891',
        '[].$number': '21000012345679',
      },
      made: {
        'items[].currency': 'constant',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.name': '이서연',
        'recipient.contact': '01022223333',
        'recipient.zipCode': '63122',
        'recipient.address': '제주특별자치도 제주시 연북로 33',
        'orderInfo.domesticShippingNumber': '612345678902',
        'orderInfo.mallOrderNumber': '701234567891',
        'items[].name': '소이 캔들',
        'items[].quantity': '1',
        'items[].price': '23000',
        'items[].currency': 'KRW',
        'items[].itemCode': 'CAN-22',
        '[].$number': '21000012345680',
      },
      made: {
        'recipient.contact': "mapped '01022223333",
        'orderInfo.domesticShippingNumber': "mapped '612345678902",
        'items[].currency': 'constant',
      },
    },
  ])
})

test('Cafe24: countries are read by their names, and an address in Japan is split', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('cafe24-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.country': 'JP',
        'recipient.name': '佐藤 花子',
        'recipient.contact': '080-3333-4444',
        'recipient.zipCode': '530-0001',
        'recipient.state': '大阪府',
        'recipient.city': '大阪市北区',
        'recipient.address': '梅田3-1-3',
        'recipient.addressDetail': '1205号室',
        'orderInfo.mallOrderNumber': '20260301-0000012',
        'items[].name': '리넨 앞치마',
        'items[].quantity': '1',
        'items[].price': '29800',
        'items[].currency': 'KRW',
        'items[].itemCode': '412',
      },
      made: {
        'recipient.country': 'mapped 일본',
        'recipient.state': 'split 大阪府 大阪市北区 梅田3-1-3 ?',
        'recipient.city': 'split 大阪府 大阪市北区 梅田3-1-3 ?',
        'recipient.address': 'split 大阪府 大阪市北区 梅田3-1-3 ?',
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '20260301-0000012',
        'items[].name': '은 귀걸이',
        'items[].quantity': '2',
        'items[].price': '4200',
        'items[].currency': 'KRW',
        'items[].itemCode': '413',
      },
      made: {
        'items[].currency': 'constant',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.country': 'KR',
        'recipient.name': '최유나',
        'recipient.contact': '010-5555-6666',
        'recipient.zipCode': '04524',
        'recipient.address': '서울특별시 중구 세종대로 110',
        'orderInfo.mallOrderNumber': '20260301-0000013',
        'items[].name': '도자기 컵',
        'items[].quantity': '4',
        'items[].price': '31000',
        'items[].currency': 'KRW',
        'items[].itemCode': '414',
      },
      made: {
        'recipient.country': 'mapped 대한민국',
        'items[].currency': 'constant',
      },
    },
  ])
})

test('G마켓 and 옥션: totals of rows become unit prices, or blank if they do not divide', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('esm-orders'), 'orders/japan')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        'recipient.name': '최유나',
        'recipient.contact': '010-5555-6666',
        'recipient.zipCode': '04524',
        'recipient.address': '서울특별시 중구 세종대로 110 (태평로1가)',
        'recipient.personalCustomsClearanceCode': 'P111122223333',
        'orderInfo.mallOrderNumber': '5012345678',
        'items[].name': '도자기 컵 세트',
        'items[].quantity': '2',
        'items[].price': '31000',
        'items[].currency': 'KRW',
        'items[].itemCode': 'B123456789',
        '[].$number': '4012345671',
      },
      made: {
        'items[].price': 'divided 62,000 ÷ 2',
        'items[].currency': 'constant',
      },
    },
    {
      row: 3,
      texts: {
        'orderInfo.mallOrderNumber': '5012345678',
        'items[].name': '스티커 3종',
        'items[].quantity': '3',
        'items[].currency': 'KRW',
        'items[].itemCode': 'B123456790',
        '[].$number': '4012345672',
      },
      made: {
        'items[].price': 'divided 1000 ÷ 3 ?',
        'items[].currency': 'constant',
      },
    },
    {
      row: 4,
      texts: {
        'recipient.name': '김민수',
        'recipient.contact': '02-312-4567',
        'recipient.zipCode': '03925',
        'recipient.address': '서울특별시 마포구 월드컵북로 396',
        'orderInfo.domesticShippingNumber': '0123456789',
        'orderInfo.mallOrderNumber': '5012345699',
        'items[].name': '리넨 앞치마',
        'items[].quantity': '1',
        'items[].price': '29800',
        'items[].currency': 'KRW',
        'items[].itemCode': 'B123456791',
        '[].$number': '4012345699',
      },
      made: {
        'orderInfo.domesticShippingNumber': "mapped '0123456789",
        'items[].currency': 'constant',
      },
    },
  ])
})

test.each([
  ['smartstore-orders', '기본배송지', { 'recipient.addressDetail': '12층' }],
  ['coupang-orders', '수취인 주소', { 'recipient.addressDetail': 'パークビル 4F' }],
  ['esm-orders', '주소', { 'recipient.addressDetail': 'パークビル 4F' }],
])('%s: an address in Japan is split and marked for review', (id, heading, detail) => {
  const { rows } = sampleOf(id)
  const header = rows.findIndex(row => row.includes(heading))
  const at = rows[header]?.indexOf(heading) ?? -1
  const abroad = rows.map((row, i) =>
    i > header ? row.with(at, '東京都渋谷区神南1-19-11 パークビル 4F') : row,
  )
  const [line] = readSample({ rows: abroad }, 'orders/japan').lines.map(stated)
  const isWhole = id === 'smartstore-orders'
  expect(line?.texts).toMatchObject({
    'recipient.state': '東京都',
    'recipient.city': '渋谷区',
    'recipient.address': isWhole ? '神南1-19-11 パークビル 4F' : '神南1-19-11',
    ...detail,
  })
  expect(line?.made['recipient.city']).toContain('?')
})

test.each([
  ['smartstore-orders', '발송기한'],
  ['coupang-orders', '주문시 출고예정일'],
  ['qoo10-orders', '発送予定日'],
])(
  '%s: the dispatch limit in %s is kept as the shop wrote it, hidden on the lines of the order',
  (id, heading) => {
    const sample = sampleOf(id)
    const header = sample.rows.findIndex(row => row.includes(heading))
    const column = sample.rows[header]?.indexOf(heading) ?? -1
    const dated = sample.rows.map((row, at) =>
      at > header ? row.map((text, place) => (place === column ? '2026-11-23 23:59' : text)) : row,
    )
    const limits = (rows: typeof sample.rows) =>
      readSample({ ...sample, rows }, 'orders/japan').lines.map(line => stated(line).texts['[].$dispatchBy'])
    expect(limits(sample.rows).filter(Boolean)).toEqual([])
    expect(new Set(limits(dated))).toEqual(new Set(['2026-11-23 23:59']))
  },
)

test('the usual currency of a shop gives way to a column of its file that names another one', () => {
  const { rows } = sampleOf('coupang-orders')
  const currencies = ['통화', 'USD', '', '원']
  const { lines } = readSample(
    { rows: rows.map((row, at) => [...row, currencies[at] ?? '']) },
    'orders/japan',
  )
  expect(lines.slice(0, 3).map(({ texts }) => texts['items[].currency'])).toEqual(['USD', 'KRW', 'KRW'])
})

/** The sample's first order with other columns. */
const cafe24With = (texts: Readonly<Record<string, string>>, without: readonly string[] = []) => {
  const [headings = [], first = []] = sampleOf('cafe24-orders').rows
  const kept = headings.flatMap((heading, at) => (without.includes(heading) ? [] : at))
  const added = Object.keys(texts).filter(heading => !headings.includes(heading))
  return readSample(
    {
      rows: [
        [...kept.map(at => headings[at] ?? ''), ...added],
        [
          ...kept.map(at => texts[headings[at] ?? ''] ?? first[at] ?? ''),
          ...added.map(heading => texts[heading] ?? ''),
        ],
      ],
    },
    'orders/japan',
  )
}

test('Cafe24: a unit price includes the surcharge of its option', () => {
  const priceOf = (...file: Parameters<typeof cafe24With>) => {
    const [line] = cafe24With(...file).lines
    const { texts = {}, made = {} } = line ? stated(line) : {}
    return [texts['items[].price'], made['items[].price']]
  }
  const option = { 판매가: '7900', '옵션추가 가격': '1000' }
  expect(priceOf({ ...option, '옵션+판매가': '8900', 상품구매금액: '17800', 수량: '2' })).toEqual([
    '8900',
    undefined,
  ])
  expect(priceOf(option)).toEqual(['8900', 'added 7900 + 1000'])
  expect(priceOf({ 판매가: '7900', '옵션추가 가격': '0' })).toEqual(['7900', undefined])
  expect(priceOf({ '옵션+판매가': '8900' }, ['판매가'])).toEqual(['8900', undefined])
  expect(priceOf({ 상품구매금액: '17800', 수량: '2' }, ['판매가'])).toEqual(['8900', 'divided 17800 ÷ 2'])
})
