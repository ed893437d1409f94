import { byRank, type CellAddress, type Line, type LineId, type Patch } from './draft'
import { type Edit, insert, remove } from './edits'
import { isBlank } from './kinds'
import { keyOf, placeLines } from './place-lines'
import type { Workbook } from './workbook'

/** Inserts blank lines under `below`, or at the top. Where doubles leave no room the lines spread out anew. */
export function insertLines(
  workbook: Workbook,
  below: LineId | null,
  ids: readonly LineId[],
  at: CellAddress | null,
): void {
  workbook.perform(insert(workbook.draft, below, ids) ?? spread(workbook, below, ids), at)
}

/** Every line with an even rank, and new ones in their place among them. */
function spread(workbook: Workbook, below: LineId | null, ids: readonly LineId[]): Patch {
  const before = [...workbook.draft.lines.values()].sort(byRank)
  const index = below === null ? 0 : before.findIndex(line => line.id === below) + 1
  const blank = ids.map((id): Line => ({ id, rank: 0, texts: {} }))
  const after = [...before.slice(0, index), ...blank, ...before.slice(index)]
  return {
    changes: [],
    removed: before,
    inserted: after.map((line, i) => ({ ...line, rank: (i + 1) * 1024 })),
  }
}

/** Removes lines; an order that keeps some of its lines keeps what it says. */
export function removeLines(workbook: Workbook, lines: readonly LineId[], at: CellAddress | null): Edit {
  const edit = remove(workbook.edits, lines)
  workbook.perform(edit.patch, at)
  return edit
}

/** What became of lines that were to be copied. */
export interface Duplicated {
  readonly copies: readonly LineId[]
  /** Lines left alone because their orders are, or may be, at the service. */
  readonly refused: number
}

/**
 * Puts copies of lines below each run of neighbours. They say all that the lines say, the order number too: beside
 * its original a copy is one more item of that order, and under another number an order of its own. Copies from several
 * orders stand below the last of these: within it they would tear it apart.
 */
export function duplicateLines(
  workbook: Workbook,
  runs: readonly (readonly LineId[])[],
  newId: () => LineId,
  at: CellAddress | null,
): Duplicated {
  const { draft, index, sheet } = workbook
  let refused = 0
  const copies: LineId[] = []
  const placed = new Map<LineId, Line[]>()
  for (const run of runs) {
    const there = run.filter(line => draft.lines.has(line))
    const free = there.filter(line => !workbook.isLocked(line))
    refused += there.length - free.length
    const [first, last] = [free[0], free.at(-1)]
    if (first === undefined || last === undefined) continue
    const [from, to] = [index.orderOf(first), index.orderOf(last)]
    const isOne = from?.lead === to?.lead
    const lines = free.map((line, i): Line => {
      const texts = draft.lines.get(line)?.texts ?? {}
      // A line without a number would be an item of whatever order it comes to stand below.
      const number = i === 0 && !isOne && from && isBlank(texts[sheet.key] ?? '') ? keyOf(workbook, from) : ''
      return { id: newId(), rank: 0, texts: number === '' ? texts : { ...texts, [sheet.key]: number } }
    })
    copies.push(...lines.map(line => line.id))
    const below = isOne ? last : (to?.lines.at(-1) ?? last)
    const others = placed.get(below) ?? []
    placed.set(below, isOne ? [...lines, ...others] : [...others, ...lines])
  }
  workbook.perform(placeLines(draft, [], placed), at)
  return { copies, refused }
}

/** What came of adding a line to a record: its id, or why there is none. */
export type Appended = { readonly line: LineId } | { readonly why: 'blank' | 'locked' }

/**
 * Adds a line to the record of another line, after its last one: with the record's number if it has one, else
 * blank, since a line without a number continues the record above it as soon as something is typed into it.
 */
export function appendLine(workbook: Workbook, beside: LineId, id: LineId, at: CellAddress | null): Appended {
  const record = workbook.index.orderOf(beside)
  const last = record?.lines.at(-1)
  if (!record || last === undefined) return { why: 'blank' }
  if (workbook.isLocked(beside)) return { why: 'locked' }
  const key = keyOf(workbook, record)
  const line: Line = { id, rank: 0, texts: key === '' ? {} : { [workbook.sheet.key]: key } }
  workbook.perform(placeLines(workbook.draft, [], new Map([[last, [line]]])), at)
  return { line: id }
}
