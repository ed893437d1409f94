import { frozenEdge, type PlacedColumn } from '@/components/grid/geometry/geometry'

/** Where a dragged column would go: beside which column, and the position of the marker in the view. */
export interface DropTarget {
  readonly other: string
  readonly side: 'before' | 'after'
  readonly x: number
}

/**
 * The drop target under the pointer: the nearer edge of a column. Nothing can be dropped before the fixed columns.
 * @param x of the pointer, in CSS pixels from the left of the view
 * @param places of all columns, left to right, the pinned ones first
 * @param scrolled how far the sheet is scrolled to the right
 * @param fixed how many columns from the left are never moved
 */
export function dropTargetAt(
  x: number,
  places: readonly PlacedColumn[],
  scrolled: number,
  fixed: number,
): DropTarget | undefined {
  const isFrozen = x < frozenEdge(places)
  const at = isFrozen ? x : x + scrolled
  const among = places.filter(place => place.pinned === isFrozen)
  const under = among.findLast(place => place.left <= at) ?? among[0]
  const over = under && under.index < fixed ? places[fixed - 1] : under
  if (!over) return undefined
  const side = over.index < fixed || at > over.left + over.width / 2 ? 'after' : 'before'
  const edge = over.left + (side === 'after' ? over.width : 0)
  return { other: over.id, side, x: isFrozen ? edge : edge - scrolled }
}
