import type { ItemFacts } from '@/lib/sheet/judge/plausibility/item-facts'
import type { Line, Texts } from '@/lib/sheet/schema/line'

// A shop's orders of some weeks, from a seed, with planted mistakes. It knows what it planted and calls nothing that
// judges orders.

/** A mistake in one cell, and the warning that an operator should get. */
export interface Planted {
  readonly code: string
  /** The order, by its first line. */
  readonly firstLine: string
}

export interface SeededHistory {
  readonly lines: readonly Line[]
  readonly planted: readonly Planted[]
  /** What the shop knows of its items. */
  readonly facts: Readonly<Record<string, ItemFacts>>
}

interface Product {
  readonly code: string
  readonly name: string
  /** Of one piece, in kilograms. */
  readonly weight: number
  readonly price: number
  /** A set of two with the same code and twice the price. */
  readonly hasSet: boolean
}

type Random = () => number

/** A sequence of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const places = [
  ['150-0041', '東京都', '渋谷区', '神南'],
  ['530-0001', '大阪府', '大阪市北区', '梅田'],
  ['060-0001', '北海道', '札幌市中央区', '北一条西'],
  ['810-0001', '福岡県', '福岡市中央区', '天神'],
  ['460-0008', '愛知県', '名古屋市中区', '栄'],
] as const
const lastNames = ['山田', '佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '中村', '小林', '加藤']
const firstNames = ['太郎', '花子', '一郎', '美咲', '健', '結衣', '翔太', '陽菜', '大輔', '葵']
const wares = [
  'Leather wallet',
  'Wool beanie',
  'Hand cream',
  'Soy candle',
  'Linen apron',
  'Silver studs',
  'Phone case',
]

/** Weights are known to 10 grams, prices to 10 yen. */
const toWeight = (value: number) => Math.max(0.01, Math.round(value * 100) / 100)
const toPrice = (value: number) => Math.max(10, Math.round(value / 10) * 10)

const catalog = (random: Random): Product[] =>
  Array.from({ length: 180 }, (_, i) => ({
    code: `SKU-${String(100 + i)}`,
    name: `${pick(random, wares)} ${i}`,
    weight: toWeight(0.02 + random() ** 2 * 1.8),
    price: toPrice(400 + random() ** 2 * 24000),
    hasSet: random() < 0.1,
  }))

/** Three of four pieces are bought alone. */
const quantityOf = (random: Random) => (random() < 0.75 ? 1 : 2 + Math.floor(random() * 4))

function itemTexts(random: Random, product: Product, isWeightOfLine: boolean, currency: string): Texts {
  const quantity = quantityOf(random)
  const isSet = product.hasSet && random() < 0.4
  const sale = random() < 0.12 ? pick(random, [0.9, 0.8, 0.7, 0.5]) : 1
  const price = random() < 0.01 ? 0 : toPrice(product.price * (isSet ? 2 : 1) * sale)
  const each = product.weight * (isSet ? 2 : 1) * (0.97 + random() * 0.06)
  return {
    'items[].name': product.name,
    'items[].quantity': String(quantity),
    'items[].price': currency === 'USD' ? (price / 150).toFixed(2) : String(price),
    'items[].currency': currency,
    'items[].actualWeight': String(toWeight(each * (isWeightOfLine ? quantity : 1))),
    'items[].originCountry': 'KR',
    'items[].imageUrl': `https://shop.example/${product.code}.jpg`,
    // Some exports lack the code.
    'items[].itemCode': random() < 0.07 ? '' : product.code,
  }
}

function recipientTexts(random: Random): Texts {
  const [zipCode, state, city, street] = pick(random, places)
  const name = `${pick(random, lastNames)} ${pick(random, firstNames)}`
  const address = `${street}${1 + Math.floor(random() * 20)}-${1 + Math.floor(random() * 30)}`
  return {
    'recipient.country': 'JP',
    'recipient.name': name,
    'recipient.contact': `090-${1000 + Math.floor(random() * 9000)}-${1000 + Math.floor(random() * 9000)}`,
    'recipient.zipCode': zipCode,
    'recipient.state': state,
    'recipient.city': city,
    'recipient.address': address,
    'recipient.addressDetail': '',
    'recipient.importerJapaneseName': name,
    'recipient.importerJapaneseZipCode': zipCode,
    'recipient.importerJapaneseState': state,
    'recipient.importerJapaneseCity': city,
    'recipient.importerJapaneseAddress': address,
  }
}

const number = (texts: Texts, column: string) => Number(texts[column])
const WEIGHT = 'items[].actualWeight'
const PACKED = 'packageInfo.actualWeight'
const QUANTITY = 'items[].quantity'
const PRICE = 'items[].price'
const CURRENCY = 'items[].currency'

