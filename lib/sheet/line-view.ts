import { type Draft, type LineId, type Texts, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import type { LineMarks } from './marks'
import type { Standing } from './standing'

/** One line as a screen shows it. A new object whenever anything in it changes, and only then. */
export interface LineView {
  readonly id: LineId
  readonly texts: Texts
  /** Columns whose text is not shown because the order shows it further up already. */
  readonly hidden: ReadonlySet<string>
  /** The order's first line; undefined when the line is blank. */
  readonly lead: LineId | undefined
  /** Whether this line opens an order. */
  readonly opens: boolean
  readonly marks: LineMarks
  /** Where the line's order stands. */
  readonly standing: Standing
  /** Read-only: the order is, or may be, at the service. */
  readonly locked: boolean
  /** The one column that may be edited though the line is locked: that of the number, where another draft holds it. */
  readonly unlocked: string | undefined
  /** int64 as text, once registered. */
  readonly orderId: string | undefined
}

const nothing: ReadonlySet<string> = new Set()

/** Puts a line's view together. Order cells show once: repeats of what the order said above are hidden. */
export function viewLine(
  draft: Draft,
  id: LineId,
  order: Order | undefined,
  record: ReadonlySet<string>,
  said: Pick<LineView, 'marks' | 'standing' | 'locked' | 'unlocked' | 'orderId'>,
): LineView {
  const opens = order?.lead === id
  return {
    id,
    texts: draft.lines.get(id)?.texts ?? {},
    hidden: opens || !order ? nothing : repeats(draft, id, order, record),
    lead: order?.lead,
    opens,
    ...said,
  }
}

function repeats(draft: Draft, id: LineId, order: Order, record: ReadonlySet<string>): ReadonlySet<string> {
  const above = order.lines.slice(0, order.lines.indexOf(id))
  const hidden = new Set<string>()
  for (const column of record) {
    const text = textAt(draft, id, column)
    if (isBlank(text)) continue
    const first = above.find(line => !isBlank(textAt(draft, line, column)))
    if (first !== undefined && textAt(draft, first, column).trim() === text.trim()) hidden.add(column)
  }
  return hidden
}
