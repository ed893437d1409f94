import { byRank, type Patch, respaceRanks } from '@/lib/sheet/draft/draft'
import { placeLines } from '@/lib/sheet/draft/place-lines'
import { type Edit, insertBlankLines, removeKeepingOrders } from '@/lib/sheet/orders/edits'
import type { Order } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Inserts blank lines below the line `below`, or at the top. When no rank is left there, all lines get new ranks. */
export function insertLines(
  workbook: Workbook,
  below: LineId | null,
  ids: readonly LineId[],
  at: CellAddress | null,
): void {
  workbook.finishActs()
  workbook.perform(insertBlankLines(workbook.draft, below, ids) ?? spread(workbook, below, ids), at)
}

/** Evenly spread ranks for all lines, with the new ones among them. */
function spread(workbook: Workbook, below: LineId | null, ids: readonly LineId[]): Patch {
  const before = [...workbook.draft.lines.values()].sort(byRank)
  const index = below === null ? 0 : before.findIndex(line => line.id === below) + 1
  const blank = ids.map((id): Line => ({ id, rank: 0, texts: {} }))
  const after = [...before.slice(0, index), ...blank, ...before.slice(index)]
  return { changes: [], removed: before, inserted: respaceRanks(after) }
}

/**
 * Removes lines; an order that keeps some of its lines keeps its own texts. Thousands of lines are removed in chunks:
 * only after `finishActs` are all of them gone.
 * @param onEnd called once they are gone
 */
export function removeLines(
  workbook: Workbook,
  lines: readonly LineId[],
  at: CellAddress | null,
  onEnd: (edit: Edit) => void = () => {},
): Edit {
  workbook.finishActs()
  const edit = removeKeepingOrders(workbook.edits, lines)
  workbook.performSoon(edit.patch, at, () => onEnd(edit))
  return edit
}

/** The lines that were added as copies. */
export interface DuplicateResult {
  readonly copies: readonly LineId[]
  /** How many lines were not copied because they are locked: their orders are, or may be, at the service. */
  readonly locked: number
}

/**
 * Inserts copies of lines below each run of neighbours. A copy has all texts of its line, including the order number:
 * it is one more item of that order, and becomes its own order under another number. Copies of lines of several orders
 * go below the last of these orders, so that no order is split.
 */
export function duplicateLines(
  workbook: Workbook,
  runs: readonly (readonly LineId[])[],
  newId: () => LineId,
  at: CellAddress | null,
): DuplicateResult {
  workbook.finishActs()
  const { draft, index, sheet } = workbook
  let locked = 0
  const copies: LineId[] = []
  const placed = new Map<LineId, Line[]>()
  for (const run of runs) {
    const there = run.filter(line => draft.lines.has(line))
    const free = there.filter(line => !workbook.isLocked(line))
    locked += there.length - free.length
    const [first, last] = [free[0], free.at(-1)]
    if (first === undefined || last === undefined) continue
    const [from, to] = [index.orderOf(first), index.orderOf(last)]
    const isOne = from?.firstLine === to?.firstLine
    const lines = free.map((line, i): Line => {
      const texts = draft.lines.get(line)?.texts ?? {}
      // A line without a number would become an item of the order above.
      const number = i === 0 && !isOne && from && isBlank(texts[sheet.key] ?? '') ? keyOf(workbook, from) : ''
      return { id: newId(), rank: 0, texts: number === '' ? texts : { ...texts, [sheet.key]: number } }
    })
    copies.push(...lines.map(line => line.id))
    const below = isOne ? last : (to?.lines.at(-1) ?? last)
    const others = placed.get(below) ?? []
    placed.set(below, isOne ? [...lines, ...others] : [...others, ...lines])
  }
  workbook.perform(placeLines(draft, [], placed), at)
  return { copies, locked }
}

/** Result of adding a line to a record: its id, or why none was added. */
export type AppendResult = { readonly line: LineId } | { readonly why: 'blank' | 'locked' }

/**
 * Adds a line at the end of the record of another line: with the record's number if it has one, else blank, since a
 * line without a number continues the record above as soon as a text is typed into it.
 */
export function appendLine(
  workbook: Workbook,
  beside: LineId,
  id: LineId,
  at: CellAddress | null,
): AppendResult {
  workbook.finishActs()
  const record = workbook.index.orderOf(beside)
  if (!record) return { why: 'blank' }
  if (workbook.isLocked(beside)) return { why: 'locked' }
  insertAtEnd(workbook, record, id, at)
  return { line: id }
}

/** The number of a record as typed; '' when it has none. */
export const keyOf = (workbook: Workbook, record: Pick<Order, 'lines'>): string =>
  record.lines
    .map(line => workbook.text({ line, column: workbook.sheet.key }))
    .find(text => !isBlank(text)) ?? ''

/**
 * Adds a line with the record's number at the end of a record; a blank line would belong to no record. Call `keyOf`
 * first: the record must have a number.
 */
export function addLine(workbook: Workbook, record: Order, id: LineId, at: CellAddress | null): void {
  workbook.finishActs()
  insertAtEnd(workbook, record, id, at)
}

/** Inserts a line at the end of a record, with its number if it has one. */
function insertAtEnd(workbook: Workbook, record: Order, id: LineId, at: CellAddress | null): void {
  const key = keyOf(workbook, record)
  const line: Line = { id, rank: 0, texts: key === '' ? {} : { [workbook.sheet.key]: key } }
  const last = record.lines.at(-1) ?? record.firstLine
  workbook.perform(placeLines(workbook.draft, [], new Map([[last, [line]]])), at)
}
