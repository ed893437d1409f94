import { inChunks } from '@/components/import/yield-to-paint'
import type { AddedRow, ReimportDraft, ReimportedCell, ReimportPlan } from '@/lib/import/roundtrip/plan'
import { type Patch, ranksAfter } from '@/lib/sheet/draft/draft'
import { applicablePart } from '@/lib/sheet/draft/replay'
import { writeTexts } from '@/lib/sheet/orders/edits'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Lines of one patch. All lines of an order are in the same patch. */
const MAX_LINES_PER_PATCH = 100

/** A draft, as a returned file is compared with it. */
export const roundTripDraft = (workbook: Workbook): ReimportDraft => ({
  texts: line => workbook.draft.lines.get(line)?.texts,
  orderOf: line => workbook.index.orderOf(line)?.lines ?? [line],
  isLocked: line => workbook.isLocked(line),
  lines: () => workbook.draft.order,
})

/** The operator's choices in the preview. */
export interface RoundTripChoice {
  /** Conflicting cells that take the text of the file. */
  readonly theirs: ReadonlySet<ReimportedCell>
  readonly withAdded: boolean
}

/** The changes that were made. */
export interface Applied {
  readonly cells: number
  readonly lines: number
  readonly added: number
  /** The first changed cell; undefined where nothing changed. */
  readonly first: CellAddress | undefined
}

interface ApplyOptions {
  readonly newId: () => LineId
  /** The active cell. */
  readonly at: CellAddress | null
  /** Called with the applied share, from 0 to 1. */
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}

/**
 * Applies a returned file as one undo step, in chunks between which the browser paints. Cells that were edited after
 * the preview keep their texts.
 * @returns undefined when `signal` aborts; the draft is then as before
 */
export async function applyRoundTrip(
  workbook: Workbook,
  { changed, conflicting, added }: ReimportPlan,
  { theirs, withAdded }: RoundTripChoice,
  { newId, at, onProgress, signal }: ApplyOptions,
): Promise<Applied | undefined> {
  const cells = [...changed, ...conflicting.filter(cell => theirs.has(cell))]
  // All writes are collected first: writing an order number changes which lines form an order.
  const { orders, first } = await writesOf(workbook, cells)
  const patches: Patch[] = []
  await inChunks(orders, writes => {
    patches.push(writeTexts(workbook.edits, writes).patch)
    return !signal?.aborted
  })
  const inserted = withAdded ? linesOf(workbook, added, newId) : []
  for (let from = 0; from < inserted.length; from += MAX_LINES_PER_PATCH)
    patches.push({ changes: [], inserted: inserted.slice(from, from + MAX_LINES_PER_PATCH), removed: [] })
  const act = workbook.performInChunks(at)
  let done = 0
  const isWhole = await inChunks(patches, patch => {
    // Changes that other participants make meanwhile stay.
    act.add(applicablePart(patch, workbook.draft, line => workbook.isLocked(line)))
    onProgress?.(++done / patches.length)
    return !signal?.aborted
  })
  if (!isWhole) {
    act.cancel()
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

type LineWrites = Map<LineId, Record<string, string>>

const cellsIn = (writes: LineWrites): number =>
  [...writes.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0)

/** Collects the writes of some orders together. A text that lines of an order repeat is written to all of them. */
async function writesOf(
  workbook: Workbook,
  cells: readonly ReimportedCell[],
): Promise<{ readonly orders: readonly LineWrites[]; readonly first: CellAddress | undefined }> {
  const byFirstLine = new Map<LineId, LineWrites>()
  const orders: LineWrites[] = []
  let first: CellAddress | undefined
  await inChunks(cells, ({ line, column, here, there }) => {
    if (workbook.isLocked(line) || workbook.text({ line, column }) !== here) return true
    first ??= { line, column }
    const firstLine = workbook.index.orderOf(line)?.firstLine ?? line
    const last = orders.at(-1)
    const writes = byFirstLine.get(firstLine) ?? (last && last.size < MAX_LINES_PER_PATCH ? last : new Map())
    if (writes.size === 0) orders.push(writes)
    byFirstLine.set(firstLine, writes)
    const texts = writes.get(line) ?? {}
    writes.set(line, texts)
    texts[column] = there
    return true
  })
  return { orders, first }
}

/** Lines for added rows: each below the last line of its order, those of new orders below all lines. */
function linesOf({ draft }: Workbook, added: readonly AddedRow[], newId: () => LineId): Line[] {
  const end = draft.order.at(-1) ?? null
  const places = new Map<LineId | null, AddedRow[]>()
  // Rows of the last order come before rows of new orders.
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
