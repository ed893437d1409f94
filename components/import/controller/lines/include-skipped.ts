import { inChunks, yieldToPaint } from '@/components/import/yield-to-paint'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { type Draft, ranksAfter } from '@/lib/sheet/draft/draft'
import { tableOf } from '@/lib/sheet/orders/grouping'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { LineChunk } from './import-file'
import { notInDraft } from './line-ids'
import { rowPlaceOf } from './skipped-rows'

/** Lines that one message carries, and that are inserted between two paints. */
const CHUNK_SIZE = 400

/** How many orders were imported, and the first of their lines; undefined where there is none. */
export interface IncludedOrders {
  readonly orders: number
  readonly firstLine: LineId | undefined
}

interface IncludeOptions {
  /** Id of the file. */
  readonly file: string
  /** The next skipped lines of the file. */
  readonly nextLines: (limit: number, isFirst: boolean) => Promise<LineChunk>
  readonly newId: (texts: Texts) => LineId
  readonly signal: AbortSignal
}

/**
 * Imports lines that were skipped, as one undo step: an item goes below the other items of its order, a whole order
 * below all lines. Lines that are in the sheet already stay as they are.
 * @returns undefined when `signal` aborts; the draft is then as before
 * @throws what `nextLines` throws
 */
export async function includeSkipped(
  workbook: Workbook,
  { file, nextLines, newId, signal }: IncludeOptions,
): Promise<IncludedOrders | undefined> {
  const skipped: Texts[] = []
  for (let isLast = false, isFirst = true; !isLast; isFirst = false) {
    const chunk = await nextLines(CHUNK_SIZE, isFirst)
    skipped.push(...chunk.lines)
    isLast = chunk.isLast
  }
  const numberOf = (texts: Texts) => texts[workbook.sheet.key]?.trim() ?? ''
  // The same number in another table, or in another report of a file, is another order.
  const orderOf = (texts: Texts) => `${tableOf(texts[hiddenColumns.source] ?? '')} ${numberOf(texts)}`
  const orders = new Set(skipped.map(orderOf))
  const present = new Set<string>()
  const lastLineOf = new Map<string, LineId>()
  await inChunks(workbook.draft.order, id => {
    const texts = workbook.draft.lines.get(id)?.texts
    if (!texts?.[hiddenColumns.source]?.startsWith(`${file}:`)) return true
    present.add(rowPlaceOf(texts))
    if (orders.has(orderOf(texts)) && !workbook.isLocked(id)) lastLineOf.set(orderOf(texts), id)
    return true
  })
  if (signal.aborted) return undefined
  const missing = skipped.filter(texts => !present.has(rowPlaceOf(texts)))
  const lines = placed(workbook.draft, missing, texts => lastLineOf.get(orderOf(texts)), newId)
  const act = workbook.performInChunks(null)
  for (let at = 0; at < lines.length; at += CHUNK_SIZE) {
    const inserted = notInDraft(workbook, lines.slice(at, at + CHUNK_SIZE))
    act.add({ changes: [], inserted, removed: [] })
    await yieldToPaint()
    if (!signal.aborted) continue
    act.cancel()
    return undefined
  }
  act.end()
  return { orders: new Set(missing.map(orderOf)).size, firstLine: lines[0]?.id }
}

/** Gives lines their ranks: below the line that `after` names, where there are ranks between, else below all. */
function placed(
  draft: Draft,
  all: readonly Texts[],
  after: (texts: Texts) => LineId | undefined,
  newId: IncludeOptions['newId'],
): Line[] {
  const end = draft.order.at(-1) ?? null
  const belowLine = new Map<LineId, Texts[]>()
  const belowAll: Texts[] = []
  for (const texts of all) {
    const line = after(texts)
    if (line === undefined) belowAll.push(texts)
    else belowLine.set(line, [...(belowLine.get(line) ?? []), texts])
  }
  const lines: Line[] = []
  const add = (some: readonly Texts[], ranks: readonly number[]) => {
    for (const [i, texts] of some.entries()) lines.push({ id: newId(texts), rank: ranks[i] ?? 0, texts })
  }
  // Items of the draft's last order come before whole orders, so that no order splits it.
  const ofLastOrder = (end !== null && belowLine.get(end)) || []
  for (const [line, some] of belowLine) {
    if (line === end) continue
    const ranks = ranksAfter(draft, line, some.length)
    if (ranks) add(some, ranks)
    else belowAll.push(...some)
  }
  const rest = [...ofLastOrder, ...belowAll]
  add(rest, ranksAfter(draft, end, rest.length) ?? [])
  return lines
}
