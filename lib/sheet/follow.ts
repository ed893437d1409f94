import type { Draft, LineId, Patch } from './draft'
import type { OrdersIndex } from './orders-index'
import type { Shown, ViewOrder } from './view-order'

/**
 * Takes lines that came or went into a sorted or filtered view: nothing else moves under the operator's hand. A line
 * that comes stands with its order; the first of an order, or a blank one, stands below the line that precedes it in
 * the draft. Orders added behind the last line of the draft stand last, where the operator wrote them.
 */
export function followView(view: ViewOrder, patch: Patch, draft: Draft, index: OrdersIndex): void {
  // Lines that change their places in the draft go and come back in one act; in the view they stay, or stay away.
  const gone = new Set(patch.removed.map(({ id }) => id))
  view.remove([...gone].filter(id => !draft.lines.has(id)))
  const inserted = new Set(patch.inserted.flatMap(({ id }) => (gone.has(id) ? [] : [id])))
  const tail = tailOf(draft.order, inserted)
  const isAdded = draft.order.slice(tail).some(id => index.orderOf(id))
  const places = new Map(
    [...inserted].flatMap(id => {
      const at = index.positionOf(id)
      return at === undefined || view.has(id) ? [] : [[id, at]]
    }),
  )
  const coming = [...places].sort(([, a], [, b]) => a - b).map(([id]) => id)
  view.insert(coming, (id, shown) => {
    const at = places.get(id) ?? 0
    return at >= tail && isAdded ? shown.last : standOf(id, draft.order[at - 1], index, shown)
  })
}

/** Below which line one stands; null: at the top. @param precedes the line above it in the draft */
function standOf(id: LineId, precedes: LineId | undefined, index: OrdersIndex, shown: Shown): LineId | null {
  const lines = index.orderOf(id)?.lines ?? []
  const place = lines.indexOf(id)
  const before = lines.slice(0, Math.max(0, place)).findLast(line => shown.has(line))
  if (before !== undefined) return before
  const after = lines.slice(place + 1).find(line => shown.has(line))
  if (after !== undefined) return shown.above(after)
  if (precedes === undefined) return null
  return shown.has(precedes) ? precedes : shown.last
}

/** Position from which on all lines of the draft are new. */
function tailOf(order: readonly LineId[], inserted: ReadonlySet<LineId>): number {
  let at = order.length
  while (at > 0 && inserted.has(order[at - 1] ?? '')) at--
  return at
}
