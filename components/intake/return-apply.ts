import type { AddedRow, ReturnDraft, ReturnedCell, ReturnPlan } from '@/lib/intake/return-plan'
import { type CellAddress, type Line, type LineId, type Patch, ranksAfter } from '@/lib/sheet/draft'
import { write } from '@/lib/sheet/edits'
import { leftOf } from '@/lib/sheet/replay'
import type { Workbook } from '@/lib/sheet/workbook'
import { inSlices } from './slices'

/** Lines that are written in one go; those of one order always are. */
const TOGETHER = 100

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

/**
 * Takes over what came back, as one undoable act, in pieces between which the screen is painted. What was typed since the
 * operator read the preview stays.
 * @param isOff whether somebody called it off
 * @returns undefined when it was called off; nothing of it is left then
 */
export async function applyReturn(
  workbook: Workbook,
  { changed, clashing, added }: ReturnPlan,
  { theirs, withAdded }: ReturnChoice,
  newId: () => LineId,
  at: CellAddress | null,
  onProgress: (done: number) => void = () => {},
  isOff: () => boolean = () => false,
): Promise<Applied | undefined> {
  const cells = [...changed, ...clashing.filter(cell => theirs.has(cell))]
  // All that is to be written is found out first: once an order's number is written, its lines are others.
  const { orders, first } = await writesOf(workbook, cells)
  const patches: Patch[] = []
  await inSlices(orders, writes => {
    patches.push(write(workbook.edits, writes).patch)
    return !isOff()
  })
  const inserted = withAdded ? linesOf(workbook, added, newId) : []
  for (let from = 0; from < inserted.length; from += TOGETHER)
    patches.push({ changes: [], inserted: inserted.slice(from, from + TOGETHER), removed: [] })
  const act = workbook.performInPieces(at)
  let done = 0
  const isWhole = await inSlices(patches, patch => {
    // What others did meanwhile stays.
    act.add(leftOf(patch, workbook.draft, line => workbook.isLocked(line)))
    onProgress(++done / patches.length)
    return !isOff()
  })
  if (!isWhole) {
    act.callOff()
    return undefined
  }
  act.end()
  const [line] = inserted
  return {
    cells: orders.reduce((sum, writes) => sum + cellsIn(writes), 0),
    lines: orders.reduce((sum, writes) => sum + writes.size, 0),
    added: inserted.length,
    first: first ?? (line && { line: line.id, column: workbook.sheet.key }),
  }
}

type Written = Map<LineId, Record<string, string>>

const cellsIn = (writes: Written): number =>
  [...writes.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0)

/** What is to be written, some orders together: a text that many lines of an order repeat is written to all of them. */
async function writesOf(
  workbook: Workbook,
  cells: readonly ReturnedCell[],
): Promise<{ readonly orders: readonly Written[]; readonly first: CellAddress | undefined }> {
  const byLead = new Map<LineId, Written>()
  const orders: Written[] = []
  let first: CellAddress | undefined
  await inSlices(cells, ({ line, column, here, there }) => {
    if (workbook.isLocked(line) || workbook.text({ line, column }) !== here) return true
    first ??= { line, column }
    const lead = workbook.index.orderOf(line)?.lead ?? line
    const last = orders.at(-1)
    const writes = byLead.get(lead) ?? (last && last.size < TOGETHER ? last : new Map())
    if (writes.size === 0) orders.push(writes)
    byLead.set(lead, writes)
    const texts = writes.get(line) ?? {}
    writes.set(line, texts)
    texts[column] = there
    return true
  })
  return { orders, first }
}

/** Lines for rows that were added: each below the last of its order, those of new orders below all. */
function linesOf({ draft }: Workbook, added: readonly AddedRow[], newId: () => LineId): Line[] {
  const end = draft.order.at(-1) ?? null
  const places = new Map<LineId | null, AddedRow[]>()
  // Those of the last order stand above those of new ones.
  for (const row of [...added.filter(({ after }) => after), ...added.filter(({ after }) => !after)]) {
    const place = row.after ?? end
    const rows = places.get(place)
    if (rows) rows.push(row)
    else places.set(place, [row])
  }
  return [...places].flatMap(([after, rows]) => {
    const ranks = ranksAfter(draft, after, rows.length) ?? ranksAfter(draft, end, rows.length) ?? []
    return rows.map(({ texts }, i) => ({ id: newId(), rank: ranks[i] ?? 0, texts }))
  })
}
