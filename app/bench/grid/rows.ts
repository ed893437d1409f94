import { plainColumn } from '@/components/grid/plain-column'
import type { OrderedLines } from '@/lib/sheet/draft/draft'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Line } from '@/lib/sheet/schema/line'

/** A line of the runner: texts by column. */
export type Row = Readonly<Record<string, string>>

declare global {
  interface Window {
    /** Set by the runner before the page's scripts. */
    __data?: { readonly columns: readonly { readonly key: string; readonly title: string }[] }
  }
}

/** The runner's columns, all with plain text. */
export const plainColumns = (): Column[] =>
  (window.__data?.columns ?? []).map(({ key }) => plainColumn(key, 120))

/** The title of a column as the runner gave it; its id without one. */
export const titleOf = (column: Column): string =>
  window.__data?.columns.find(known => known.key === column.id)?.title ?? column.id

/** The runner's rows as lines, each made on its first access: no other grid prepares every row, either. */
export function linesOf(rows: readonly Row[]): OrderedLines {
  const lines = new Map<number, Line>()
  const make = (rank: number): Line | undefined => {
    const texts = rows[rank]
    const line = texts && { id: texts.lineId ?? '', rank, texts }
    if (line) lines.set(rank, line)
    return line
  }
  return {
    ids: idsOf(rows),
    length: rows.length,
    at: position => lines.get(position) ?? make(position),
  }
}

/** A loop: a callback on its first call takes three times as long for as many rows. */
function idsOf(rows: readonly Row[]): string[] {
  const ids = new Array<string>(rows.length)
  for (let at = 0; at < rows.length; at++) ids[at] = rows[at]?.lineId ?? ''
  return ids
}