/** How each mistake changes an order; undefined: this order cannot have it. Mistakes are those of real exports. */
const mistakes: Readonly<Record<string, (order: readonly Texts[]) => Texts[] | undefined>> = {
  items_above_package: ([first, ...rest]) => {
    const items = [first, ...rest].reduce((sum, texts) => sum + number(texts ?? {}, WEIGHT), 0)
    return items < 0.1 || !first
      ? undefined
      : [{ ...first, [PACKED]: String(toWeight(items * 0.6)) }, ...rest]
  },
  weight_in_grams: ([first, ...rest]) =>
    first?.['items[].itemCode']
      ? [{ ...first, [WEIGHT]: String(Math.round(number(first, WEIGHT) * 1000)) }, ...rest]
      : undefined,
  package_in_grams: ([first, ...rest]) =>
    first && [{ ...first, [PACKED]: String(Math.round(number(first, PACKED) * 1000)) }, ...rest],
  price_is_total: ([first, ...rest]) => {
    if (!first?.['items[].itemCode'] || number(first, QUANTITY) < 2 || number(first, PRICE) === 0)
      return undefined
    return [{ ...first, [PRICE]: String(number(first, PRICE) * number(first, QUANTITY)) }, ...rest]
  },
  two_currencies: ([first, ...rest]) =>
    rest.length > 0 && first ? [{ ...first, [CURRENCY]: 'KRW' }, ...rest] : undefined,
  unusual_quantity: ([first, ...rest]) => first && [{ ...first, [QUANTITY]: '0' }, ...rest],
}

/** Forty mistakes: these many of each kind. */
const plan: Readonly<Record<string, number>> = {
  items_above_package: 8,
  weight_in_grams: 7,
  package_in_grams: 5,
  price_is_total: 8,
  two_currencies: 6,
  unusual_quantity: 6,
}

/** `count` orders with forty planted mistakes, and what the shop knows of its items. */
export function seededHistory(seed: number, count = 5000): SeededHistory {
  const random = randomOf(seed)
  const products = catalog(random)
  const orders = Array.from({ length: count }, (_, i): Texts[] => {
    const isWeightOfLine = random() < 0.3
    const currency = random() < 0.05 ? 'USD' : 'JPY'
    const chosen = Array.from({ length: random() < 0.7 ? 1 : 2 + Math.floor(random() * 3) }, () =>
      pick(random, products),
    )
    const items = chosen.map(product => itemTexts(random, product, isWeightOfLine, currency))
    const goods = items.reduce(
      (sum, texts) => sum + number(texts, WEIGHT) * (isWeightOfLine ? 1 : number(texts, QUANTITY)),
      0,
    )
    const boxes = random() < 0.03 ? 2 : 1
    const packed = (goods * 1.03 + 0.03 + random() * 0.3) / boxes
    const head: Texts = {
      'orderInfo.mallOrderNumber': `SEED-${seed}-${i}`,
      'orderInfo.incoterms': 'DDP',
      'orderInfo.isExportDeclaration': 'false',
      'orderInfo.exportPurpose': 'COMMERCIAL',
      warehouseId: '1',
      'sender.name': 'Hanbit Store',
      'sender.contact': '+82-2-312-4567',
      'packageInfo.actualWeight': String(toWeight(packed)),
      'packageInfo.quantity': String(boxes),
      ...recipientTexts(random),
    }
    return items.map((texts, at) => (at === 0 ? { ...head, ...texts } : texts))
  })
  const planted = new Map<number, string>()
  const known = new Map(products.map(product => [product.code, product]))
  for (const [code, wanted] of Object.entries(plan)) {
    for (let done = 0; done < wanted; ) {
      const at = Math.floor(random() * count)
      const order = orders[at] ?? []
      const product = known.get(order[0]?.['items[].itemCode'] ?? '')
      // A total hides where a set has the same price, and a price in dollars or on sale is not a usual one.
      const isUsual = product && !product.hasSet && number(order[0] ?? {}, PRICE) === product.price
      const changed =
        planted.has(at) || (code === 'price_is_total' && !isUsual) ? undefined : mistakes[code]?.(order)
      if (!changed) continue
      orders[at] = changed
      planted.set(at, code)
      done++
    }
  }
  const rank = (order: number, line: number) => order * 10 + line
  return {
    lines: orders.flatMap((order, i) =>
      order.map((texts, line) => ({ id: `${i}/${line}`, rank: rank(i, line), texts })),
    ),
    planted: [...planted].map(([at, code]) => ({ code, firstLine: `${at}/0` })),
    facts: Object.fromEntries(
      products.map(({ code, weight, price }, i) => [
        code,
        {
          weight: { value: weight, source: i % 3 === 0 ? ('history' as const) : ('master' as const) },
          ...(i % 2 === 0 && { unitPrices: [price] }),
        },
      ]),
    ),
  }
}
