import { emptyPlan, type FillPlan, orderFiller } from '@/lib/intake/fill-blanks'
import { addNeeds, noNeeds } from '@/lib/intake/fill-needs'
import type { Preset } from '@/lib/intake/fill-sources'
import { hidden } from '@/lib/intake/imported'
import { reviewed } from '@/lib/intake/origins'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/draft'
import { write } from '@/lib/sheet/edits'
import { isBlank } from '@/lib/sheet/kinds'
import type { Workbook } from '@/lib/sheet/workbook'
import { lookUpProducts } from './fill-lookups'
import { lookUpPlaces } from './fill-postal'
import { inSlices } from './slices'

/** Lines that are written at once. */
const PIECE = 40

/** What is to be filled, and whether everything could be asked for. */
export interface AskedPlan {
  readonly plan: FillPlan
  readonly isWhole: boolean
}

/**
 * Finds what is blank in some orders and can be filled. Orders at the service are passed over.
 * @param leads their first lines
 * @returns undefined once it was called off
 */
export async function planFill(
  workbook: Workbook,
  leads: readonly LineId[],
  preset: Preset | undefined,
  isOff: () => boolean,
): Promise<AskedPlan | undefined> {
  const orders: (readonly Line[])[] = []
  const needs = noNeeds()
  const isAsked = await inSlices(leads, lead => {
    const lines = workbook.index.find(lead)?.lines ?? []
    if (lines.some(line => workbook.isFixed(line))) return !isOff()
    const order = lines.flatMap(line => workbook.draft.lines.get(line) ?? [])
    orders.push(order)
    for (const { texts } of order) addNeeds(needs, column => texts[column])
    return !isOff()
  })
  if (!isAsked) return undefined
  const [products, postal] = await Promise.all([
    lookUpProducts([...needs.codes]).catch(() => undefined),
    lookUpPlaces(needs.postal),
  ])
  const plan = emptyPlan()
  const fill = orderFiller(workbook.sheet, { preset, products, postal }, plan)
  const isFilled = await inSlices(orders, order => {
    fill(order)
    return !isOff()
  })
  return isFilled && !isOff() ? { plan, isWhole: products !== undefined } : undefined
}

/** Writes some cells as one undoable act, in pieces between which the screen is painted. */
export async function writeInPieces(
  workbook: Workbook,
  writes: ReadonlyMap<LineId, Texts>,
  at: CellAddress | null,
): Promise<void> {
  const act = workbook.performInPieces(at)
  const all = [...writes]
  const pieces = Array.from({ length: Math.ceil(all.length / PIECE) }, (_, i) =>
    all.slice(i * PIECE, (i + 1) * PIECE),
  )
  const isStill = ([line, texts]: readonly [LineId, Texts]) => {
    // What was typed while the operator read the plan was typed.
    const now = workbook.draft.lines.get(line)?.texts
    return now && Object.keys(texts).every(column => column === hidden.origins || isBlank(now[column]))
  }
  await inSlices(pieces, piece => {
    act.add(write(workbook.edits, new Map(piece.filter(isStill))).patch)
    return true
  })
  act.end()
}

/** What is written once some cells that were to be looked at are found right, and how many these are. */
export function planReviewed(
  workbook: Workbook,
  chosen: Iterable<readonly [LineId, ReadonlySet<string>]>,
): { writes: Map<LineId, Texts>; cells: number } {
  const writes = new Map<LineId, Texts>()
  let cells = 0
  for (const [line, columns] of chosen) {
    const texts = workbook.draft.lines.get(line)?.texts
    if (!texts?.[hidden.origins]?.includes('"review":true')) continue
    const next = reviewed(texts, column => columns.has(column) && ++cells > 0)
    if (next !== undefined) writes.set(line, { [hidden.origins]: next })
  }
  return { writes, cells }
}
