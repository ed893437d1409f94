import {
  byRank,
  type CellAddress,
  type Draft,
  type Line,
  type LineChange,
  type LineId,
  type Patch,
  ranksAfter,
} from './draft'
import type { Order } from './grouping'
import { isBlank } from './kinds'
import type { Workbook } from './workbook'

/** New lines by the line that they follow; their ranks are given when they are placed. */
export type Runs = ReadonlyMap<LineId, readonly Line[]>

/** A patch that inserts lines; where doubles leave no room between two ranks, every line of the draft gets a new one. */
export function placeLines(draft: Draft, changes: readonly LineChange[], runs: Runs): Patch {
  const ranked = [...runs].map(([after, lines]) => {
    const ranks = ranksAfter(draft, after, lines.length)
    return ranks && lines.map((line, i) => ({ ...line, rank: ranks[i] ?? 0 }))
  })
  if (ranked.every(lines => lines !== undefined)) return { changes, inserted: ranked.flat(), removed: [] }
  const removed = [...draft.lines.values()].sort(byRank)
  const inserted = removed
    .flatMap(line => [line, ...(runs.get(line.id) ?? [])])
    .map((line, i) => ({ ...line, rank: (i + 1) * 1024 }))
  return { changes, inserted, removed }
}

/** The number that a record goes by, as typed; '' when it has none. */
export const keyOf = (workbook: Workbook, record: Pick<Order, 'lines'>): string =>
  record.lines
    .map(line => workbook.text({ line, column: workbook.sheet.key }))
    .find(text => !isBlank(text)) ?? ''

/**
 * Adds a line to a record, after its last one. It bears the record's number: a blank line would belong to nobody.
 * Ask `keyOf` first.
 */
export function addLine(workbook: Workbook, record: Order, id: LineId, at: CellAddress | null): void {
  const texts = { [workbook.sheet.key]: keyOf(workbook, record) }
  const last = record.lines.at(-1) ?? record.lead
  workbook.perform(placeLines(workbook.draft, [], new Map([[last, [{ id, rank: 0, texts }]]])), at)
}
