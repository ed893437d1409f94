import type { Sort } from './arrange'
import type { Column } from './columns'
import { type Draft, type LineId, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank, kinds } from './kinds'
import { numberPlacesOf, placesOf } from './text-order'

/**
 * Whole orders by one column, never lines within one; an order is placed by its largest value when descending, by its
 * smallest when ascending. Blank values come last; orders that are equal stay as the draft has them.
 */
export function sortOrders(orders: readonly Order[], sort: Sort, draft: Draft, column: Column): Order[] {
  const said = new Said()
  for (const { lines } of orders) said.add(lines, draft, column)
  const places = placesIn(said.texts, column)
  const last = 2 * said.texts.length + 1
  const keys = new Float64Array(orders.length)
  for (let order = 0; order < orders.length; order++) {
    let first = last
    for (const text of said.of(order)) {
      const place = places[text] ?? 0
      first = Math.min(first, sort.descending ? last - 1 - place : place)
    }
    // Numbers alone are sorted ten times faster than by a comparison, so the order's own position is in them.
    keys[order] = first * orders.length + order
  }
  return Array.from(keys.sort(), key => orders[key % orders.length]).filter(order => order !== undefined)
}

/** What orders say in a column: one text where the column is theirs, else one a line. Blanks are passed over. */
class Said {
  /** Every text once. */
  readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()
  private readonly said: number[] = []
  private readonly ends: number[] = []

  add(lines: readonly LineId[], draft: Draft, column: Column): void {
    for (const line of lines) {
      const text = textAt(draft, line, column.id)
      if (isBlank(text)) continue
      this.said.push(this.number(text))
      if (column.scope === 'record') break
    }
    this.ends.push(this.said.length)
  }

  /** Positions in `texts` of what the order at a position says. */
  of(order: number): readonly number[] {
    return this.said.slice(this.ends[order - 1] ?? 0, this.ends[order])
  }

  private number(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

function placesIn(texts: readonly string[], column: Column): Uint32Array {
  if (column.kind !== 'number' && column.kind !== 'integer') return placesOf(texts)
  return numberPlacesOf(texts, text => {
    const reading = kinds[column.kind].read(text, column)
    return 'value' in reading ? Number(reading.value) : Number.NaN
  })
}
