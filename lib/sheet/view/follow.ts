import type { Draft, Patch } from '@/lib/sheet/draft/draft'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { LineId } from '@/lib/sheet/schema/line'
import type { ShownLines, ViewOrder } from './view-order'

/**
 * Updates a sorted or filtered view with inserted and removed lines; no other line moves. An inserted line goes to its
 * order. The first line of an order, or a blank line, goes below the nearest shown line that precedes it in the draft.
 * Orders added behind the last line of the draft go to the end, where the operator typed them.
 * @param isSorted false: the view has its lines in the order of the draft, new ones as well
 */
export function followView(
  view: ViewOrder,
  patch: Patch,
  draft: Draft,
  index: OrdersIndex,
  isSorted: boolean,
): void {
  // A line that is moved in the draft is removed and inserted in one act; in the view it stays shown or hidden.
  const gone = new Set(patch.removed.map(({ id }) => id))
  view.remove([...gone].filter(id => !draft.lines.has(id)))
  const inserted = new Set(patch.inserted.flatMap(({ id }) => (gone.has(id) ? [] : [id])))
  const tail = tailOf(draft.order, inserted)
  const isAdded = draft.order.slice(tail).some(id => index.firstLineOf(id) !== undefined)
  const places = new Map(
    [...inserted].flatMap(id => {
      const at = index.positionOf(id)
      return at === undefined || view.has(id) ? [] : [[id, at]]
    }),
  )
  const insertedInOrder = [...places].sort(([, a], [, b]) => a - b).map(([id]) => id)
  view.insert(insertedInOrder, (id, shown) => {
    const at = places.get(id) ?? 0
    if (!isSorted) return nearestAbove(at, draft.order, shown)
    return at >= tail && isAdded ? shown.last : shownLineAbove(id, draft.order, at, index, shown)
  })
}

/** Shows all lines of each of these orders that a filtered view shows a part of. @param isSorted as in `followView` */
export function showWholeOrders(
  view: ViewOrder,
  orders: readonly Order[],
  draft: Draft,
  index: OrdersIndex,
  isSorted: boolean,
): void {
  const hidden = orders.flatMap(({ lines }) => {
    const others = lines.filter(id => !view.has(id))
    return others.length < lines.length ? others : []
  })
  view.insert(hidden, (id, shown) => {
    const at = index.positionOf(id) ?? 0
    return isSorted ? shownLineAbove(id, draft.order, at, index, shown) : nearestAbove(at, draft.order, shown)
  })
}

/** The shown line below which a line belongs; null: at the top. @param at its position in the draft */
function shownLineAbove(
  id: LineId,
  order: readonly LineId[],
  at: number,
  index: OrdersIndex,
  shown: ShownLines,
): LineId | null {
  const lines = index.orderOf(id)?.lines ?? []
  const place = lines.indexOf(id)
  const before = lines.slice(0, Math.max(0, place)).findLast(line => shown.has(line))
  // Blank lines may be between them.
  if (before !== undefined) return nearestAbove(at, order, shown)
  const after = lines.slice(place + 1).find(line => shown.has(line))
  if (after !== undefined) return shown.above(after)
  return nearestAbove(at, order, shown)
}

/** The nearest shown line above a position of the draft; null when there is none. */
function nearestAbove(at: number, order: readonly LineId[], shown: ShownLines): LineId | null {
  for (let above = at - 1; above >= 0; above--) {
    const line = order[above]
    if (line !== undefined && shown.has(line)) return line
  }
  return null
}

/** Position from which on all lines of the draft are inserted ones. */
function tailOf(order: readonly LineId[], inserted: ReadonlySet<LineId>): number {
  let at = order.length
  while (at > 0 && inserted.has(order[at - 1] ?? '')) at--
  return at
}
