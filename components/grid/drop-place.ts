import { frozenEdge, type PlacedColumn } from './geometry'

/** Where a column that is dragged would go: beside which one, and where the line that says so stands, in the view. */
export interface DropPlace {
  readonly other: string
  readonly side: 'before' | 'after'
  readonly x: number
}

/**
 * The place under the pointer. The nearer edge of a column counts; nothing gets before the first one.
 * @param x of the pointer, in CSS pixels from the left of the view
 * @param places of all columns, left to right, the pinned ones first
 * @param scrolled how far the sheet is scrolled to the right
 */
export function dropPlace(
  x: number,
  places: readonly PlacedColumn[],
  scrolled: number,
): DropPlace | undefined {
  const isFrozen = x < frozenEdge(places)
  const at = isFrozen ? x : x + scrolled
  const among = places.filter(place => place.pinned === isFrozen)
  const over = among.findLast(place => place.left <= at) ?? among[0]
  if (!over) return undefined
  const side = over.index === 0 || at > over.left + over.width / 2 ? 'after' : 'before'
  const edge = over.left + (side === 'after' ? over.width : 0)
  return { other: over.id, side, x: isFrozen ? edge : edge - scrolled }
}
