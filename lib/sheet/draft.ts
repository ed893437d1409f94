/** Name of a line, unique in its draft and never reused. Everything is addressed by it, never by position. */
export type LineId = string

/** A cell's address: ids in two fields, since either may hold any character. */
export interface CellAddress {
  readonly line: LineId
  readonly column: string
}

/** Texts of a line by column id; a blank cell may be absent. Kept verbatim. */
export type Texts = Readonly<Record<string, string>>

/** One line of a sheet. Lines stand in the order of `rank`, then of `id`. */
export interface Line {
  readonly id: LineId
  readonly rank: number
  readonly texts: Texts
}

/** The lines an operator works on. `order` lists the ids by rank; `lines` holds each by id. */
export interface Draft {
  order: LineId[]
  readonly lines: Map<LineId, Line>
}

/** A cell that changed; '' is a blank cell. */
export interface CellChange extends CellAddress {
  readonly before: string
  readonly after: string
}

/** A change that knows its way back. Lines carry their rank, so an undone removal returns to its place. */
export interface Patch {
  readonly cells: readonly CellChange[]
  readonly inserted: readonly Line[]
  readonly removed: readonly Line[]
}

export const emptyPatch: Patch = { cells: [], inserted: [], removed: [] }

export const isEmptyPatch = (patch: Patch): boolean =>
  patch.cells.length + patch.inserted.length + patch.removed.length === 0

/** A draft of lines in any order. */
export function draftOf(lines: Iterable<Line>): Draft {
  const sorted = [...lines].sort(byRank)
  return { order: sorted.map(line => line.id), lines: new Map(sorted.map(line => [line.id, line])) }
}

export const byRank = (a: Line, b: Line): number =>
  a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The text of a cell; '' when it is blank or the line is gone. */
export const textAt = (draft: Draft, line: LineId, column: string): string =>
  draft.lines.get(line)?.texts[column] ?? ''

/** The patch that takes back what `patch` did. */
export function invert(patch: Patch): Patch {
  return {
    cells: patch.cells.map(({ line, column, before, after }) => ({
      line,
      column,
      before: after,
      after: before,
    })),
    inserted: patch.removed,
    removed: patch.inserted,
  }
}

/**
 * Applies a patch to a draft, in place: a draft may hold 100,000 lines, and one keystroke touches one.
 * Removals come first, then insertions, then cells. Cells of lines that are gone are passed over.
 */
export function apply(draft: Draft, patch: Patch): void {
  if (patch.removed.length > 0) removeLines(draft, patch.removed)
  if (patch.inserted.length > 0) insertLines(draft, patch.inserted)
  const changed = new Map<LineId, Record<string, string>>()
  for (const { line, column, after } of patch.cells) {
    const texts = changed.get(line) ?? { ...draft.lines.get(line)?.texts }
    changed.set(line, texts)
    if (after === '') delete texts[column]
    else texts[column] = after
  }
  for (const [id, texts] of changed) {
    const line = draft.lines.get(id)
    if (line) draft.lines.set(id, { ...line, texts })
  }
}

function removeLines(draft: Draft, removed: readonly Line[]): void {
  for (const line of removed) draft.lines.delete(line.id)
  draft.order = draft.order.filter(id => draft.lines.has(id))
}

function insertLines(draft: Draft, inserted: readonly Line[]): void {
  const fresh = inserted.filter(line => !draft.lines.has(line.id)).sort(byRank)
  for (const line of fresh) draft.lines.set(line.id, line)
  const last = draft.lines.get(draft.order.at(-1) ?? '')
  const first = fresh[0]
  if (!first) return
  if (!last || byRank(last, first) < 0) draft.order = draft.order.concat(fresh.map(line => line.id))
  else draft.order = [...draft.lines.values()].sort(byRank).map(line => line.id)
}

const STEP = 1024

/**
 * Ranks for `count` new lines right after the line `after` (null: before the first).
 * @returns undefined when doubles have no room left between the neighbours: `respread` the draft first.
 */
export function ranksAfter(draft: Draft, after: LineId | null, count: number): number[] | undefined {
  const index = after === null ? -1 : draft.order.indexOf(after)
  const low = draft.lines.get(draft.order[index] ?? '')?.rank ?? 0
  const high = draft.lines.get(draft.order[index + 1] ?? '')?.rank
  const gap = high === undefined ? STEP : (high - low) / (count + 1)
  const ranks = Array.from({ length: count }, (_, i) => low + gap * (i + 1))
  const distinct =
    ranks.every((rank, i) => rank > (ranks[i - 1] ?? low)) && (ranks.at(-1) ?? low) < (high ?? Infinity)
  return distinct || count === 0 ? ranks : undefined
}
