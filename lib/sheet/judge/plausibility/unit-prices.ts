import type { LineId } from '@/lib/sheet/schema/line'

/** The price of a line of an item. */
export interface PricedLine {
  readonly code: string
  readonly currency: string
  readonly price: number
  readonly quantity: number
}

/** What the orders of a draft say of an item in one currency. */
interface ItemPrices {
  /** Number of lines of one piece, by their price in hundredths. */
  readonly units: Map<number, number>
  /** Orders with a line of several pieces. */
  readonly several: Set<LineId>
}

/** This many lines of one piece with the same price make it a unit price. */
const MIN_COUNT = 2
const none: ReadonlySet<LineId> = new Set()

/**
 * Unit prices of the items of a draft. Only lines of one piece have them: their price is a unit price in any case. It
 * is kept up to date order by order; a price that becomes known, or unknown, names the orders that it may decide.
 */
export class UnitPrices {
  private readonly pricedLines = new Map<LineId, readonly PricedLine[]>()
  private readonly items = new Map<string, ItemPrices>()

  /** Sets the lines of an order; none when it ended. @returns the other orders to judge again */
  update(firstLine: LineId, lines: readonly PricedLine[]): ReadonlySet<LineId> {
    const before = this.pricedLines.get(firstLine)
    if (before ? isSame(before, lines) : lines.length === 0) return none
    const changed: { readonly key: string; readonly price: number }[] = []
    for (const line of before ?? []) this.remove(firstLine, line, changed)
    for (const line of lines) this.add(firstLine, line, changed)
    if (lines.length === 0) this.pricedLines.delete(firstLine)
    else this.pricedLines.set(firstLine, lines)
    return changed.length === 0 ? none : this.decidedBy(firstLine, changed)
  }

  /** Whether a line of several pieces has the total as its price: the share of a piece is a unit price elsewhere. */
  isTotal(line: PricedLine): boolean {
    const units = this.items.get(keyOf(line))?.units
    const isUnit = (price: number) => (units?.get(inHundredths(price)) ?? 0) >= MIN_COUNT
    return line.quantity > 1 && isUnit(line.price / line.quantity) && !isUnit(line.price)
  }

  private add(firstLine: LineId, line: PricedLine, changed: { key: string; price: number }[]): void {
    const key = keyOf(line)
    let item = this.items.get(key)
    if (!item) {
      item = { units: new Map(), several: new Set() }
      this.items.set(key, item)
    }
    if (line.quantity !== 1) {
      item.several.add(firstLine)
      return
    }
    const price = inHundredths(line.price)
    const count = (item.units.get(price) ?? 0) + 1
    item.units.set(price, count)
    if (count === MIN_COUNT) changed.push({ key, price })
  }

  private remove(firstLine: LineId, line: PricedLine, changed: { key: string; price: number }[]): void {
    const key = keyOf(line)
    const item = this.items.get(key)
    if (!item) return
    if (line.quantity === 1) {
      const price = inHundredths(line.price)
      const count = (item.units.get(price) ?? 0) - 1
      if (count > 0) item.units.set(price, count)
      else item.units.delete(price)
      if (count === MIN_COUNT - 1) changed.push({ key, price })
    } else item.several.delete(firstLine)
    if (item.units.size === 0 && item.several.size === 0) this.items.delete(key)
  }

  /** The other orders with a line of several pieces whose price, or whose share of a piece, is one of these. */
  private decidedBy(
    firstLine: LineId,
    changed: readonly { readonly key: string; readonly price: number }[],
  ): ReadonlySet<LineId> {
    const decided = new Set<LineId>()
    for (const { key, price } of changed) {
      for (const other of this.items.get(key)?.several ?? none) {
        const isDecided = this.pricedLines
          .get(other)
          ?.some(
            line =>
              line.quantity > 1 &&
              keyOf(line) === key &&
              (inHundredths(line.price) === price || inHundredths(line.price / line.quantity) === price),
          )
        if (isDecided) decided.add(other)
      }
    }
    decided.delete(firstLine)
    return decided
  }
}

const keyOf = ({ code, currency }: PricedLine): string => `${code}\n${currency}`

const inHundredths = (price: number): number => Math.round(price * 100)

const isSame = (a: readonly PricedLine[], b: readonly PricedLine[]): boolean =>
  a.length === b.length &&
  a.every((line, at) => {
    const other = b[at]
    return (
      other !== undefined &&
      line.price === other.price &&
      line.quantity === other.quantity &&
      line.code === other.code &&
      line.currency === other.currency
    )
  })
