import { inChunks } from '@/components/import/yield-to-paint'
import type { Preset } from '@/lib/import/lines/fill/order-filler'
import { emptyFillPlan, type FillPlan, orderFiller } from '@/lib/import/lines/fill/plan-fill'
import { addNeeds, emptyNeeds } from '@/lib/import/lines/fill/source-loader'
import { fetchProducts } from '@/lib/import/reader/lookups'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { withReviewed } from '@/lib/import/recipe/values/origins'
import { writeTexts } from '@/lib/sheet/orders/edits'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { lookUpPostalPlaces } from './postal'

/** Lines of one chunk. */
const CHUNK_SIZE = 40

/** `isComplete`: whether the product master was read. */
export interface FillPlanResult {
  readonly plan: FillPlan
  readonly isComplete: boolean
}

/**
 * Finds blank cells of some orders that can be filled. Orders at the service are left out.
 * @param firstLines of the orders
 * @returns undefined when `signal` aborts
 */
export async function planFill(
  workbook: Workbook,
  firstLines: readonly LineId[],
  preset: Preset | undefined,
  signal: AbortSignal,
): Promise<FillPlanResult | undefined> {
  const orders: (readonly Line[])[] = []
  const needs = emptyNeeds()
  const isAsked = await inChunks(firstLines, firstLine => {
    const lines = workbook.index.find(firstLine)?.lines ?? []
    if (lines.some(line => workbook.isFixed(line))) return !signal.aborted
    const order = lines.flatMap(line => workbook.draft.lines.get(line) ?? [])
    orders.push(order)
    for (const { texts } of order) addNeeds(needs, column => texts[column])
    return !signal.aborted
  })
  if (!isAsked) return undefined
  const [products, postal] = await Promise.all([
    fetchProducts([...needs.codes]).catch(() => undefined),
    lookUpPostalPlaces(needs.postal),
  ])
  const plan = emptyFillPlan()
  const fill = orderFiller(workbook.sheet, { preset, products, postal }, plan)
  const isFilled = await inChunks(orders, order => {
    fill(order)
    return !signal.aborted
  })
  return isFilled && !signal.aborted ? { plan, isComplete: products !== undefined } : undefined
}

/** Writes cells as one undo step, in chunks between which the browser paints. */
export async function writeInChunks(
  workbook: Workbook,
  writes: ReadonlyMap<LineId, Texts>,
  at: CellAddress | null,
): Promise<void> {
  const act = workbook.performInChunks(at)
  const all = [...writes]
  const pieces = Array.from({ length: Math.ceil(all.length / CHUNK_SIZE) }, (_, i) =>
    all.slice(i * CHUNK_SIZE, (i + 1) * CHUNK_SIZE),
  )
  const isStill = ([line, texts]: readonly [LineId, Texts]) => {
    // A cell that was typed meanwhile keeps its text.
    const now = workbook.draft.lines.get(line)?.texts
    return now && Object.keys(texts).every(column => column === hiddenColumns.origins || isBlank(now[column]))
  }
  await inChunks(pieces, piece => {
    act.add(writeTexts(workbook.edits, new Map(piece.filter(isStill))).patch)
    return true
  })
  act.end()
}

/** The writes that mark cells as reviewed, and how many cells they concern. */
export function planReviewed(
  workbook: Workbook,
  chosen: Iterable<readonly [LineId, ReadonlySet<string>]>,
): { writes: Map<LineId, Texts>; cells: number } {
  const writes = new Map<LineId, Texts>()
  let cells = 0
  for (const [line, columns] of chosen) {
    const texts = workbook.draft.lines.get(line)?.texts
    if (!texts?.[hiddenColumns.origins]?.includes('"review":true')) continue
    const next = withReviewed(texts, column => columns.has(column) && ++cells > 0)
    if (next !== undefined) writes.set(line, { [hiddenColumns.origins]: next })
  }
  return { writes, cells }
}
