import { emptyPatch, type Patch, positionIn, ranksAfter, textAt } from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import type { EditContext } from './edits'
import type { OrdersIndex } from './orders-index'

/** An order that loses some of its lines and keeps the others. */
export interface KeptOrder {
  /** Its lines before the removal. */
  readonly lines: ReadonlySet<LineId>
  /** The lines that stay, from top to bottom. */
  readonly remaining: readonly LineId[]
}

/**
 * The orders that lose some of their lines, but not all.
 * @param lost lines that are in the sheet and will be removed
 */
export function keptOrders(index: OrdersIndex, lost: readonly Line[]): KeptOrder[] {
  const gone = new Set(lost.map(({ id }) => id))
  const orders = new Map<LineId, readonly LineId[]>()
  for (const id of gone) {
    const firstLine = index.firstLineOf(id)
    if (firstLine === undefined || orders.has(firstLine)) continue
    const lines = index.find(firstLine)?.lines ?? []
    if (lines.length > 1) orders.set(firstLine, lines)
  }
  return [...orders.values()].flatMap(lines => {
    const remaining = lines.filter(id => !gone.has(id))
    return remaining.length === 0 ? [] : { lines: new Set(lines), remaining }
  })
}

/**
 * Moves what remains of an order below the lines of another order among which it is: another operator has removed the
 * order and inserted one in its place. Otherwise the lines below it would become its items.
 * @param inserted the lines that came with the removal. A line among them that continues the order
 *   itself stays its item.
 * @returns undefined if it is not among the lines of an inserted order, has no number, or there is no
 *   rank left below them
 */
export function separated(
  { draft, index, keyColumn }: EditContext,
  { lines, remaining }: KeptOrder,
  inserted: ReadonlySet<LineId>,
): Patch | undefined {
  const isAmongInserted = remaining.some(id => {
    const line = draft.lines.get(id)
    const above = line && draft.order[positionIn(draft, line) - 1]
    const firstLine = above !== undefined && inserted.has(above) ? index.firstLineOf(above) : undefined
    return firstLine !== undefined && !lines.has(firstLine)
  })
  if (!isAmongInserted) return undefined
  const firstLines = new Set(remaining.flatMap(id => index.firstLineOf(id) ?? []))
  const others = [...firstLines].flatMap(id => index.find(id)?.lines ?? []).filter(id => !lines.has(id))
  const last = others.at(-1)
  const [first] = remaining
  if (last === undefined || first === undefined || isBlank(textAt(draft, first, keyColumn))) return undefined
  const ranks = ranksAfter(draft, last, remaining.length)
  if (!ranks) return undefined
  const removed = remaining.flatMap(id => draft.lines.get(id) ?? [])
  return {
    ...emptyPatch,
    removed,
    inserted: removed.map((line, i) => ({ ...line, rank: ranks[i] ?? line.rank })),
  }
}
