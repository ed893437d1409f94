import type { ConflictNotice } from '@/lib/desk-api/drafts/changes'
import type { LineChange } from '@/lib/sheet/draft/draft'
import type { CellAddress, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A cell that another operator overwrote. @property text the text before */
export interface OverwrittenCell extends CellAddress {
  readonly text: string
}

/**
 * How many texts are in columns of the sheet. The others are those that no column shows, such as where the texts of an
 * imported line came from.
 */
export const countShownTexts = (workbook: Workbook, texts: Texts): number =>
  Object.keys(texts).filter(column => workbook.column(column)).length

/** Cells of existing lines that have another text now than the operator wrote last. */
export function overwrittenCells(
  workbook: Workbook,
  notices: readonly Pick<ConflictNotice, 'line' | 'texts'>[],
): OverwrittenCell[] {
  const cells = new Map<string, OverwrittenCell>()
  for (const { line, texts } of notices)
    for (const column in texts) {
      if (workbook.draft.lines.has(line) && workbook.column(column))
        cells.set(`${line} ${column}`, { line, column, text: texts[column] ?? '' })
    }
  return [...cells.values()].filter(cell => workbook.text(cell) !== cell.text)
}

/**
 * Writes texts into cells again, as one act.
 * @returns how many cells; locked ones stay as they are, and a row may have been deleted meanwhile
 */
export function restoreCells(workbook: Workbook, cells: readonly OverwrittenCell[]): number {
  workbook.finishActs()
  const changes = new Map<string, LineChange>()
  let count = 0
  for (const { line, column, text } of cells) {
    if (!workbook.draft.lines.has(line) || workbook.isLocked(line)) continue
    count++
    const { before, after } = changes.get(line) ?? { before: {}, after: {} }
    const now = workbook.text({ line, column })
    changes.set(line, {
      line,
      before: { ...before, [column]: now },
      after: { ...after, [column]: text },
    })
  }
  if (count > 0)
    workbook.perform({ changes: [...changes.values()], inserted: [], removed: [] }, cells[0] ?? null)
  return count
}
