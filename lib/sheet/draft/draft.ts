import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import { type LineList, LineTable } from './line-table'

/** The lines that an operator works on. `order` lists the ids by rank; `lines` has the lines by id. */
export interface Draft {
  order: LineId[]
  readonly lines: LineTable
}

/**
 * Cells of one line that were written, with their texts before and after; '' is a blank cell. Both have the same
 * columns. When many cells were written, unchanged cells may be among them.
 */
export interface LineChange {
  readonly line: LineId
  readonly before: Texts
  readonly after: Texts
}

/** A change that can be inverted. Lines have their rank, so that an undone removal returns to its position. */
export interface Patch {
  readonly changes: readonly LineChange[]
  readonly inserted: readonly Line[]
  readonly removed: readonly Line[]
}

export const emptyPatch: Patch = { changes: [], inserted: [], removed: [] }

export const isEmptyPatch = (patch: Patch): boolean =>
  patch.changes.length + patch.inserted.length + patch.removed.length === 0

/** Sorted lines with their ids; a line may be created when it is first read, and stays the same object. */
export interface OrderedLines extends LineList {
  readonly ids: LineId[]
}

/** A draft of lines in any order. An array that is sorted already is kept, not copied. */
export function draftOf(lines: Iterable<Line> | OrderedLines): Draft {
  if ('ids' in lines) return { order: lines.ids, lines: new LineTable(lines, byRank) }
  const given: readonly Line[] = Array.isArray(lines) ? lines : [...lines]
  const order = idsInOrder(given)
  if (order) return { order, lines: new LineTable(given, byRank) }
  const sorted = given.toSorted(byRank)
  return { order: sorted.map(line => line.id), lines: new LineTable(sorted, byRank) }
}

/** The ids of sorted lines. @returns undefined when the lines are not sorted */
function idsInOrder(lines: readonly Line[]): LineId[] | undefined {
  const ids: LineId[] = []
  let above: Line | undefined
  for (const line of lines) {
    if (above && byRank(above, line) >= 0) return undefined
    ids.push(line.id)
    above = line
  }
  return ids
}

/** Compares lines by their places in the draft; lines of one rank by id, so that every browser has the same order. */
export const byRank = (a: Line, b: Line): number =>
  a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The text of a cell; '' when it is blank or the line was removed. */
export const textAt = (draft: Draft, line: LineId, column: string): string =>
  draft.lines.get(line)?.texts[column] ?? ''

/** The patch that reverts a patch. */
export function invertPatch({ changes, inserted, removed }: Patch): Patch {
  return {
    changes: changes.map(({ line, before, after }) => ({ line, before: after, after: before })),
    inserted: removed,
    removed: inserted,
  }
}

/**
 * Applies a patch to a draft, in place: a draft may have 100,000 lines, and a keystroke changes one. Removals come
 * first, then insertions, then cells. Cells of removed lines are skipped. `order` becomes another array when lines were
 * inserted or removed, and stays the same array otherwise.
 */
export function applyPatch(draft: Draft, patch: Patch): void {
  if (patch.removed.length > 0) removeLines(draft, patch.removed)
  if (patch.inserted.length > 0) insertLines(draft, patch.inserted)
  for (const { line: id, before, after } of patch.changes) {
    const line = draft.lines.get(id)
    if (!line) continue
    const isWhole = before === line.texts
    const texts = isWhole ? withoutBlanks(after) : rewrite(line.texts, after)
    draft.lines.set(id, { id, rank: line.rank, texts })
  }
}

/**
 * When more cells are written at once, blank ones stay as '' instead of being deleted, which takes a tenth of the time.
 */
const MAX_CELLS_TO_DELETE = 8

/** `texts` with the texts of `after` in their columns. */
function rewrite(texts: Texts, after: Texts): Texts {
  if (isAll(texts, after)) return withoutBlanks(after)
  const next: Record<string, string> = { ...texts }
  for (const column in after) next[column] = after[column] ?? ''
  return withoutBlanks(next, after)
}

