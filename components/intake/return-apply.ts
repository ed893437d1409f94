import type { AddedRow, ReturnDraft, ReturnedCell, ReturnPlan } from '@/lib/intake/return-plan'
import { type CellAddress, type Line, type LineId, ranksAfter } from '@/lib/sheet/draft'
import { write } from '@/lib/sheet/edits'
import type { Workbook } from '@/lib/sheet/workbook'

/** The draft that a file comes back to, as it is compared. */
export const returnDraft = (workbook: Workbook): ReturnDraft => ({
  texts: line => workbook.draft.lines.get(line)?.texts,
  orderOf: line => workbook.index.orderOf(line)?.lines ?? [line],
  isLocked: line => workbook.isLocked(line),
  lines: () => workbook.draft.order,
})

/** What an operator wants of what came back. */
export interface ReturnChoice {
  /** Of the cells that were edited here too, those that take the file's text. */
  readonly theirs: ReadonlySet<ReturnedCell>
  readonly withAdded: boolean
}

/** What was done with it. */
export interface Applied {
  readonly cells: number
  readonly lines: number
  readonly added: number
  /** The first cell of it; undefined: nothing was done. */
  readonly first: CellAddress | undefined
}

/** Takes over what came back, as one undoable act. What was typed while the operator read the preview stays. */
export function applyReturn(
  workbook: Workbook,
  { changed, clashing, added }: ReturnPlan,
  { theirs, withAdded }: ReturnChoice,
  newId: () => LineId,
  at: CellAddress | null,
): Applied {
  const cells = [...changed, ...clashing.filter(cell => theirs.has(cell))].filter(
    ({ line, column, here }) => !workbook.isLocked(line) && workbook.text({ line, column }) === here,
  )
  const writes = new Map<LineId, Record<string, string>>()
  for (const { line, column, there } of cells) {
    const texts = writes.get(line) ?? {}
    writes.set(line, texts)
    texts[column] = there
  }
  const inserted = withAdded ? linesOf(workbook, added, newId) : []
  workbook.perform({ ...write(workbook.edits, writes).patch, inserted }, at)
  const [first] = cells
  const [line] = inserted
  return {
    cells: cells.length,
    lines: writes.size,
    added: inserted.length,
    first: first ?? (line && { line: line.id, column: workbook.sheet.key }),
  }
}

/** Lines for rows that were added: each below the last of its order, those of new orders below all. */
function linesOf({ draft }: Workbook, added: readonly AddedRow[], newId: () => LineId): Line[] {
  const end = draft.order.at(-1) ?? null
  const places = new Map<LineId | null, AddedRow[]>()
  // Those of the last order stand above those of new ones.
  for (const row of [...added.filter(({ after }) => after), ...added.filter(({ after }) => !after)]) {
    const place = row.after ?? end
    places.set(place, [...(places.get(place) ?? []), row])
  }
  return [...places].flatMap(([after, rows]) => {
    const ranks = ranksAfter(draft, after, rows.length) ?? ranksAfter(draft, end, rows.length) ?? []
    return rows.map(({ texts }, i) => ({ id: newId(), rank: ranks[i] ?? 0, texts }))
  })
}
