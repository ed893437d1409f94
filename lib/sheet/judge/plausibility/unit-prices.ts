import type { LineId } from '@/lib/sheet/schema/line'

/** The price of a line of an item. */
export interface PricedLine {
  readonly code: string
  readonly currency: string
  readonly price: number
  readonly quantity: number
}

/** What an order says of unit prices. */
interface Said {
  /** Prices of its lines of one piece. */
  readonly units: readonly string[]
  /** Prices that decide whether its lines of several pieces have totals. */
  readonly asked: readonly string[]
}

/** So many lines of one piece with the same price make it a unit price. */
const MIN_COUNT = 2

/**
 * Unit prices of the items of a draft. Only lines of one piece tell them: their price is a unit price in any case. It
 * is kept up to date order by order; a price that becomes known, or unknown, names the orders that it decides.
 */
export class UnitPrices {
  private readonly said = new Map<LineId, Said>()
  private readonly counts = new Map<string, number>()
  private readonly askers = new Map<string, Set<LineId>>()

  /** Sets the lines of an order; none when it ended. @returns the other orders to judge again */
  update(firstLine: LineId, lines: readonly PricedLine[]): Set<LineId> {
    const changed = new Set<string>()
    const before = this.said.get(firstLine)
    if (!before && lines.length === 0) return new Set()
    const units: string[] = []
    const asked: string[] = []
    for (const line of lines) {
      if (line.quantity === 1) units.push(keyOf(line, line.price))
      else asked.push(keyOf(line, line.price / line.quantity), keyOf(line, line.price))
    }
    if (before && isSame(before.units, units) && isSame(before.asked, asked)) return new Set()
    for (const key of before?.units ?? []) this.count(key, -1, changed)
    for (const key of units) this.count(key, 1, changed)
    for (const key of before?.asked ?? []) this.stopAsking(key, firstLine)
    for (const key of asked) this.ask(key, firstLine)
    if (lines.length === 0) this.said.delete(firstLine)
    else this.said.set(firstLine, { units, asked })
    const others = new Set<LineId>()
    for (const key of changed) for (const other of this.askers.get(key) ?? []) others.add(other)
    others.delete(firstLine)
    return others
  }

  /** Whether a line of several pieces has the total as its price: the share of a piece is a unit price elsewhere. */
  isTotal(line: PricedLine): boolean {
    const isUnit = (price: number) => (this.counts.get(keyOf(line, price)) ?? 0) >= MIN_COUNT
    return line.quantity > 1 && isUnit(line.price / line.quantity) && !isUnit(line.price)
  }

  private count(key: string, by: 1 | -1, changed: Set<string>): void {
    const before = this.counts.get(key) ?? 0
    const now = before + by
    if (now === 0) this.counts.delete(key)
    else this.counts.set(key, now)
    if (before >= MIN_COUNT !== now >= MIN_COUNT) changed.add(key)
  }

  private ask(key: string, firstLine: LineId): void {
    const askers = this.askers.get(key)
    if (askers) askers.add(firstLine)
    else this.askers.set(key, new Set([firstLine]))
  }

  private stopAsking(key: string, firstLine: LineId): void {
    const askers = this.askers.get(key)
    askers?.delete(firstLine)
    if (askers?.size === 0) this.askers.delete(key)
  }
}

const keyOf = ({ code, currency }: PricedLine, price: number): string =>
  `${code}\n${currency}\n${Math.round(price * 100)}`

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at])
