import { textAt } from '@/lib/sheet/draft/draft'
import type { ApiError } from '@/lib/sheet/judge/explanations/explain-api-error'
import type { Mark } from '@/lib/sheet/judge/marks'
import { sentText } from '@/lib/sheet/judge/status/outcomes'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from './workbook'

/** Where a mark is: a cell, or a line as a whole. */
export interface MarkPlace {
  readonly line: LineId
  readonly column?: string | undefined
}

/**
 * What an explanation of a service's error is derived from. The value is the one that was judged: the text of the cell,
 * or what was sent of it when it was edited since.
 * @param warehouses of the connection in one line; '' where none are known
 */
export function apiErrorAt(
  workbook: Workbook,
  mark: Mark,
  { line, column: id }: MarkPlace,
  warehouses: string,
): ApiError {
  const { sheet, draft, index } = workbook
  const lines = index.orderOf(line)?.lines ?? [line]
  const textOf = (column: string) => {
    const own = textAt(draft, line, column)
    if (!isBlank(own)) return own
    const source = lines.find(other => !isBlank(textAt(draft, other, column)))
    return source === undefined ? '' : textAt(draft, source, column)
  }
  const column = id === undefined ? undefined : workbook.column(id)
  const outcome = workbook.outcomeOf(line)
  const sent =
    mark.stale && outcome && column ? sentText(outcome, { line, column: column.id }, sheet) : undefined
  return {
    sheet,
    column,
    value: sent ?? (column ? textAt(draft, line, column.id) : ''),
    field: mark.field ?? '',
    errorCode: mark.errorCode,
    isOneOf: mark.oneOf > 1,
    number: outcome?.mallOrderNumber ?? textOf(sheet.key).trim(),
    marks: mark.stale || id === undefined ? [] : (workbook.line(line).marks.cells.get(id) ?? []),
    warehouses,
    textOf,
  }
}
