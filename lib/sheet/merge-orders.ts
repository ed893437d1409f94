import { APART, type Apart, apartOf, corrected } from './apart'
import { byRank, type CellAddress, type Line, type LineId, type Patch, ranksAfter, type Texts } from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import type { Workbook } from './workbook'

/**
 * Several shop orders become one parcel, and one parcel its orders again (合포장, 同梱). What each order said of itself
 * stays with its lines, unseen, so that taking apart gives back what was there.
 */

/** Hidden key of a line (lib/intake/imported.ts): the shop's own number. */
const NUMBER = '[].$number'

/** What merging orders would do. Nothing is changed yet. */
export interface MergePlan {
  /** In the order of the draft; what the first says holds. */
  readonly orders: readonly { readonly lead: LineId; readonly number: string; readonly lines: number }[]
  /** Columns of the order in which they differ, and what each says there; the number is not among them. */
  readonly differing: readonly { readonly column: string; readonly texts: readonly string[] }[]
}

/** Why orders cannot be merged or taken apart. */
export type MergeRefusal = 'one' | 'locked' | 'whole'

/** @param lines lines of the orders to merge, any of each */
export function planMerge(workbook: Workbook, lines: readonly LineId[]): MergePlan | MergeRefusal {
  const orders = ordersOf(workbook, lines)
  if (orders.length < 2) return 'one'
  if (orders.some(order => order.lines.some(line => workbook.isFixed(line)))) return 'locked'
  const said = orders.map(order => saidOf(workbook, order))
  const { key } = workbook.sheet
  const columns = workbook.sheet.columns.filter(({ id, scope }) => scope === 'record' && id !== key)
  return {
    orders: orders.map((order, i) => ({
      lead: order.lead,
      number: said[i]?.[key] ?? '',
      lines: order.lines.length,
    })),
    differing: columns.flatMap(({ id }) => {
      const texts = said.map(texts => texts[id] ?? '')
      return new Set(texts.filter(text => text !== '')).size > 1 ? [{ column: id, texts }] : []
    }),
  }
}

/** Orders to be merged: lines of them, any of each, and the number they go by from then on. */
export interface Merge {
  readonly lines: readonly LineId[]
  readonly number: string
}

/**
 * Merges orders, several parcels at once, as one undoable act: the lines of each stand together under its number, and
 * say what its first order says, or where that says nothing the first of the others that does.
 * @returns why nothing was done; undefined when it was
 */
export function mergeOrders(
  workbook: Workbook,
  merges: readonly Merge[],
  at: CellAddress | null,
): MergeRefusal | undefined {
  const plans = merges.map(({ lines }) => planMerge(workbook, lines))
  const refused = plans.find(plan => typeof plan === 'string')
  if (typeof refused === 'string') return refused
  const runs = merges.map(({ lines, number }) => merged(workbook, ordersOf(workbook, lines), number))
  workbook.perform(regroup(workbook, runs), at)
  return undefined
}

function merged(workbook: Workbook, orders: readonly Order[], number: string): Line[] {
  const { draft, sheet, edits } = workbook
  const said = orders.map(order => saidOf(workbook, order))
  const spoken: Record<string, string> = {}
  for (const texts of said.toReversed()) Object.assign(spoken, texts)
  return orders.flatMap((order, i) =>
    order.lines.flatMap((id): Line[] => {
      const line = draft.lines.get(id)
      if (!line) return []
      const own = without(line.texts, edits.record)
      const before = said[i]?.[sheet.key] ?? ''
      const lead = order.lead
      // What was merged before is taken apart into what it was first, with what was corrected since.
      const earlier = apartOf(line)
      const was = earlier?.said ? corrected(earlier, said[i] ?? {}, sheet.key) : (said[i] ?? {})
      const leads = earlier ? earlier.said !== undefined : id === lead
      const apart: Apart = { lead: earlier?.lead ?? lead, ...(leads ? { said: was, spoken } : {}) }
      const texts = {
        ...own,
        ...(id === orders[0]?.lead ? spoken : {}),
        [sheet.key]: number,
        [NUMBER]: own[NUMBER] ?? before,
        [APART]: JSON.stringify(apart),
      }
      return [{ ...line, texts }]
    }),
  )
}

/** Whether an order consists of several that can stand alone again. */
export const canTakeApart = (workbook: Workbook, line: LineId): boolean =>
  partsOf(workbook, workbook.index.orderOf(line)).length > 1

/** Gives back the orders that one was merged of, or that its file had under numbers of their own; one undoable act. */
export function takeApart(
  workbook: Workbook,
  line: LineId,
  at: CellAddress | null,
): MergeRefusal | undefined {
  const order = workbook.index.orderOf(line)
  const parts = partsOf(workbook, order)
  if (!order || parts.length < 2) return 'one'
  if (order.lines.some(id => workbook.isFixed(id))) return 'locked'
  workbook.perform(regroup(workbook, [taken(workbook, order, parts)], order.lead), at)
  return undefined
}

/** Whether a line is one of an order that was merged here. */
export const isMerged = ({ texts }: Line): boolean => Boolean(texts[APART])

/**
 * The lines of the orders that some lines belong to, as each would be if those that were merged here were taken apart;
 * none of orders that nobody merged, or that are at the service. Nothing is changed.
 */
export function linesApart(workbook: Workbook, lines: readonly LineId[]): ReadonlyMap<LineId, Line> {
  const merged = lines.filter(id => {
    const line = workbook.draft.lines.get(id)
    return line && isMerged(line)
  })
  const apart = ordersOf(workbook, merged)
    .filter(order => !order.lines.some(id => workbook.isFixed(id)))
    .flatMap(order => taken(workbook, order, partsOf(workbook, order)))
  return new Map(apart.map(line => [line.id, line]))
}

