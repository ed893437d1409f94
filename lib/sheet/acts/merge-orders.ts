import { byRank, type Patch, ranksAfter, respaceRanks } from '@/lib/sheet/draft/draft'
import type { Order } from '@/lib/sheet/orders/grouping'
import {
  asOwnOrder,
  correctedTexts,
  inheritedOrigins,
  MERGE_ORIGIN,
  mergeOriginOf,
  mergeOriginText,
  numberOfOwnOrder,
  numberOfStaying,
  originalOrderOf,
  originalOrders,
  SHOP_NUMBER,
  orderTexts as textsOfOrder,
  withoutColumns,
} from '@/lib/sheet/orders/merge-origin'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Merges several shop orders into one parcel and unmerges them again (合포장, 同梱). The own texts of each order stay
 * hidden on its lines, so that unmerging restores them.
 */

/** The effect of merging orders. */
export interface MergePlan {
  /** The orders, in the order of the draft; the texts of the first one are kept. */
  readonly orders: readonly { readonly firstLine: LineId; readonly number: string; readonly lines: number }[]
  /** Columns of the order in which the orders differ, with the text of each order; without the number. */
  readonly differing: readonly { readonly column: string; readonly texts: readonly string[] }[]
}

/** Why orders cannot be merged, unmerged or split. */
export type MergeRefusal = 'one' | 'locked' | 'whole'

/**
 * Plans a merge without changing anything.
 * @param lines any lines of the orders to merge
 * @returns why they cannot be merged
 */
export function planMerge(workbook: Workbook, lines: readonly LineId[]): MergePlan | MergeRefusal {
  const orders = ordersOf(workbook, lines)
  if (orders.length < 2) return 'one'
  if (orders.some(order => order.lines.some(line => workbook.isFixed(line)))) return 'locked'
  const allTexts = orders.map(order => ownTexts(workbook, order))
  const { key } = workbook.sheet
  const columns = workbook.sheet.columns.filter(({ id, scope }) => scope === 'record' && id !== key)
  return {
    orders: orders.map((order, i) => ({
      firstLine: order.firstLine,
      number: allTexts[i]?.[key] ?? '',
      lines: order.lines.length,
    })),
    differing: columns.flatMap(({ id }) => {
      const texts = allTexts.map(texts => texts[id] ?? '')
      return new Set(texts.filter(text => text !== '')).size > 1 ? [{ column: id, texts }] : []
    }),
  }
}

/** Orders to merge: any of their lines, and the number of the merged order. */
export interface Merge {
  readonly lines: readonly LineId[]
  readonly number: string
}

/**
 * Merges orders, several parcels at once, as one undoable act. The lines of a parcel become neighbours with its number;
 * in each column it has the text of its first order, or the first text of the others when that is blank.
 * @returns why nothing was merged; undefined on success
 */
export function mergeOrders(
  workbook: Workbook,
  merges: readonly Merge[],
  at: CellAddress | null,
): MergeRefusal | undefined {
  workbook.finishActs()
  const plans = merges.map(({ lines }) => planMerge(workbook, lines))
  const refused = plans.find(plan => typeof plan === 'string')
  if (typeof refused === 'string') return refused
  const runs = merges.map(({ lines, number }) => merged(workbook, ordersOf(workbook, lines), number))
  workbook.perform(regroup(workbook, runs), at)
  return undefined
}

function merged(workbook: Workbook, orders: readonly Order[], number: string): Line[] {
  const { sheet, edits } = workbook
  const allTexts = orders.map(order => ownTexts(workbook, order))
  const merged: Record<string, string> = {}
  for (const texts of allTexts.toReversed()) Object.assign(merged, texts)
  return orders.flatMap((order, i) => {
    const lines = linesOf(workbook, order)
    // An order that was merged before unmerges to its first origins, with later corrections.
    const originals = originalOrders(lines)
    const earlierTexts = new Map<LineId, Texts>()
    for (const origin of lines.map(mergeOriginOf))
      if (origin?.ownTexts) earlierTexts.set(origin.firstLine, origin.ownTexts)
    return lines.map((line, at): Line => {
      const own = withoutColumns(line.texts, edits.recordColumns)
      const earlier = mergeOriginOf(line)
      const original = originals[at]
      const orderTexts = allTexts[i] ?? {}
      const before = earlierTexts.get(original ?? '') ?? orderTexts
      const isFirst = original === undefined ? line.id === order.firstLine : earlier?.ownTexts !== undefined
      const ownTexts = earlier?.ownTexts ? correctedTexts(earlier, orderTexts, sheet.key) : orderTexts
      const origin = mergeOriginText({
        firstLine: original ?? order.firstLine,
        ...(isFirst && { ownTexts, mergedTexts: merged }),
      })
      const texts = {
        ...own,
        ...(line.id === orders[0]?.firstLine ? merged : {}),
        [sheet.key]: number,
        [SHOP_NUMBER]: own[SHOP_NUMBER] ?? before[sheet.key] ?? '',
        [MERGE_ORIGIN]: origin,
      }
      return { ...line, texts }
    })
  })
}

