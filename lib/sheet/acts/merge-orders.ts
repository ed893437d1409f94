import { byRank, type Patch, ranksAfter, respaceRanks } from '@/lib/sheet/draft/draft'
import type { Order } from '@/lib/sheet/orders/grouping'
import {
  correctedTexts,
  inheritedOrigins,
  MERGE_ORIGIN,
  mergeOriginOf,
  mergeOriginText,
  originalOrders,
} from '@/lib/sheet/orders/merge-origin'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Merges several shop orders into one parcel and unmerges them again (合포장, 同梱). The own texts of each order stay
 * hidden on its lines, so that unmerging restores them.
 */

/** Hidden key of a line (lib/import/recipe/hidden-columns.ts): the number of its order in the shop. */
const NUMBER = '[].$number'

/** The effect of merging orders. */
export interface MergePlan {
  /** In the order of the draft; the texts of the first order are kept. */
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
  const { draft, sheet, edits } = workbook
  const allTexts = orders.map(order => ownTexts(workbook, order))
  const merged: Record<string, string> = {}
  for (const texts of allTexts.toReversed()) Object.assign(merged, texts)
  return orders.flatMap((order, i) =>
    order.lines.flatMap((id): Line[] => {
      const line = draft.lines.get(id)
      if (!line) return []
      const own = without(line.texts, edits.recordColumns)
      const before = allTexts[i]?.[sheet.key] ?? ''
      const firstLine = order.firstLine
      // An order that was merged before unmerges to its first origin, with later corrections.
      const earlier = mergeOriginOf(line)
      const orderTexts = allTexts[i] ?? {}
      const isFirst = earlier ? earlier.ownTexts !== undefined : id === firstLine
      const ownTexts = earlier?.ownTexts ? correctedTexts(earlier, orderTexts, sheet.key) : orderTexts
      const origin = mergeOriginText({
        firstLine: earlier?.firstLine ?? firstLine,
        ...(isFirst && { ownTexts, mergedTexts: merged }),
      })
      const texts = {
        ...own,
        ...(id === orders[0]?.firstLine ? merged : {}),
        [sheet.key]: number,
        [NUMBER]: own[NUMBER] ?? before,
        [MERGE_ORIGIN]: origin,
      }
      return [{ ...line, texts }]
    }),
  )
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
    return part.map((line, i): Line => {
      const { [MERGE_ORIGIN]: _, ...own } = without(line.texts, edits.recordColumns)
      // A line without its own shop number has the number of the whole order.
      const number = before?.[sheet.key] ?? (own[NUMBER] || orderTexts[sheet.key]) ?? ''
      const texts = { ...own, ...(i === 0 ? (before ?? orderTexts) : {}), [sheet.key]: number }
      if (texts[NUMBER] === number) delete texts[NUMBER]
      return { ...line, texts }
    })
  })
}

/**
 * Splits some lines of an order off to a new order below it with its own number: the shop's number of these lines if
 * they share one, else the number of the order with the next free suffix -2, -3. The new order has the same texts, or
 * those of the original order if all its lines came from one of several that were merged.
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
  const all = order.lines.flatMap(id => workbook.draft.lines.get(id) ?? [])
  const [going, staying] = [all.filter(({ id }) => chosen.has(id)), all.filter(({ id }) => !chosen.has(id))]
  if (going.length === 0 || staying.length === 0) return 'whole'
  const { edits, sheet } = workbook
  const orderTexts = ownTexts(workbook, order)
  const before = orderTexts[sheet.key] ?? ''
  const number = freeNumber(workbook, before, going)
  const original = originalTexts(workbook, order, chosen)
  const origins = [inheritedOrigins(all, id => chosen.has(id)), inheritedOrigins(all, id => !chosen.has(id))]
  const split = [...staying, ...going].map((line): Line => {
    const isGoing = chosen.has(line.id)
    const { [MERGE_ORIGIN]: origin = '', ...own } = without(line.texts, edits.recordColumns)
    const kept = origins.flatMap(inherited => inherited.get(line.id) ?? [])[0] ?? origin
    const texts = {
      ...own,
      ...(line.id === staying[0]?.id && orderTexts),
      ...(line.id === going[0]?.id && (original ?? orderTexts)),
      ...(kept !== '' && !(isGoing && original) && { [MERGE_ORIGIN]: kept }),
      [sheet.key]: isGoing ? number : before,
    }
    return { ...line, texts }
  })
  workbook.perform(regroup(workbook, [split], order.firstLine), at)
  return { number }
}

/**
 * The texts of the original order from which all chosen lines of a merged order came, with later corrections; undefined
 * if they came from several, or if the order was not merged.
 */
function originalTexts(workbook: Workbook, order: Order, chosen: ReadonlySet<LineId>): Texts | undefined {
  const parts = partsOf(workbook, order)
  const [part, ...others] = parts.filter(lines => lines.some(({ id }) => chosen.has(id)))
  if (!part || others.length > 0 || parts.length < 2) return undefined
  const origin = part.map(mergeOriginOf).find(known => known?.ownTexts)
  return origin && correctedTexts(origin, ownTexts(workbook, order), workbook.sheet.key)
}

/** The orders that some lines belong to, in the order of the draft. */
function ordersOf(workbook: Workbook, lines: readonly LineId[]): Order[] {
  const firstLines = new Set(lines.flatMap(line => workbook.index.orderOf(line)?.firstLine ?? []))
  const { draft } = workbook
  return [...firstLines]
    .flatMap(firstLine => draft.lines.get(firstLine) ?? [])
    .sort(byRank)
    .flatMap(({ id }) => workbook.index.find(id) ?? [])
}

/** The own texts of an order: in each of its columns the first text that any of its lines has. */
function ownTexts({ draft, edits }: Workbook, order: Order): Record<string, string> {
  const own: Record<string, string> = {}
  for (const id of order.lines) {
    const texts = draft.lines.get(id)?.texts ?? {}
    for (const column of edits.recordColumns) {
      const text = texts[column]
      if (text !== undefined && !isBlank(text)) own[column] ??= text
    }
  }
  return own
}

const without = (texts: Texts, columns: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([column]) => !columns.has(column)))

/**
 * The lines of an order by original order; by the shop's numbers when they were not merged here.
 */
function partsOf({ draft }: Workbook, order: Order | undefined): Line[][] {
  const parts = new Map<string, Line[]>()
  const lines = (order?.lines ?? []).flatMap(id => draft.lines.get(id) ?? [])
  const originals = originalOrders(lines)
  for (const [at, line] of lines.entries()) {
    const part = originals[at] ?? `number ${line.texts[NUMBER] ?? ''}`
    parts.set(part, [...(parts.get(part) ?? []), line])
  }
  return [...parts.values()]
}

function freeNumber({ draft, sheet }: Workbook, number: string, going: readonly Line[]): string {
  const usedNumbers = new Set([...draft.lines.values()].map(line => line.texts[sheet.key]?.trim() ?? ''))
  // Numbers are compared without outer blanks.
  const [own, ...others] = new Set(going.map(line => line.texts[NUMBER]?.trim() ?? ''))
  if (own !== undefined && own !== '' && others.length === 0 && !usedNumbers.has(own)) return own
  for (let part = 2; ; part++) {
    const free = `${number.trim()}-${part}`
    if (!usedNumbers.has(free)) return free
  }
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
