import { byRank, type Draft, type Patch, positionIn, ranksAfter, respaceRanks } from '@/lib/sheet/draft/draft'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

interface LinesMoved {
  readonly lines: number
  readonly of: 'orders' | 'items'
}

interface LinesStayed {
  readonly why: 'sorted' | 'locked' | 'notAdjacent' | 'edge' | 'itemEdge' | 'nothing'
}

/** Result of moving lines: how many moved, or why none did. */
export type MoveResult = LinesMoved | LinesStayed

type Planned = (LinesMoved & { readonly patch: Patch }) | LinesStayed

/**
 * Moves lines by one position as one undoable act. Some items of one order move within it; other selections move as
 * whole orders past the next order on the screen, so that no order is split. A blank line moves like an order.
 */
export function moveLines(
  workbook: Workbook,
  selected: readonly LineId[],
  by: -1 | 1,
  at: CellAddress | null = null,
): MoveResult {
  workbook.finishActs()
  const lines = selected.filter(line => workbook.draft.lines.has(line))
  const [first] = lines
  if (first === undefined) return { why: 'nothing' }
  if (workbook.arrangement.sort) return { why: 'sorted' }
  if (lines.some(line => workbook.isLocked(line))) return { why: 'locked' }
  const order = workbook.index.orderOf(first)
  const isWithin =
    order && lines.length < order.lines.length && lines.every(line => order.lines.includes(line))
  const moved = isWithin ? moveItems(workbook, order, new Set(lines), by) : moveOrders(workbook, lines, by)
  if ('why' in moved) return moved
  workbook.perform(moved.patch, at)
  return { lines: moved.lines, of: moved.of }
}

function moveItems(workbook: Workbook, { lines }: Order, chosen: ReadonlySet<LineId>, by: -1 | 1): Planned {
  const next = by === -1 ? [...lines] : lines.toReversed()
  for (const [i, line] of next.entries()) {
    const before = next[i - 1]
    if (before === undefined || !chosen.has(line) || chosen.has(before)) continue
    next[i - 1] = line
    next[i] = before
  }
  if (by === 1) next.reverse()
  if (next.every((line, i) => line === lines[i])) return { why: 'itemEdge' }
  const patch = permute(workbook, lines, next)
  // A line that was added to a sent order is not locked, but its neighbours are.
  if (patch.inserted.some(({ id }) => workbook.isLocked(id))) return { why: 'locked' }
  return { lines: chosen.size, of: 'items', patch }
}

/** Exchanges the positions of the lines of an order. The order's own texts stay on their positions. */
function permute(workbook: Workbook, lines: readonly LineId[], next: readonly LineId[]): Patch {
  const { draft, edits } = workbook
  const isItems = (column: string) =>
    !edits.recordColumns.has(column) && (edits.knownColumns.has(column) || column.includes('[]'))
  const removed: Line[] = []
  const inserted: Line[] = []
  for (const [i, id] of next.entries()) {
    const [there, comes] = [draft.lines.get(lines[i] ?? ''), draft.lines.get(id)]
    if (!there || !comes || there === comes) continue
    const own = Object.entries(comes.texts).filter(([column]) => isItems(column))
    const orderTexts = Object.entries(there.texts).filter(([column]) => !isItems(column))
    removed.push(comes)
    inserted.push({ id, rank: there.rank, texts: Object.fromEntries([...orderTexts, ...own]) })
  }
  return { changes: [], inserted, removed }
}

function moveOrders(workbook: Workbook, lines: readonly LineId[], by: -1 | 1): Planned {
  const { draft, view } = workbook
  const going = [...new Set(lines.map(line => workbook.index.firstLineOf(line) ?? line))].flatMap(firstLine =>
    unitOf(workbook, firstLine),
  )
  const places = going.flatMap(line => view.indexOf(line) ?? []).sort((a, b) => a - b)
  const [top, bottom] = [places[0], places.at(-1)]
  if (top === undefined || bottom === undefined) return { why: 'nothing' }
  if (bottom - top + 1 !== places.length) return { why: 'notAdjacent' }
  const neighbour = view.lines[by === -1 ? top - 1 : bottom + 1]
  if (neighbour === undefined) return { why: 'edge' }
  const beside = unitOf(workbook, workbook.index.firstLineOf(neighbour) ?? neighbour)
  const [above, below] = [lineAbove(draft, beside[0]), beside.at(-1) ?? neighbour]
  const moving = going.flatMap(line => draft.lines.get(line) ?? []).sort(byRank)
  return { lines: moving.length, of: 'orders', patch: place(draft, moving, by === -1 ? above : below) }
}

/** The lines of the order that begins with a line, with blank lines among them; a blank line by itself. */
function unitOf({ draft, index }: Workbook, firstLine: LineId): readonly LineId[] {
  const [first, last] = [
    draft.lines.get(firstLine),
    draft.lines.get(index.orderOf(firstLine)?.lines.at(-1) ?? firstLine),
  ]
  return first && last ? draft.order.slice(positionIn(draft, first), positionIn(draft, last) + 1) : []
}

function lineAbove(draft: Draft, id: LineId | undefined): LineId | null {
  const line = draft.lines.get(id ?? '')
  return (line && draft.order[positionIn(draft, line) - 1]) ?? null
}

/** Moves lines right after another one. When no rank is left there, every line of the draft gets a new rank. */
function place(draft: Draft, moving: readonly Line[], after: LineId | null): Patch {
  const ranks = ranksAfter(draft, after, moving.length)
  if (ranks) {
    return {
      changes: [],
      removed: moving,
      inserted: moving.map((line, i) => ({ ...line, rank: ranks[i] ?? 0 })),
    }
  }
  const going = new Set(moving)
  const all = [...draft.lines.values()].sort(byRank)
  const staying = all.filter(line => !going.has(line))
  const at = staying.findIndex(line => line.id === after) + 1
  const sequence = [...staying.slice(0, at), ...moving, ...staying.slice(at)]
  return { changes: [], removed: all, inserted: respaceRanks(sequence) }
}
