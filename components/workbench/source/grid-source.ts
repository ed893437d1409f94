import type { GridSource, Gutter } from '@/components/grid/source'
import { newLineId } from '@/lib/desk-api/drafts/ids'
import { originAt } from '@/lib/import/recipe/values/origins'
import { namesOtherLines } from '@/lib/sheet/judge/marks'
import { shownText } from '@/lib/sheet/orders/edits'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import type { LineView } from '@/lib/sheet/workbook/line-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type ActContext, createActContext } from './acts/act-context'
import { afterOtherActs } from './acts/after-other-acts'
import { cellActs } from './acts/cell-acts'
import { copyActs } from './acts/copy-acts'
import { fillActs } from './acts/fill-acts'
import { lineActs } from './acts/line-acts'
import { pasteActs } from './acts/paste-acts'
import { cellNotesOf } from './cell-notes'
import { createPlaceholderRows } from './placeholder-rows'
import { createColumnControls, type OpenColumnMenu } from './words/column-headings'
import type { SheetWords } from './words/sheet-words'

/** A source whose copies and pastes may still be waiting. */
interface SheetSource extends GridSource {
  /** Drops a copy and a paste that wait for the clipboard: the sheet is closed. */
  dispose(): void
}

/** The source of the grid: a workbook in the layout of its columns. Every act announces its result. */
export function createGridSource(
  workbook: Workbook,
  view: ColumnView,
  words: SheetWords,
  announce: (sentence: string) => void,
  openMenu: OpenColumnMenu,
): SheetSource {
  const { columns } = view
  const placeholderRows = createPlaceholderRows(workbook, newLineId)
  const context = createActContext(workbook, placeholderRows, view, words, announce, newLineId)
  const copying = copyActs(context)
  const pasting = pasteActs(context, copying.pendingCopy)
  const acts = {
    ...cellActs(context),
    ...copying.acts,
    ...pasting.acts,
    ...fillActs(context),
    ...lineActs(context),
  }

  const sentences = {
    undo: { done: 'undone', nothing: 'nothingToUndo' },
    redo: { done: 'redone', nothing: 'nothingToRedo' },
  } as const
  let isDisposed = false
  /**
   * Undoes or redoes an act, and says what that did to the orders of its rows.
   * @param onLate given while acts of earlier editing sessions may still be waited for
   */
  const replay = (
    kind: 'undo' | 'redo',
    onLate?: (replay: () => CellAddress | null) => void,
  ): CellAddress | null => {
    workbook.finishActs()
    const { history } = workbook
    if (history.loading && onLate && !(kind === 'undo' ? history.canUndo : history.canRedo)) {
      announce(words.message('undoWaits'))
      void history.loading.then(() => {
        // An act that was done meanwhile is not the one that was meant.
        if (!isDisposed && !history.hasOwnActs) onLate(() => replay(kind))
      })
      return null
    }
    const regroupedMessage = noteRegrouping(context)
    const { done, nothing } = sentences[kind]
    let isEnded = false
    let isLater = false
    const at = workbook[kind](() => {
      isEnded = true
      if (isLater) context.announce(regroupedMessage())
    })
    isLater = true
    const isLeft = kind === 'undo' ? history.canUndo : history.canRedo
    if (at === undefined) announce(words.message(isLeft ? 'viewer' : nothing))
    else context.announce(words.message(done), isEnded && regroupedMessage())
    return revealCell(workbook, view, at)
  }

  return {
    columns,
    pinned: view.pinned,
    layout: createColumnControls(view, words, announce, openMenu),
    rows: placeholderRows.rows,
    indexOf: placeholderRows.indexOf,
    activate: placeholderRows.activate,
    shown: (line, column) => shownText(workbook.edits, line, column),
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
    sentences: words.sentences,
    namesOtherLines,
    tip: words.tip,
    notes: cellNotesOf,
    note: (line, column) => {
      const origin = originAt(line.texts, column)
      return origin ? words.origin(origin) : ''
    },
    help: words.help,
    sort: () => workbook.arrangement.sort,

    ...afterOtherActs(context, acts),
    sortBy: (column, descending, onSorted) => {
      workbook.sortBy(descending === null ? null : { column, descending }, null, () => {
        const known = workbook.column(column)
        announce(
          descending === null || !known
            ? words.message('unsorted')
            : words.message('sorted', { column: words.column(known).name }),
        )
        onSorted?.()
      })
      if (workbook.view.isArranging) announce(words.message('sorting'))
    },
    undo: (onLate = late => late()) => {
      if (pasting.cancelPaste() || copying.cancelCut()) {
        announce(words.message('undone'))
        return null
      }
      return replay('undo', onLate)
    },
    redo: (onLate = late => late()) => replay('redo', onLate),
    dispose: () => {
      isDisposed = true
      copying.dispose()
      pasting.dispose()
    },
  }
}

/**
 * Called before an act is undone or redone.
 * @returns a function that returns the sentence about orders that it has joined or separated; false where it did neither
 */
function noteRegrouping({ workbook, words }: ActContext): () => string | false {
  const { orderCount, itemCount } = workbook
  const joinedNow = workbook.noteOrders()
  return () => {
    const joined = joinedNow().length
    if (joined > 0) return words.message('joinedAgain', { count: joined })
    // Rows that came or went are orders that came or went.
    const separated = workbook.itemCount === itemCount ? workbook.orderCount - orderCount : 0
    return separated > 0 && words.message('separatedAgain', { count: separated })
  }
}

/** Shows the cell of an undone or redone act: clears a filter that hides its line, and shows its column for now. */
function revealCell(
  workbook: Workbook,
  view: ColumnView,
  at: CellAddress | null | undefined,
): CellAddress | null {
  const isHidden = at && workbook.draft.lines.has(at.line) && workbook.view.indexOf(at.line) === undefined
  if (isHidden) workbook.clearFilter()
  if (at) view.reveal(at.column)
  return at ?? null
}

function gutterOf(workbook: Workbook, line: LineView, words: SheetWords): Gutter {
  const sign = signOf(line)
  const at = line.isFirst && line.firstLine !== undefined ? workbook.ordinal(line.firstLine) : undefined
  const text = at === undefined ? '' : String(at)
  const warning = line.isFirst && line.isWarned ? words.sign('warning') : ''
  return { text, sign, label: words.sign(labelOf(line, sign)), warning }
}

function labelOf(line: LineView, sign: Gutter['sign']) {
  if (line.firstLine === undefined) return 'blank'
  return sign === 'none' && line.isFirst && line.status === 'awaited' ? 'awaited' : sign
}

function signOf(line: LineView): Gutter['sign'] {
  if (line.firstLine === undefined || !line.isFirst) return 'none'
  const { status } = line
  return status === 'awaited' || status === 'unchecked' ? 'none' : status
}
