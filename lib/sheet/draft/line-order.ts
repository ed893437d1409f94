import type { LineId } from '@/lib/sheet/schema/line'
import { byRank, type Draft } from './draft'

/** The order of lines on the screen. Lines that a filter hides come after those that it shows. */
export interface LineOrder {
  /** Another value whenever remaining lines may have changed their order. */
  readonly basis: unknown
  readonly compare: (a: LineId, b: LineId) => number
  /** All lines on the screen, in this order. */
  readonly all: () => readonly LineId[]
}

/** The order of the draft; lines that the draft does not have, such as placeholder rows, come last. */
export function draftLineOrder(draft: Draft): LineOrder {
  const compare = (a: LineId, b: LineId): number => {
    const [left, right] = [draft.lines.get(a), draft.lines.get(b)]
    return left && right ? byRank(left, right) : Number(!left) - Number(!right)
  }
  return { basis: draft, compare, all: () => draft.order }
}
