import type { GridActions } from '@/components/grid/source'
import { sameText, type WriteResult, writeCellsGradually } from '@/lib/sheet/acts/cells'
import type { Writes } from '@/lib/sheet/orders/edits'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { type CellRange, withinLines } from '@/lib/sheet/view/ranges'
import type { ActContext } from './act-context'
import { TypedTextWriter } from './typed-text'

/** Writes a typed text into a cell, and clears cells. */
export function cellActs(context: ActContext): Pick<GridActions, 'write' | 'clear'> {
  const { workbook, placeholderRows, words, screen, cornerOf, announce, lockedMessage, noteOrders } = context
  const typing = new TypedTextWriter(workbook, placeholderRows, count =>
    announce(words.message('followed', { count })),
  )
  return {
    write: (cell, text) => {
      const column = workbook.column(cell.column)
      if (column?.isReadOnly)
        return announce(words.message('readOnlyColumn', { column: words.column(column).name }))
      const isElsewhere = workbook.holderOf(cell.line) !== undefined
      const joinedMessage = noteOrders()
      const isLocked = typing.write(cell, text).locked > 0
      announce(isLocked && words.message(isElsewhere ? 'lockedElsewhere' : 'readOnly'), joinedMessage())
    },
    clear: ranges => {
      const within = withinLines(ranges, screen().filled)
      const blank = sameText(screen(), within, '')
      const joinedMessage = noteOrders()
      const isLater = clearCells(context, blank, cornerOf(within.at(-1)), ({ written, locked }) => {
        const reasons = [lockedMessage(locked), onlyReadOnlyMessage(context, ranges)]
        announce(
          written > 0 && words.message('cleared', { count: written }),
          written === 0 && !reasons.some(Boolean) && words.message('clearedAlready'),
          ...reasons,
          joinedMessage(),
        )
      })
      if (isLater) announce(words.message('clearing'))
    },
  }
}

/**
 * Clears cells of lines that exist.
 * @param blank the cells, with the text '' for each
 * @param onEnd called once they are cleared
 * @returns whether they are cleared later
 */
export function clearCells(
  { workbook, placeholderRows }: ActContext,
  blank: Writes,
  at: CellAddress | null,
  onEnd: (result: WriteResult) => void,
): boolean {
  const there = [...blank].filter(([line]) => workbook.draft.lines.has(line))
  return writeCellsGradually(workbook, placeholderRows, new Map(there), at, onEnd)
}

/** The sentence about ranges that have no other column than the read-only one. */
export const onlyReadOnlyMessage = (
  { readOnlyMessage }: ActContext,
  ranges: readonly CellRange[],
): string | false => ranges.every(({ left, right }) => left === right) && readOnlyMessage(ranges)
