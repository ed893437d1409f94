import type { Spares } from '@/lib/sheet/acts'
import { isFiltered } from '@/lib/sheet/arrange'
import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { CellRange, Screen } from '@/lib/sheet/ranges'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'

/** What acts on a sheet work with, and how they say what they did. */
export interface ActContext {
  readonly workbook: Workbook
  readonly spares: Spares & { rows(): readonly LineId[]; indexOf(line: LineId): number }
  readonly words: SheetWords
  readonly newId: () => LineId
  screen(): Screen
  /** Where a range begins; null when nowhere. */
  cornerOf(range: CellRange | undefined): CellAddress | null
  /** Says sentences of `workbook.said` together; false ones are left out. */
  tell(...sentences: (string | false)[]): void
  /** The sentence about cells that were left alone; `first` are some of the texts that were meant for them. */
  refused(cells: number, first?: readonly string[]): string | false
  /** The sentence about lines that were left alone. */
  refusedLines(lines: number): string | false
  /** Whether the screen shows only some of the lines. */
  isFiltered(): boolean
}

export function createActContext(
  workbook: Workbook,
  spares: ActContext['spares'],
  columns: () => readonly Column[],
  words: SheetWords,
  announce: (sentence: string) => void,
  newId: () => LineId,
): ActContext {
  return {
    workbook,
    spares,
    words,
    newId,
    screen: () => ({ rows: spares.rows(), filled: workbook.visible.length, columns: columns() }),
    cornerOf: range => {
      const [line, column] = [spares.rows()[range?.top ?? -1], columns()[range?.left ?? -1]]
      return line !== undefined && column ? { line, column: column.id } : null
    },
    tell: (...sentences) => {
      const said = sentences.filter(sentence => sentence !== false).join(' ')
      if (said !== '') announce(said)
    },
    refused: (cells, first = []) => {
      if (cells === 0) return false
      const said =
        first.length === 0
          ? words.said('locked', { count: cells })
          : words.said('lockedFirst', { count: cells, first: first.join(', ') })
      return workbook.elsewhere.size === 0 ? said : `${said} ${words.said('lockedElsewhere')}`
    },
    refusedLines: lines => lines > 0 && words.said('linesLocked', { count: lines }),
    isFiltered: () => isFiltered(workbook.arrangement.filter),
  }
}
