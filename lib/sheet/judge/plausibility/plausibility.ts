import { wholeCurrencies } from '@/lib/contract/choices'
import type { FailureParams } from '@/lib/contract/validation/failures'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { foldAddress } from '@/lib/sheet/schema/fold-address'
import { isToJapan } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { SharedFailure } from '@/lib/sheet/schema/record-lines'
import { isHeavier, isInGrams, isTotalOf, meantThousands, readAmount } from './amounts'
import { importLimitOf } from './import-limits'
import { type ItemFacts, KnownItems } from './item-facts'
import { RecipientSums, type Share } from './recipient-sums'
import { type PricedLine, UnitPrices } from './unit-prices'

// Values that the contract accepts and that are most likely mistakes, and limits of private imports into Japan. All are
// warnings and block nothing (docs/decisions/0086, 0087).

const ITEM_WEIGHT = 'items[].actualWeight'
const PACKAGE_WEIGHT = 'packageInfo.actualWeight'
const PACKAGE_COUNT = 'packageInfo.quantity'
const QUANTITY = 'items[].quantity'
const PRICE = 'items[].price'
const CURRENCY = 'items[].currency'

/** Who receives an order: the name and the place, as texts of the recipient. */
const RECIPIENT = ['name', 'zipCode', 'state', 'city', 'address', 'addressDetail'].map(
  field => `recipient.${field}`,
)

/** One line of an order as far as it can be read. */
interface Item {
  readonly line: Line
  readonly code: string
  readonly facts: ItemFacts | undefined
  readonly weight: number | undefined
  readonly price: number | undefined
  readonly quantity: number | undefined
  readonly currency: string
}

/** The warnings of an order, and the other orders whose warnings may have changed with it. */
export interface Plausibility {
  readonly warnings: readonly SharedFailure[]
  readonly others: ReadonlySet<LineId>
}

/** Judges amounts of orders by what the shop knows of their items and by the other orders of the draft. */
export class PlausibilityJudge {
  /** What is known of the items of the sheet. */
  readonly items = new KnownItems()
  /** The day in Japan (ISO 8601); '': it is not known, and orders of all days count together. */
  day = ''
  private readonly prices = new UnitPrices()
  private readonly sums = new RecipientSums()

  /**
   * Judges an order.
   * @param lines its lines, at least one
   * @param sentOn the day in Japan on which it was registered; undefined: it is not registered
   */
  judge(firstLine: LineId, lines: readonly Line[], sentOn: string | undefined): Plausibility {
    const items = lines.map(line => this.read(line))
    const textOf = (column: string) => lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? ''
    const shares =
      items.some(({ facts }) => facts?.kind) && isToJapan(textOf) ? sharesOf(items, this.day) : []
    const isOfToday = sentOn === undefined || this.day === '' || sentOn === this.day
    const recipient = shares.length > 0 && isOfToday ? foldAddress(RECIPIENT.map(textOf).join(' ')) : ''
    const others = union(
      this.sums.update(firstLine, recipient, shares),
      this.prices.update(firstLine, pricedLines(items)),
    )
    return {
      others,
      warnings: [
        ...weightWarnings(items, lines, textOf),
        ...currencyWarnings(items),
        ...items.flatMap(item => decimalsWarning(item) ?? this.priceWarning(item)),
        ...this.limitWarnings(items, shares, recipient),
      ],
    }
  }

  /** Leaves out an order that no longer exists or is not sent from here. @returns the other orders to judge again */
  leaveOut(firstLine: LineId): ReadonlySet<LineId> {
    return union(this.sums.update(firstLine, '', []), this.prices.update(firstLine, []))
  }

  private read(line: Line): Item {
    const { texts } = line
    const code = texts[ITEM_CODE]?.trim() ?? ''
    return {
      line,
      code,
      facts: code === '' ? undefined : this.items.factsOf(code),
      weight: readAmount(texts[ITEM_WEIGHT]),
      price: readAmount(texts[PRICE]),
      quantity: readAmount(texts[QUANTITY]),
      currency: foldCurrency(texts[CURRENCY]),
    }
  }

  private priceWarning(item: Item): readonly SharedFailure[] {
    if (!isPriced(item) || item.quantity === 1) return none
    const { price, quantity } = item
    const known = item.facts?.unitPrices ?? []
    const isKnownTotal = !known.includes(price) && known.some(unit => isTotalOf(price, quantity, unit))
    if (!isKnownTotal && !this.prices.isTotal(item)) return none
    const unit = String(round(price / quantity))
    const params = { value: item.line.texts[PRICE] ?? '', quantity, unit }
    return [{ cells: [{ line: item.line.id, column: PRICE }], code: 'price_is_total', params }]
  }

  /** Warnings of the limited goods in an order, on the quantities that count. */
  private limitWarnings(
    items: readonly Item[],
    shares: readonly Share[],
    recipient: string,
  ): SharedFailure[] {
    return shares.flatMap(share => {
      const { importLimit, group } = share
      const all = this.sums.of(recipient, share)
      const isOwn = share.amount > importLimit.limit
      if (!isOwn && all.amount <= importLimit.limit) return []
      const cells = items
        .filter(({ facts }) => facts?.kind === importLimit.kind && facts.group === group)
        .map(({ line }): CellAddress => ({ line: line.id, column: QUANTITY }))
      const code = importLimit.counts === 'pieces' ? 'import_pieces' : 'import_supply'
      const limit = importLimit.months ?? importLimit.limit
      const sum = isOwn ? share.amount : all.amount
      const params: FailureParams = { kind: importLimit.kind, group, limit, sum, orders: all.orders }
      const found: SharedFailure = { cells, code: isOwn ? code : `${code}_recipient`, params }
      return [found]
    })
  }
}

