import type { ReactNode } from 'react'
import type { ColumnWords, GridSource, Gutter } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import type { Workbook } from '@/lib/sheet/workbook'
import { createActContext } from './act-context'
import { clipboardActs } from './clipboard-acts'
import { fillActs } from './fill-acts'
import { lineActs } from './line-acts'
import { createSpares } from './spares'

/** How the workbench says things; made from `lib/words` where React is. */
export interface SheetWords {
  column(column: Column): ColumnWords
  sentence(mark: Mark): string
  sign(sign: Gutter['sign']): string
  tip(line: LineView, column: Column, marks: readonly Mark[]): ReactNode
  /** A sentence of `workbench.said`, with its values. */
  said(key: string, values?: Record<string, string | number>): string
}

/** Short, unique in its draft for all practical purposes: 60 random bits. */
export const newLineId = (): LineId =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map(byte => '0123456789abcdefghijklmnopqrstuv'[byte & 31])
    .join('')

/** Answers what the grid asks, out of a workbook. `announce` says outcomes in a polite live region. */
export function createGridSource(
  workbook: Workbook,
  words: SheetWords,
  announce: (sentence: string) => void,
): GridSource {
  const columns = workbook.sheet.columns
  const spares = createSpares(workbook, newLineId)
  const context = createActContext(workbook, spares, () => columns, words, announce, newLineId)
  const { tell } = context

  return {
    columns: () => columns,
    pinned: () => 1,
    rows: spares.rows,
    indexOf: spares.indexOf,
    version: () => workbook.version,
    subscribe: workbook.subscribe,
    subscribeLine: (id, listener) => workbook.subscribeLine(id, listener),
    line: id => workbook.line(id),
    gutter: line => gutterOf(workbook, line, words),
    words: words.column,
    sentence: words.sentence,
    tip: words.tip,
    sort: () => workbook.arrangement.sort,

    ...clipboardActs(context),
    ...fillActs(context),
    ...lineActs(context),
    sortBy: (column, descending) => {
      workbook.sortBy(descending === null ? null : { column, descending }, null)
      const known = workbook.column(column)
      tell(
        descending === null || !known
          ? words.said('unsorted')
          : words.said('sorted', { column: words.column(known).name }),
      )
    },
    undo: () => {
      const at = workbook.undo()
      announce(words.said(at === undefined ? 'nothingToUndo' : 'undone'))
      return show(workbook, at)
    },
    redo: () => {
      const at = workbook.redo()
      announce(words.said(at === undefined ? 'nothingToRedo' : 'redone'))
      return show(workbook, at)
    },
  }
}

/** What came back is to be seen: a filter that hides it gives way. */
function show(workbook: Workbook, at: CellAddress | null | undefined): CellAddress | null {
  const isHidden = at && workbook.draft.lines.has(at.line) && workbook.view.indexOf(at.line) === undefined
  if (isHidden) workbook.clearFilter()
  return at ?? null
}

function gutterOf(workbook: Workbook, line: LineView, words: SheetWords): Gutter {
  const sign = signOf(line)
  const text =
    !line.opens || line.lead === undefined ? '' : (line.orderId ?? String(workbook.ordinal(line.lead) ?? ''))
  return { text, sign, label: line.lead === undefined ? '' : words.sign(sign) }
}

function signOf(line: LineView): Gutter['sign'] {
  if (line.lead === undefined || !line.opens) return 'none'
  if (line.standing !== 'unchecked' && line.standing !== 'ready') return line.standing
  const warned = [...line.marks.cells.values()].some(marks => marks.some(mark => mark.severity === 'warning'))
  if (warned) return 'warning'
  return line.standing === 'ready' ? 'ready' : 'none'
}
