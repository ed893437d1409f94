import type { SheetRows } from '@/components/workbench/source/placeholder-rows'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { isFiltered } from '@/lib/sheet/view/arrangement'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import type { CellRange, Screen } from '@/lib/sheet/view/ranges'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { joinSentences, listOf } from '@/lib/words/sentences/join'
import { noteJoinedOrders } from './joined-orders'

/** What acts on a sheet need, and how they announce their results. */
export interface ActContext {
  readonly workbook: Workbook
  readonly placeholderRows: SheetRows
  readonly words: SheetWords
  readonly newId: () => LineId
  screen(): Screen
  /** The first cell of a range; null: there is none. */
  cornerOf(range: CellRange | undefined): CellAddress | null
  /** Announces sentences together; false ones are left out. */
  announce(...sentences: (string | false)[]): void
  /** The sentence about locked cells, which were not changed. @param first some of the texts that were meant for them */
  lockedMessage(cells: number, first?: readonly string[]): string | false
  /** The sentence about ranges with a read-only column. */
  readOnlyMessage(ranges: readonly CellRange[]): string | false
  /** The sentence about a block that would begin in a read-only column. */
  readOnlyStartMessage(): string
  /** The sentence about texts that were not pasted into a read-only column. */
  readOnlyTextsMessage(texts: readonly string[]): string | false
  /**
   * Called before an act.
   * @returns a function that returns the sentence about orders that the act has joined to others
   */
  noteOrders(): () => string | false
  /** The sentence about locked lines, which were not changed. */
  lockedLinesMessage(lines: number): string | false
  /** Whether a column stays hidden although it was filled. */
  staysHidden(column: string): boolean
  /** Whether the screen shows only some of the lines. */
  isFiltered(): boolean
}

/** Notes the newest act. @returns a function that returns whether no other act has followed it */
export function noteNewestAct({ history }: Workbook): () => boolean {
  const { newest } = history
  return () => history.newest === newest
}

/** The context of the acts on a workbook as the grid shows it. */
export function createActContext(
  workbook: Workbook,
  placeholderRows: ActContext['placeholderRows'],
  view: Pick<ColumnView, 'columns' | 'isHiddenWhenFilled'>,
  words: SheetWords,
  announce: (sentence: string) => void,
  newId: () => LineId,
): ActContext {
  const { columns } = view
  const readOnlyName = () => {
    const column = workbook.sheet.idColumn
    return column ? words.column(column).name : ''
  }
  return {
    workbook,
    placeholderRows,
    words,
    newId,
    screen: () => ({ rows: placeholderRows.rows(), filled: workbook.visible.length, columns: columns() }),
    cornerOf: range => {
      const [line, column] = [placeholderRows.rows()[range?.top ?? -1], columns()[range?.left ?? -1]]
      return line !== undefined && column ? { line, column: column.id } : null
    },
    announce: (...sentences) => {
      const message = joinSentences(words.language, sentences)
      if (message !== '') announce(message)
    },
    lockedMessage: (cells, first = []) => {
      if (cells === 0) return false
      const message =
        first.length === 0
          ? words.message('locked', { count: cells })
          : words.message('lockedFirst', { count: cells, first: listOf(words.language, first) })
      return workbook.serverFacts.heldNumbers.size === 0
        ? message
        : joinSentences(words.language, [message, words.message('lockedElsewhere')])
    },
    readOnlyMessage: ranges =>
      ranges.some(({ left }) => columns()[left]?.isReadOnly) &&
      words.message('readOnlyColumn', { column: readOnlyName() }),
    readOnlyStartMessage: () => words.message('readOnlyStart', { column: readOnlyName() }),
    readOnlyTextsMessage: texts =>
      texts.length > 0 &&
      words.message('readOnlyTexts', {
        column: readOnlyName(),
        count: texts.length,
        first: listOf(words.language, texts.slice(0, 3)),
      }),
    noteOrders: () => noteJoinedOrders(workbook, words),
    lockedLinesMessage: lines => lines > 0 && words.message('linesLocked', { count: lines }),
    staysHidden: column => view.isHiddenWhenFilled(column),
    isFiltered: () => isFiltered(workbook.arrangement.filter),
  }
}
