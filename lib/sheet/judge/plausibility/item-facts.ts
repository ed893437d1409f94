import { type GoodsKind, goodsKey, isGoodsKind } from '@/lib/sheet/schema/goods'
import type { Texts } from '@/lib/sheet/schema/line'
import { readAmount } from './amounts'

/** What the shop knows of an item by its code, from the product master and from orders that it registered. */
export interface ItemFacts {
  /** The weight of one item, and who says so. */
  readonly weight?: { readonly value: number; readonly source: 'master' | 'history' }
  /** Prices of one item, in whatever currency. */
  readonly unitPrices?: readonly number[]
  readonly kind?: GoodsKind
  /** Items of one group count together, such as lipsticks of all colours. */
  readonly group?: string
  /** How many days one piece lasts. */
  readonly supplyDays?: number
}

/** What registered orders say of an item. */
export interface ItemHistory {
  readonly weight?: number
  readonly unitPrices: readonly number[]
}

/**
 * The facts about an item.
 * @param texts of the product master, by column id and by `goodsKey`
 * @param group names the group if the product master does not
 */
export function itemFacts(texts: Texts, group: string, history: ItemHistory | undefined): ItemFacts {
  const known = readAmount(texts['items[].actualWeight'])
  const supplyDays = readAmount(texts[goodsKey('supplyDays')])
  const price = readAmount(texts[goodsKey('unitPrice')])
  const kind = texts[goodsKey('kind')]
  const unitPrices = [...(price === undefined ? [] : [price]), ...(history?.unitPrices ?? [])]
  const weight = known ?? history?.weight
  return {
    ...(weight !== undefined && {
      weight: { value: weight, source: known === undefined ? 'history' : 'master' },
    }),
    ...(unitPrices.length > 0 && { unitPrices: [...new Set(unitPrices)] }),
    ...(isGoodsKind(kind) && { kind, group: texts[goodsKey('group')] ?? group }),
    ...(supplyDays !== undefined && { supplyDays }),
  }
}

/** An item of an order as it was registered. */
export interface RegisteredItem {
  readonly code: string
  readonly quantity: number
  readonly price: number
  readonly weight: number
}

/** A price that fewer orders have is not known to be usual. */
const MIN_PRICE_COUNT = 2

/** What registered items say of each code: the median of its weights, and prices that lines of one piece repeat. */
export function itemHistories(items: Iterable<RegisteredItem>): Map<string, ItemHistory> {
  const seen = new Map<string, { weights: number[]; prices: Map<number, number> }>()
  for (const { code, quantity, price, weight } of items) {
    const known = seen.get(code) ?? { weights: [], prices: new Map<number, number>() }
    seen.set(code, known)
    if (weight > 0) known.weights.push(weight)
    if (quantity === 1 && price > 0) known.prices.set(price, (known.prices.get(price) ?? 0) + 1)
  }
  return new Map(
    [...seen].map(([code, { weights, prices }]) => {
      const weight = weights.toSorted((a, b) => a - b)[weights.length >> 1]
      const unitPrices = [...prices].flatMap(([price, count]) => (count < MIN_PRICE_COUNT ? [] : [price]))
      return [code, { ...(weight !== undefined && { weight }), unitPrices }]
    }),
  )
}

/**
 * The facts about the items of a sheet, as far as they were looked up. Judging an order asks for its codes; a code that
 * was not looked up yet is queued for the next request.
 */
export class KnownItems {
  private readonly facts = new Map<string, ItemFacts>()
  private readonly looked = new Set<string>()
  private readonly wanted = new Set<string>()

  /** How many codes are to be looked up. */
  get wantedCount(): number {
    return this.wanted.size
  }

  /** The facts about a code; undefined when there are none, or the code was not looked up yet. */
  factsOf(code: string): ItemFacts | undefined {
    if (!this.looked.has(code)) this.wanted.add(code)
    return this.facts.get(code)
  }

  /** Takes at most `max` codes that are to be looked up. */
  takeWanted(max: number): string[] {
    const taken: string[] = []
    for (const code of this.wanted) {
      if (taken.length === max) break
      this.wanted.delete(code)
      taken.push(code)
    }
    return taken
  }

  /** Queues codes again that could not be looked up. */
  putBack(codes: readonly string[]): void {
    for (const code of codes) this.wanted.add(code)
  }

  /** Sets the facts about the codes that were looked up. @returns whether any of them changed */
  update(codes: readonly string[], found: Readonly<Record<string, ItemFacts>>): boolean {
    let isChanged = false
    for (const code of codes) {
      this.looked.add(code)
      const now = Object.hasOwn(found, code) ? found[code] : undefined
      if (JSON.stringify(now) === JSON.stringify(this.facts.get(code))) continue
      isChanged = true
      if (now) this.facts.set(code, now)
      else this.facts.delete(code)
    }
    return isChanged
  }

  /** Queues all codes for another lookup; their facts stay until then. */
  lookUpAllAgain(): void {
    for (const code of this.looked) this.wanted.add(code)
  }
}