/** Whether `after` overwrites all of `texts`. */
function isAll(texts: Texts, after: Texts): boolean {
  for (const column in texts) if (after[column] === undefined) return false
  return true
}

/**
 * `texts` without blank cells when few cells were `written`; else unchanged, with the hidden class that lines share.
 */
export function withoutBlanks(texts: Texts, written: Texts = texts): Texts {
  let count = 0
  let isAnyBlank = false
  for (const column in written) {
    if (++count > MAX_CELLS_TO_DELETE) return texts
    if (written[column] === '') isAnyBlank = true
  }
  if (!isAnyBlank) return texts
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

/** Concatenates pieces of an array. Few large pieces are copied as blocks, many small ones id by id. */
function join(pieces: readonly (readonly LineId[])[]): LineId[] {
  const none: LineId[] = []
  if (pieces.length < 1000) return none.concat(...pieces)
  for (const piece of pieces) for (const id of piece) none.push(id)
  return none
}

function removeLines(draft: Draft, removed: readonly Line[]): void {
  const there = removed.filter(line => draft.lines.has(line.id))
  const positions = there
    .map(line => positionIn(draft, draft.lines.get(line.id) ?? line))
    .sort((a, b) => a - b)
  let from = 0
  const kept: LineId[][] = []
  for (const position of positions) {
    if (position > from) kept.push(draft.order.slice(from, position))
    from = position + 1
  }
  kept.push(draft.order.slice(from))
  draft.order = join(kept)
  for (const line of there) draft.lines.delete(line.id)
}

function insertLines(draft: Draft, inserted: readonly Line[]): void {
  const fresh = inserted.filter(line => !draft.lines.has(line.id)).sort(byRank)
  const pieces: LineId[][] = []
  let run: LineId[] = []
  let from = 0
  for (const line of fresh) {
    const position = pieces.length > 0 && isNext(draft, from, line) ? from : positionIn(draft, line)
    if (position > from) {
      run = []
      pieces.push(draft.order.slice(from, position))
    }
    if (run.length === 0) pieces.push(run)
    run.push(line.id)
    from = position
  }
  pieces.push(draft.order.slice(from))
  draft.order = join(pieces)
  for (const line of fresh) draft.lines.set(line.id, line)
}

/** Whether a line that belongs below all lines above a position belongs there: most inserted lines are neighbours. */
function isNext({ order, lines }: Draft, position: number, line: Line): boolean {
  const there = order[position]
  const below = there === undefined ? undefined : lines.at(position, there)
  return there === undefined || (below !== undefined && byRank(below, line) > 0)
}

/** Position of a line in the draft, or the position where it would be inserted. */
export function positionIn({ order, lines }: Draft, line: Line): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = lines.at(middle, order[middle] ?? '')
    if (there && byRank(there, line) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Distance of the ranks of lines that are spread out, which leaves room between neighbours. */
export const RANK_STEP = 1024

/** Lines in their new order, with new ranks that are evenly spread out. */
export const respaceRanks = (lines: readonly Line[]): Line[] =>
  lines.map((line, i) => ({ ...line, rank: (i + 1) * RANK_STEP }))

/**
 * Ranks for `count` new lines right after the line `after` (null: before the first).
 * @returns undefined when no doubles are left between the neighbours: the ranks of all lines must be spread out first
 */
export function ranksAfter(draft: Draft, after: LineId | null, count: number): number[] | undefined {
  const above = after === null ? undefined : draft.lines.get(after)
  const index = above ? positionIn(draft, above) : -1
  const low = draft.lines.get(draft.order[index] ?? '')?.rank ?? 0
  const high = draft.lines.get(draft.order[index + 1] ?? '')?.rank
  const gap = high === undefined ? RANK_STEP : (high - low) / (count + 1)
  const ranks = Array.from({ length: count }, (_, i) => low + gap * (i + 1))
  const distinct =
    ranks.every((rank, i) => rank > (ranks[i - 1] ?? low)) && (ranks.at(-1) ?? low) < (high ?? Infinity)
  return distinct || count === 0 ? ranks : undefined
}