/** The lines of an order as they are to be once each of its parts is one. */
function taken(workbook: Workbook, order: Order, parts: readonly (readonly Line[])[]): Line[] {
  const said = saidOf(workbook, order)
  const { edits, sheet } = workbook
  return parts.flatMap(part => {
    const kept = part.map(apartOf).find(known => known?.said)
    const before = kept && corrected(kept, said, sheet.key)
    return part.map((line, i): Line => {
      const { [APART]: _, ...own } = without(line.texts, edits.record)
      // A line whose number the whole order goes by has none of its own.
      const number = before?.[sheet.key] ?? (own[NUMBER] || said[sheet.key]) ?? ''
      const texts = { ...own, ...(i === 0 ? (before ?? said) : {}), [sheet.key]: number }
      if (texts[NUMBER] === number) delete texts[NUMBER]
      return { ...line, texts }
    })
  })
}

/**
 * Makes some lines of an order an order of their own, behind it, that says the same under a number of its own: the one
 * the shop gave these lines, if they share one, else that of the order with the next free -2, -3.
 * @returns its number, or why nothing was done
 */
export function splitOff(
  workbook: Workbook,
  lines: readonly LineId[],
  at: CellAddress | null,
): { readonly number: string } | MergeRefusal {
  const [order, ...others] = ordersOf(workbook, lines)
  if (!order || others.length > 0) return 'one'
  if (order.lines.some(id => workbook.isFixed(id))) return 'locked'
  const chosen = new Set(lines)
  const all = order.lines.flatMap(id => workbook.draft.lines.get(id) ?? [])
  const [going, staying] = [all.filter(({ id }) => chosen.has(id)), all.filter(({ id }) => !chosen.has(id))]
  if (going.length === 0 || staying.length === 0) return 'whole'
  const { edits, sheet } = workbook
  const said = saidOf(workbook, order)
  const number = freeNumber(workbook, said[sheet.key] ?? '', going)
  const leads = new Set([staying[0]?.id, going[0]?.id])
  const split = [...staying, ...going].map((line): Line => {
    const own = without(line.texts, edits.record)
    const texts = leads.has(line.id) ? { ...own, ...said } : own
    return {
      ...line,
      texts: { ...texts, [sheet.key]: chosen.has(line.id) ? number : (said[sheet.key] ?? '') },
    }
  })
  workbook.perform(regroup(workbook, [split], order.lead), at)
  return { number }
}

/** The orders that some lines belong to, in the order of the draft. */
function ordersOf(workbook: Workbook, lines: readonly LineId[]): Order[] {
  const leads = new Set(lines.flatMap(line => workbook.index.orderOf(line)?.lead ?? []))
  const { draft } = workbook
  return [...leads]
    .flatMap(lead => draft.lines.get(lead) ?? [])
    .sort(byRank)
    .flatMap(({ id }) => workbook.index.find(id) ?? [])
}

/** What an order says of itself: in each of its columns the first text that any of its lines has. */
function saidOf({ draft, edits }: Workbook, order: Order): Record<string, string> {
  const said: Record<string, string> = {}
  for (const id of order.lines) {
    const texts = draft.lines.get(id)?.texts ?? {}
    for (const column of edits.record) {
      const text = texts[column]
      if (text !== undefined && !isBlank(text)) said[column] ??= text
    }
  }
  return said
}

const without = (texts: Texts, columns: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([column]) => !columns.has(column)))

/**
 * The lines of an order by the order they were of before; by the shop's own numbers where nobody merged them here. A
 * line that was added to a merged order goes with the one above it.
 */
function partsOf({ draft }: Workbook, order: Order | undefined): Line[][] {
  const parts = new Map<string, Line[]>()
  const lines = (order?.lines ?? []).flatMap(id => draft.lines.get(id) ?? [])
  const isMerged = lines.some(apartOf)
  let above = lines.map(apartOf).find(apart => apart)?.lead
  for (const line of lines) {
    above = apartOf(line)?.lead ?? above
    const part = isMerged && above !== undefined ? above : `number ${line.texts[NUMBER] ?? ''}`
    parts.set(part, [...(parts.get(part) ?? []), line])
  }
  return [...parts.values()]
}

function freeNumber({ draft, sheet }: Workbook, number: string, going: readonly Line[]): string {
  const taken = new Set([...draft.lines.values()].map(line => line.texts[sheet.key]?.trim() ?? ''))
  // A number means the same with blanks around it.
  const [own, ...others] = new Set(going.map(line => line.texts[NUMBER]?.trim() ?? ''))
  if (own !== undefined && own !== '' && others.length === 0 && !taken.has(own)) return own
  for (let part = 2; ; part++) {
    const free = `${number.trim()}-${part}`
    if (!taken.has(free)) return free
  }
}

/**
 * Puts runs of lines, as they are to be, each where its first line stands, or where the order `lead` begins.
 * Where doubles leave no room behind that line, every line of the draft gets a new rank.
 */
function regroup({ draft }: Workbook, runs: readonly (readonly Line[])[], lead?: LineId): Patch {
  const placed = runs.flatMap(lines => {
    const first = draft.lines.get(lead ?? lines[0]?.id ?? '')
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
  const begun = new Map(placed.map(({ first, lines }) => [first.id, lines]))
  const removed = [...draft.lines.values()].sort(byRank)
  const inserted = removed.flatMap(line => begun.get(line.id) ?? (going.has(line.id) ? [] : [line]))
  return { changes: [], removed, inserted: inserted.map((line, i) => ({ ...line, rank: (i + 1) * 1024 })) }
}
