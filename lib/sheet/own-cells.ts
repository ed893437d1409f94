import { type LineId, textAt } from './draft'
import type { EditContext } from './edits'
import { isBlank } from './kinds'

/** Whether a line shows a text of its own in a column, or could: it does not where its order says it above. */
export function isOwn({ draft, index, record }: EditContext, line: LineId, column: string): boolean {
  if (!record.has(column)) return true
  const order = index.orderOf(line)
  if (!order || order.lead === line) return true
  const text = textAt(draft, line, column)
  if (isBlank(text)) return false
  const first = order.lines.find(other => !isBlank(textAt(draft, other, column))) ?? line
  return first === line || textAt(draft, first, column).trim() !== text.trim()
}

/** What a cell shows, found without a view of its line: for those who walk along many. */
export const shownAt = (context: EditContext, line: LineId, column: string): string =>
  isOwn(context, line, column) ? textAt(context.draft, line, column) : ''
