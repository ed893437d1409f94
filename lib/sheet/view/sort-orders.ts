import type { Order } from '@/lib/sheet/orders/grouping'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Sort } from './arrangement'
import type { ReadText } from './column-filter'
import { numberRanksOf, ranksOf } from './text-order'

/**
 * Sorts whole orders by one column, never the lines within an order. An order is sorted by its largest value when
 * descending, by its smallest when ascending. Blank values come last; equal orders keep the order of the draft.
 */
export function sortOrders(orders: readonly Order[], sort: Sort, read: ReadText, column: Column): Order[] {
  const columnTexts = new ColumnTexts()
  for (const { lines } of orders) columnTexts.add(lines, read, column)
  const places = placesIn(columnTexts.texts, column)
  const last = 2 * columnTexts.texts.length + 1
  const keys = new Float64Array(orders.length)
  for (let order = 0; order < orders.length; order++) {
    let first = last
    for (let at = columnTexts.startOf(order); at < columnTexts.startOf(order + 1); at++) {
      const place = places[columnTexts.at(at)] ?? 0
      first = Math.min(first, sort.descending ? last - 1 - place : place)
    }
    // Plain numbers sort ten times faster than with a comparison function, so a key contains the position of its order.
    keys[order] = first * orders.length + order
  }
  return Array.from(keys.sort(), key => orders[key % orders.length]).filter(order => order !== undefined)
}

/** Texts of orders in a column: one text for a column of the order, else one per line. Blanks are skipped. */
class ColumnTexts {
  /** Distinct texts. */
  readonly texts: string[] = []
  private readonly numberOf = new Map<string, number>()
  private readonly numbers: number[] = []
  /** Where the numbers of each order begin. */
  private readonly starts: number[] = [0]

  add(lines: readonly LineId[], read: ReadText, column: Column): void {
    for (const line of lines) {
      const text = read(line, column.id)
      if (isBlank(text)) continue
      this.numbers.push(this.number(text))
      if (column.scope === 'record') break
    }
    this.starts.push(this.numbers.length)
  }

  /** Where the texts of an order begin; those of the next order follow. @param order position of the order */
  startOf(order: number): number {
    return this.starts[order] ?? 0
  }

  /** Position in `texts`. */
  at(place: number): number {
    return this.numbers[place] ?? 0
  }

  private number(text: string): number {
    const known = this.numberOf.get(text)
    if (known !== undefined) return known
    this.numberOf.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

function placesIn(texts: readonly string[], column: Column): Uint32Array {
  if (column.kind !== 'number' && column.kind !== 'integer') return ranksOf(texts)
  return numberRanksOf(texts, text => {
    const reading = kinds[column.kind].read(text, column)
    return 'value' in reading ? Number(reading.value) : Number.NaN
  })
}
