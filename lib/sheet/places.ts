import { byRank, type Draft, type LineId } from './draft'
import type { ViewOrder } from './view-order'

/** Which of two lines stands above the other on the screen. Lines that a filter hides stand behind those it shows. */
export interface Places {
  /** Another one whenever lines that stay may have changed their places among each other. */
  readonly basis: unknown
  readonly compare: (a: LineId, b: LineId) => number
  /** Every line that the screen shows, in this order. */
  readonly all: () => readonly LineId[]
}

/** Lines as the draft has them; those that are none of its lines, such as spare ones, behind. */
export function placesInDraft(draft: Draft): Places {
  const compare = (a: LineId, b: LineId): number => {
    const [left, right] = [draft.lines.get(a), draft.lines.get(b)]
    return left && right ? byRank(left, right) : Number(!left) - Number(!right)
  }
  return { basis: draft, compare, all: () => draft.order }
}

/** Lines as a view has them. */
export function placesInView(draft: Draft, order: ViewOrder): Places {
  const others = placesInDraft(draft)
  const compare = (a: LineId, b: LineId): number => {
    const [left, right] = [order.rankOf(a), order.rankOf(b)]
    if (left !== undefined && right !== undefined) return left - right
    if (left === right) return others.compare(a, b)
    return left === undefined ? 1 : -1
  }
  return { basis: order, compare, all: () => order.lines }
}