/** Whether the order of a line consists of several that can be unmerged. */
export const canUnmerge = (workbook: Workbook, line: LineId): boolean =>
  partsOf(workbook, workbook.index.orderOf(line)).length > 1

/**
 * Restores the orders that an order was merged from, or that its file had under different numbers; one undoable act.
 */
export function unmerge(workbook: Workbook, line: LineId, at: CellAddress | null): MergeRefusal | undefined {
  workbook.finishActs()
  const order = workbook.index.orderOf(line)
  const parts = partsOf(workbook, order)
  if (!order || parts.length < 2) return 'one'
  if (order.lines.some(id => workbook.isFixed(id))) return 'locked'
  workbook.perform(regroup(workbook, [unmergedParts(workbook, order, parts)], order.firstLine), at)
  return undefined
}

/** Whether a line belongs to an order that was merged here. */
export const isMerged = ({ texts }: Line): boolean => Boolean(texts[MERGE_ORIGIN])

/**
 * The lines of the orders that some lines belong to, as they would be after unmerging; without orders that were not
 * merged here or are at the service. Nothing is changed.
 */
export function unmergedLines(workbook: Workbook, lines: readonly LineId[]): ReadonlyMap<LineId, Line> {
  const merged = lines.filter(id => {
    const line = workbook.draft.lines.get(id)
    return line && isMerged(line)
  })
  const unmerged = ordersOf(workbook, merged)
    .filter(order => !order.lines.some(id => workbook.isFixed(id)))
    .flatMap(order => unmergedParts(workbook, order, partsOf(workbook, order)))
  return new Map(unmerged.map(line => [line.id, line]))
}

/** The lines of an order after each of its parts became its own order. */
function unmergedParts(workbook: Workbook, order: Order, parts: readonly (readonly Line[])[]): Line[] {
  const orderTexts = ownTexts(workbook, order)
  const { edits, sheet } = workbook
  return parts.flatMap(part => {
    const kept = part.map(mergeOriginOf).find(known => known?.ownTexts)
    const before = kept && correctedTexts(kept, orderTexts, sheet.key)
    // Lines without their own shop number have the number of the whole order.
    const number = before?.[sheet.key] ?? (part[0]?.texts[SHOP_NUMBER] || orderTexts[sheet.key]) ?? ''
    return asOwnOrder(part, before ?? orderTexts, number, edits)
  })
}

/**
 * Splits some lines of an order off to a new order below it with its own number. The new order has the same texts. In a
 * merged order, lines of one original order, those that are split off or those that stay, become this order again with
 * its texts and number; when both are, the order is unmerged. A number that an operator gave it stays.
 * @returns the new number, or why nothing was split
 */
export function splitOff(
  workbook: Workbook,
  lines: readonly LineId[],
  at: CellAddress | null,
): { readonly number: string } | MergeRefusal {
  workbook.finishActs()
  const [order, ...others] = ordersOf(workbook, lines)
  if (!order || others.length > 0) return 'one'
  if (order.lines.some(id => workbook.isFixed(id))) return 'locked'
  const chosen = new Set(lines)
  const all = linesOf(workbook, order)
  const [going, staying] = [all.filter(({ id }) => chosen.has(id)), all.filter(({ id }) => !chosen.has(id))]
  if (going.length === 0 || staying.length === 0) return 'whole'
  const { edits, index, sheet } = workbook
  const before = ownTexts(workbook, order)[sheet.key] ?? ''
  const [goingFrom, stayingFrom] = [
    originalOrderOf(all, id => chosen.has(id), edits),
    originalOrderOf(all, id => !chosen.has(id), edits),
  ]
  const isUsed = (number: string) => index.ordersWith(number).some(other => other !== order.firstLine)
  const kept = stayingFrom ? numberOfStaying(staying, stayingFrom, before, isUsed) : before
  const number = numberOfOwnOrder(going, goingFrom, before, one => one === kept.trim() || isUsed(one))
  const stayingLines = stayingFrom
    ? asOwnOrder(staying, stayingFrom.texts, kept, edits)
    : asPart(workbook, all, staying, kept)
  const goingLines = goingFrom
    ? asOwnOrder(going, goingFrom.texts, number, edits)
    : asPart(workbook, all, going, number)
  const isFirst = goingFrom && stayingFrom && going[0] === all[0]
  const split = isFirst ? [...goingLines, ...stayingLines] : [...stayingLines, ...goingLines]
  workbook.perform(regroup(workbook, [split], order.firstLine), at)
  return { number }
}