const none: readonly SharedFailure[] = []

/** A currency in any case and width. Nearly all texts are codes already. */
function foldCurrency(text = ''): string {
  return /^[A-Z]*$/.test(text) ? text : text.normalize('NFKC').trim().toUpperCase()
}

const on = ({ line }: Item, column: string): CellAddress => ({ line: line.id, column })

/** Whether the price of a line can be compared: it has a code, a price and whole pieces. */
const isPriced = (item: Item): item is Item & PricedLine =>
  item.code !== '' &&
  item.price !== undefined &&
  item.quantity !== undefined &&
  Number.isInteger(item.quantity)

/** The prices of an order without its texts, which change more often. */
function pricedLines(items: readonly Item[]): PricedLine[] {
  const priced: PricedLine[] = []
  for (const item of items) {
    if (!isPriced(item)) continue
    const { code, currency, price, quantity } = item
    priced.push({ code, currency, price, quantity })
  }
  return priced
}

const union = (a: ReadonlySet<LineId>, b: ReadonlySet<LineId>): ReadonlySet<LineId> =>
  a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b])

/** Weights in grams, and items that are heavier than the packages. One mistake gets one warning. */
function weightWarnings(
  items: readonly Item[],
  lines: readonly Line[],
  textOf: (column: string) => string,
): SharedFailure[] {
  const inGrams = items.flatMap((item): SharedFailure[] => {
    const { facts, weight } = item
    if (!facts?.weight || weight === undefined || !isInGrams(weight, facts.weight.value)) return []
    const { value: known, source } = facts.weight
    const params = { value: item.line.texts[ITEM_WEIGHT] ?? '', known: String(known), source }
    return [{ cells: [on(item, ITEM_WEIGHT)], code: 'weight_in_grams', params }]
  })
  const text = textOf(PACKAGE_WEIGHT)
  const packed = readAmount(text)
  const line = lines.find(({ texts }) => !isBlank(texts[PACKAGE_WEIGHT]))
  if (packed === undefined || !line) return inGrams
  const cell = { line: line.id, column: PACKAGE_WEIGHT }
  const expected = sumOf(items, item => {
    const weight = item.facts?.weight?.value ?? item.weight
    return weight === undefined ? undefined : weight * (item.quantity ?? 1)
  })
  if (expected !== undefined && isInGrams(packed, expected)) {
    const warning = {
      code: 'package_in_grams',
      params: { value: text, known: String(round(expected)) },
    } as const
    return [...inGrams, { ...warning, cells: [cell] }]
  }
  // The API does not say whether the weight of an item is that of one piece or of the line: the smaller one counts.
  const total = sumOf(items, ({ weight }) => weight)
  const packages = packed * (readAmount(textOf(PACKAGE_COUNT)) ?? 1)
  if (inGrams.length > 0 || total === undefined || !isHeavier(total, packages)) return inGrams
  const cells = [cell, ...items.map(item => on(item, ITEM_WEIGHT))]
  return [
    {
      cells,
      code: 'items_above_package',
      params: { items: String(round(total)), value: String(round(packages)) },
    },
  ]
}

/** The sum over all items; undefined when one of them is not known. */
function sumOf(items: readonly Item[], amountOf: (item: Item) => number | undefined): number | undefined {
  let sum = 0
  for (const item of items) {
    const amount = amountOf(item)
    if (amount === undefined) return undefined
    sum += amount
  }
  return sum
}

/** Sums of decimals get digits that no operator typed. */
const round = (value: number): number => Number(value.toPrecision(9))

function currencyWarnings(items: readonly Item[]): readonly SharedFailure[] {
  if (items.length === 1) return none
  const first = items.find(({ currency }) => currency !== '')
  if (!first || items.every(({ currency }) => currency === '' || currency === first.currency)) return []
  const withCurrency = items.filter(({ currency }) => currency !== '')
  const currencies = [...new Set(withCurrency.map(({ currency }) => currency))].join(', ')
  return [
    { cells: withCurrency.map(item => on(item, CURRENCY)), code: 'two_currencies', params: { currencies } },
  ]
}

/**
 * A warning of a price in yen or won with decimals: a point between thousands would be sent as a decimal point, and
 * 29.80 is most likely in another currency.
 */
function decimalsWarning({ line, price, currency }: Item): SharedFailure | undefined {
  if (price === undefined || !wholeCurrencies.has(currency)) return undefined
  const value = line.texts[PRICE] ?? ''
  const cell = { line: line.id, column: PRICE }
  const meant = meantThousands(value, currency)
  if (meant !== undefined)
    return { cells: [cell], code: 'price_in_thousands', params: { value, sent: String(price), meant } }
  if (Number.isInteger(price)) return undefined
  return {
    cells: [cell, { line: line.id, column: CURRENCY }],
    code: 'price_with_decimals',
    params: { value, currency },
  }
}

/** What the items add up to in each group of limited goods. Pieces whose supply is not known are not counted. */
function sharesOf(items: readonly Item[], day: string): Share[] {
  const shares = new Map<string, Share>()
  for (const { facts, quantity } of items) {
    const importLimit = facts?.kind && importLimitOf(facts.kind, day)
    const each = importLimit?.counts === 'pieces' ? 1 : facts?.supplyDays
    if (!importLimit || each === undefined || quantity === undefined) continue
    const group = facts?.group ?? ''
    const key = `${importLimit.kind}\n${group}`
    const amount = (shares.get(key)?.amount ?? 0) + quantity * each
    shares.set(key, { importLimit, group, amount })
  }
  return [...shares.values()]
}
