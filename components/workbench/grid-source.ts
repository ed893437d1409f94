import type { ReactNode } from 'react'
import type { CellRange, ColumnWords, GridSource, Gutter } from '@/components/grid/source'
import {
  clearCells,
  columnIds,
  copyCells,
  insertLine,
  pasteBlock,
  removeLines,
  writeCells,
} from '@/lib/sheet/acts'
import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import type { Workbook } from '@/lib/sheet/workbook'
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
  const rows = () => spares.rows()
  const linesIn = ({ top, bottom }: CellRange) => rows().slice(top, bottom + 1)
  const cellsOf = (range: CellRange) => columnIds(columns, range.left, range.right)
  const cornerOf = (range: CellRange): CellAddress | null => {
    const [line, column] = [rows()[range.top], columns[range.left]]
    return line !== undefined && column ? { line, column: column.id } : null
  }
  const tell = (...sentences: (string | false)[]) => {
    const said = sentences.filter(sentence => sentence !== false).join(' ')
    if (said !== '') announce(said)
  }
  const refusedSentence = (refused: number) => refused > 0 && words.said('locked', { count: refused })

  return {
    columns: () => columns,
    pinned: () => 1,
    rows,
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

    write: (cell, text) => {
      const { refused } = writeCells(workbook, spares, new Map([[cell.line, { [cell.column]: text }]]), cell)
      tell(refused > 0 && words.said('readOnly'))
    },
    clear: ranges => {
      const range = lastOf(ranges)
      tell(refusedSentence(clearCells(workbook, linesIn(range), cellsOf(range), cornerOf(range)).refused))
    },
    copy: ranges => copyCells(workbook, linesIn(lastOf(ranges)), cellsOf(lastOf(ranges))),
    paste: (ranges, { text }) => {
      if (text === '') return undefined
      const range = lastOf(ranges)
      const target = { lines: rows(), columns, ...range }
      const { plan, refused, lines } = pasteBlock(
        workbook,
        spares,
        text,
        target,
        column => namesOf(words, column),
        newLineId,
      )
      tell(
        words.said(plan.byHeader ? 'pastedByHeader' : 'pasted', { lines: plan.rows.length }),
        plan.unknown.length > 0 && words.said('unknownHeadings', { names: plan.unknown.join(', ') }),
        plan.clipped.cells > 0 &&
          plan.unknown.length === 0 &&
          words.said('clipped', { count: plan.clipped.cells, first: plan.clipped.first.join(', ') }),
        refusedSentence(refused),
      )
      if (lines.length === 0) return undefined
      const left = plan.byHeader ? 0 : range.left
      return {
        top: range.top,
        left,
        bottom: range.top + lines.length - 1,
        right: Math.min(left + plan.width, columns.length) - 1,
      }
    },
    sortBy: (column, descending) => {
      workbook.sortBy(descending === null ? null : { column, descending }, null)
      const known = workbook.column(column)
      tell(
        descending === null || !known
          ? words.said('unsorted')
          : words.said('sorted', { column: words.column(known).name }),
      )
    },
    insertLine: below => {
      const at = workbook.draft.lines.has(below ?? '') ? below : workbook.draft.order.at(-1)
      const line = newLineId()
      insertLine(workbook, at ?? null, line, { line, column: workbook.sheet.key })
    },
    removeLines: ranges => {
      const range = lastOf(ranges)
      const { patch, refused } = removeLines(workbook, linesIn(range), cornerOf(range))
      const removed = patch.removed.length
      const isSaid = removed > 0 || refused === 0
      tell(isSaid && words.said('removed', { count: removed }), refusedSentence(refused))
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

const nowhere: CellRange = { top: 0, left: 0, bottom: -1, right: -1 }
const lastOf = (ranges: readonly CellRange[]): CellRange => ranges.at(-1) ?? nowhere

/** What came back is to be seen: a filter that hides it gives way. */
function show(workbook: Workbook, at: CellAddress | null | undefined): CellAddress | null {
  const isHidden = at && workbook.draft.lines.has(at.line) && workbook.view.indexOf(at.line) === undefined
  if (isHidden) workbook.clearFilter()
  return at ?? null
}

const namesOf = (words: SheetWords, column: Column): string[] => {
  const { label, name } = words.column(column)
  return [name, label]
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
