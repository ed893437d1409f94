import { inChunks } from '@/components/import/yield-to-paint'
import type { Preset } from '@/lib/import/lines/fill/order-filler'
import { emptyFillPlan, type FillPlan, orderFiller } from '@/lib/import/lines/fill/plan-fill'
import { addNeeds, emptyNeeds } from '@/lib/import/lines/fill/source-loader'
import { fetchProducts } from '@/lib/import/reader/lookups'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originJson, originsOf, withOrigins, withReviewed } from '@/lib/import/recipe/values/origins'
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

/**
 * Writes cells as one undo step, in chunks between which the browser paints. Cells that are no longer blank keep their
 * text.
 * @returns the number of cells that were filled
 */
export async function writeInChunks(
  workbook: Workbook,
  writes: ReadonlyMap<LineId, Texts>,
  at: CellAddress | null,
): Promise<number> {
  const act = workbook.performInChunks(at)
  const all = [...writes]
  const pieces = Array.from({ length: Math.ceil(all.length / CHUNK_SIZE) }, (_, i) =>
    all.slice(i * CHUNK_SIZE, (i + 1) * CHUNK_SIZE),
  )
  let count = 0
  await inChunks(pieces, piece => {
    const blank = piece.flatMap(([line, texts]): [LineId, Texts][] => {
      const now = workbook.draft.lines.get(line)?.texts
      const left = now && writesIntoBlank(now, texts)
      return left ? [[line, left]] : []
    })
    const { patch } = writeTexts(workbook.edits, new Map(blank))
    for (const { after } of patch.changes) count += filledColumns(after).length
    act.add(patch)
    return true
  })
  act.end()
  return count
}

const filledColumns = (texts: Texts): string[] =>
  Object.keys(texts).filter(column => column !== hiddenColumns.origins)

/**
 * The part of `writes` whose cells are still blank in a line, with the origins of only these; undefined if none is
 * blank.
 */
function writesIntoBlank(now: Texts, writes: Texts): Texts | undefined {
  const columns = filledColumns(writes)
  const blank = columns.filter(column => isBlank(now[column]))
  if (blank.length === columns.length) return writes
  if (blank.length === 0) return undefined
  const origins = originsOf(writes)
  const added = blank.flatMap(column => {
    const origin = origins[column]
    return origin ? originJson(column, origin) : []
  })
  return {
    ...Object.fromEntries(blank.map(column => [column, writes[column] ?? ''])),
    [hiddenColumns.origins]: withOrigins(now, added.join(',')),
  }
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
