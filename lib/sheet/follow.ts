import type { Draft, LineId, Patch } from './draft'
import type { OrdersIndex } from './orders-index'
import type { Shown, ViewOrder } from './view-order'

/**
 * Takes lines that came or went into a sorted or filtered view: nothing else moves under the operator's hand. A line
 * that comes stands with its order; the first of an order, or a blank one, stands below the nearest shown line that
 * precedes it in the draft. Orders added behind the last line of the draft stand last, where the operator wrote them.
 * @param isSorted else the view has its lines as the draft has them, new ones too
 */
export function followView(
  view: ViewOrder,
  patch: Patch,
  draft: Draft,
  index: OrdersIndex,
  isSorted: boolean,
): void {
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
    if (!isSorted) return nearestAbove(at, draft.order, shown)
    return at >= tail && isAdded ? shown.last : standOf(id, draft.order, at, index, shown)
  })
}

/** Below which line one stands; null: at the top. @param at its position in the draft */
function standOf(
  id: LineId,
  order: readonly LineId[],
  at: number,
  index: OrdersIndex,
  shown: Shown,
): LineId | null {
  const lines = index.orderOf(id)?.lines ?? []
  const place = lines.indexOf(id)
  const before = lines.slice(0, Math.max(0, place)).findLast(line => shown.has(line))
  if (before !== undefined) return before
  const after = lines.slice(place + 1).find(line => shown.has(line))
  if (after !== undefined) return shown.above(after)
  return nearestAbove(at, order, shown)
}

/** The nearest shown line above a position of the draft; null: there is none. */
function nearestAbove(at: number, order: readonly LineId[], shown: Shown): LineId | null {
  for (let above = at - 1; above >= 0; above--) {
    const line = order[above]
    if (line !== undefined && shown.has(line)) return line
  }
  return null
}

/** Position from which on all lines of the draft are new. */
function tailOf(order: readonly LineId[], inserted: ReadonlySet<LineId>): number {
  let at = order.length
  while (at > 0 && inserted.has(order[at - 1] ?? '')) at--
  return at
}
