import type { ReactNode } from 'react'
import type { Help } from '@/components/grid/help'
import type { ColumnWords, GridSource, Gutter } from '@/components/grid/source'
import type { Origin } from '@/lib/intake/imported'
import { originAt } from '@/lib/intake/origins'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import { shownAt } from '@/lib/sheet/own-cells'
import type { Workbook } from '@/lib/sheet/workbook'
import { createActContext } from './act-context'
import { clipboardActs } from './clipboard-acts'
import { createColumnControls, type OpenColumnMenu } from './column-controls'
import { fillActs } from './fill-acts'
import { lineActs } from './line-acts'
import { notesOf } from './notes'
import { createSpares } from './spares'

/** How the workbench says things; made from `lib/words` where React is. */
export interface SheetWords {
  column(column: Column): ColumnWords
  sentence(mark: Mark): string
  /** 'blank': a line that says nothing yet; 'awaited': what is known of its order has not come. */
  sign(sign: Gutter['sign'] | 'blank' | 'awaited'): string
  tip(line: LineView, column: Column, marks: readonly Mark[]): ReactNode
  /** Where a text that nobody typed came from. */
  origin(origin: Origin): string
  readonly help: Help
  /** A sentence of `workbench.said`, with its values. */
  said(key: string, values?: Record<string, string | number>): string
}

/** Short, unique in its draft for all practical purposes: 60 random bits. */
export const newLineId = (): LineId =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map(byte => '0123456789abcdefghijklmnopqrstuv'[byte & 31])
    .join('')

/**
 * Answers what the grid asks, out of a workbook and the layout of its columns. `announce` says outcomes in a polite
 * live region.
 */
export function createGridSource(
  workbook: Workbook,
  view: ColumnView,
  words: SheetWords,
  announce: (sentence: string) => void,
  openMenu: OpenColumnMenu,
): GridSource {
  const { columns } = view
  const spares = createSpares(workbook, newLineId)
  const context = createActContext(workbook, spares, columns, words, announce, newLineId)
  const { tell } = context

  return {
    columns,
    pinned: view.pinned,
    layout: createColumnControls(view, words, announce, openMenu),
    rows: spares.rows,
    indexOf: spares.indexOf,
    shown: (line, column) => shownAt(workbook.edits, line, column),
    version: () => workbook.version + view.version,
    subscribe: listener => {
      const ends = [workbook.subscribe(listener), view.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    subscribeLine: (id, listener) => workbook.subscribeLine(id, listener),
    linesVersion: () => workbook.linesVersion,
    subscribeLines: workbook.subscribeLines,
    line: (id, position) => workbook.line(id, position),
    gutter: line => gutterOf(workbook, line, words),
    words: words.column,
    sentence: words.sentence,
    tip: words.tip,
    notes: notesOf,
    note: (line, column) => {
      const origin = originAt(line.texts, column)
      return origin ? words.origin(origin) : ''
    },
    help: words.help,
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
      return show(workbook, view, at)
    },
    redo: () => {
      const at = workbook.redo()
      announce(words.said(at === undefined ? 'nothingToRedo' : 'redone'))
      return show(workbook, view, at)
    },
  }
}

/** What came back is to be seen: a filter that hides it gives way, and a column that is away is shown for now. */
function show(workbook: Workbook, view: ColumnView, at: CellAddress | null | undefined): CellAddress | null {
  const isHidden = at && workbook.draft.lines.has(at.line) && workbook.view.indexOf(at.line) === undefined
  if (isHidden) workbook.clearFilter()
  if (at) view.reveal(at.column)
  return at ?? null
}

function gutterOf(workbook: Workbook, line: LineView, words: SheetWords): Gutter {
  const sign = signOf(line)
  const text =
    !line.opens || line.lead === undefined ? '' : (line.orderId ?? String(workbook.ordinal(line.lead) ?? ''))
  return { text, sign, label: words.sign(labelOf(line, sign)) }
}

function labelOf(line: LineView, sign: Gutter['sign']) {
  if (line.lead === undefined) return 'blank'
  return sign === 'none' && line.opens && line.standing === 'awaited' ? 'awaited' : sign
}

function signOf(line: LineView): Gutter['sign'] {
  if (line.lead === undefined || !line.opens) return 'none'
  const { standing } = line
  if (standing !== 'awaited' && standing !== 'unchecked' && standing !== 'ready') return standing
  const warned = [...line.marks.cells.values()].some(marks => marks.some(mark => mark.severity === 'warning'))
  if (warned) return 'warning'
  return standing === 'ready' ? 'ready' : 'none'
}