/** Some lines of an order as an order with the same texts; a merged one can still be unmerged. */
function asPart(
  { edits, sheet }: Workbook,
  all: readonly Line[],
  lines: readonly Line[],
  number: string,
): Line[] {
  const ids = new Set(lines.map(({ id }) => id))
  const origins = inheritedOrigins(all, id => ids.has(id))
  return lines.map((line, i): Line => {
    const origin = origins.get(line.id) ?? line.texts[MERGE_ORIGIN] ?? ''
    const texts = {
      ...withoutColumns(line.texts, edits.recordColumns),
      ...(i === 0 && textsOfOrder(all, edits.recordColumns)),
      ...(origin !== '' && { [MERGE_ORIGIN]: origin }),
      [sheet.key]: number,
    }
    return { ...line, texts }
  })
}

/** The orders that some lines belong to, in the order of the draft. */
function ordersOf(workbook: Workbook, lines: readonly LineId[]): Order[] {
  const firstLines = new Set(lines.flatMap(line => workbook.index.firstLineOf(line) ?? []))
  const { draft } = workbook
  return [...firstLines]
    .flatMap(firstLine => draft.lines.get(firstLine) ?? [])
    .sort(byRank)
    .flatMap(({ id }) => workbook.index.find(id) ?? [])
}

const linesOf = ({ draft }: Workbook, order: Order | undefined): Line[] =>
  (order?.lines ?? []).flatMap(id => draft.lines.get(id) ?? [])

const ownTexts = (workbook: Workbook, order: Order): Record<string, string> =>
  textsOfOrder(linesOf(workbook, order), workbook.edits.recordColumns)

/**
 * The lines of an order by original order; by the shop's numbers when they were not merged here.
 */
function partsOf(workbook: Workbook, order: Order | undefined): Line[][] {
  const parts = new Map<string, Line[]>()
  const lines = linesOf(workbook, order)
  const originals = originalOrders(lines)
  for (const [at, line] of lines.entries()) {
    const part = originals[at] ?? `number ${line.texts[SHOP_NUMBER] ?? ''}`
    parts.set(part, [...(parts.get(part) ?? []), line])
  }
  return [...parts.values()]
}

/**
 * Places runs of lines, each at the position of its first line, or where the order `of` begins. When no rank is left
 * there, every line of the draft gets a new rank.
 */
function regroup({ draft }: Workbook, runs: readonly (readonly Line[])[], of?: LineId): Patch {
  const placed = runs.flatMap(lines => {
    const first = draft.lines.get(of ?? lines[0]?.id ?? '')
    return first ? [{ first, lines }] : []
  })
  const ranked = placed.map(({ first, lines }) => {
    const ranks = ranksAfter(draft, first.id, lines.length - 1)
    return ranks && lines.map((line, i) => ({ ...line, rank: ranks[i - 1] ?? first.rank }))
  })
  if (ranked.every(lines => lines !== undefined)) {
    const inserted = ranked.flat()
    return { changes: [], removed: inserted.flatMap(({ id }) => draft.lines.get(id) ?? []), inserted }
  }
  const going = new Set(placed.flatMap(({ lines }) => lines.map(({ id }) => id)))
  const runByFirstLine = new Map(placed.map(({ first, lines }) => [first.id, lines]))
  const removed = [...draft.lines.values()].sort(byRank)
  const inserted = removed.flatMap(line => runByFirstLine.get(line.id) ?? (going.has(line.id) ? [] : [line]))
  return { changes: [], removed, inserted: respaceRanks(inserted) }
}
