import type { Column } from './columns'
import { type LineId, type Texts, textAt } from './draft'
import type { EditContext, Writes } from './edits'
import { isBlank } from './kinds'
import { isOwn } from './own-cells'
import { continued } from './series'

/** What a fill starts from and where it goes, in lines and columns of the screen. */
export interface Fill {
  /** The lines filled from, in the direction of the fill: the last one stands next to the first of `to`. */
  readonly from: readonly LineId[]
  readonly to: readonly LineId[]
  readonly columns: readonly Column[]
  /** Whether numbers may go on counting; else everything is repeated. */
  readonly counts: boolean
}

/**
 * Fills lines with what other lines say, down or up. A pattern of several lines is repeated; numbers go on counting
 * (series.ts). An order's own cells are shown once an order: each order counts as one cell there, and the lines that
 * continue it stay as they are, else a fill would tear orders apart.
 */
export function fillLines(context: EditContext, { from, to, columns, counts }: Fill): Writes {
  const writes = new Map<LineId, Record<string, string>>()
  for (const column of columns) {
    const { id } = column
    const sources = from.filter(line => isOwn(context, line, id))
    const texts = sources.map(line => textAt(context.draft, line, id))
    if (texts.length === 0) texts.push('')
    const next = continued(texts, counts ? column.kind : 'text')
    let step = 0
    for (const line of to) {
      if (!isOwn(context, line, id)) continue
      const texts = writes.get(line) ?? {}
      texts[id] = next(++step)
      writes.set(line, texts)
    }
  }
  return writes
}

/** Fills columns with what others of the same line say, to the right or the left. Fields do not count on. */
export function fillAcross(
  context: EditContext,
  lines: readonly LineId[],
  from: readonly Column[],
  to: readonly Column[],
): Writes {
  const fill = (line: LineId): Texts => {
    const own = to.filter(column => isOwn(context, line, column.id))
    const texts = from.map(({ id }) => (isOwn(context, line, id) ? textAt(context.draft, line, id) : ''))
    return Object.fromEntries(own.map(column => [column.id, texts[to.indexOf(column) % texts.length] ?? '']))
  }
  return new Map(lines.map(line => [line, fill(line)]))
}

/**
 * How far down a double click on the handle fills: as far as the column beside it goes on without a gap.
 * @param beside columns to go by, the nearer first: the first that holds anything below decides
 * @returns the position of the last line to fill; `from` when there is nothing to go by
 */
export function endBeside(
  context: EditContext,
  rows: readonly LineId[],
  from: number,
  beside: readonly Column[],
): number {
  const holds = (at: number, { id }: Column): boolean => {
    const line = rows[at] ?? ''
    return !isBlank(textAt(context.draft, line, id)) || !isOwn(context, line, id)
  }
  const column = beside.find(candidate => holds(from + 1, candidate))
  if (!column) return from
  let at = from + 1
  while (at + 1 < rows.length && holds(at + 1, column)) at++
  return at
}
