import { type Draft, textAt } from '@/lib/sheet/draft/draft'
import type { LineMarks } from '@/lib/sheet/judge/marks'
import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { EditContext } from '@/lib/sheet/orders/edits'
import type { Order } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import type { Listeners } from './listeners'

/** One line as a screen shows it. A new object whenever anything in it changes, and only then. */
export interface LineView {
  readonly id: LineId
  /** The texts of its cells, also of a read-only one. */
  readonly texts: Texts
  /** Columns whose text is not shown because a line above of the same order shows it. */
  readonly hidden: ReadonlySet<string>
  /** The order's first line; undefined when the line is blank. */
  readonly firstLine: LineId | undefined
  /** Whether this line begins an order. */
  readonly isFirst: boolean
  readonly marks: LineMarks
  readonly status: OrderStatus
  /** Whether the line's order has a warning. */
  readonly isWarned: boolean
  /** Read-only: the order is, or may be, at the service. */
  readonly isLocked: boolean
  /** The one column of a locked line that may be edited: that of the number, when another draft holds the number. */
  readonly editableColumn: string | undefined
  /** int64 as text, once registered. */
  readonly orderId: string | undefined
}

const nothing: ReadonlySet<string> = new Set()

/** Makes the view of a line. Cells of the order show once: a text that a line above has as well is hidden. */
export function viewLine(
  { draft, recordColumns, readOnly }: EditContext,
  id: LineId,
  order: Order | undefined,
  state: Pick<LineView, 'marks' | 'status' | 'isWarned' | 'isLocked' | 'editableColumn' | 'orderId'>,
): LineView {
  const isFirst = order?.firstLine === id
  const texts = draft.lines.get(id)?.texts ?? {}
  const fixed = readOnly?.textOf(id) ?? ''
  return {
    id,
    texts: readOnly && fixed !== '' ? { ...texts, [readOnly.id]: fixed } : texts,
    hidden: isFirst || !order ? nothing : repeats(draft, id, order, recordColumns),
    firstLine: order?.firstLine,
    isFirst: isFirst,
    ...state,
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

/** Line views that are cached; a screen shows a few dozen. */
const MAX_CACHED_VIEWS = 5000

/** Caches the views of lines: each is the same object until it is invalidated, which notifies the line's listeners. */
export class LineViews {
  private readonly views = new Map<LineId, LineView>()

  /** @param viewOf makes the view of a line; `likely` is its position in the sheet's view, when the caller knows it */
  constructor(
    private readonly take: (id: LineId, likely?: number) => LineView,
    private readonly listeners: Listeners,
  ) {}

  of(id: LineId, likely?: number): LineView {
    const known = this.views.get(id)
    if (known) return known
    const view = this.take(id, likely)
    // The older half is dropped. A screen that shows one of these lines makes its view again, once.
    if (this.views.size >= MAX_CACHED_VIEWS)
      for (const old of [...this.views.keys()].slice(0, MAX_CACHED_VIEWS / 2)) this.views.delete(old)
    this.views.set(id, view)
    return view
  }

  /** Call it when anything about a line changed. */
  invalidate(line: LineId): void {
    this.views.delete(line)
    this.listeners.notifyLine(line)
  }

  /** To be called when many lines changed: notifying all listeners is quicker than finding the lines that changed. */
  invalidateAll(): void {
    this.views.clear()
    this.listeners.notifyEveryLine()
  }
}
