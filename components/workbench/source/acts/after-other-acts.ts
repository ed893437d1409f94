import type { GridActions } from '@/components/grid/source'
import { type CellRange, followBlock, followRows } from '@/lib/sheet/view/ranges'
import type { ActContext } from './act-context'
import { pastedOver } from './paste-acts'

type Acts = Omit<GridActions, 'sortBy' | 'undo' | 'redo'>

/**
 * Acts that first finish a large act, or a sort, that is still in progress. They take positions of the rows that the
 * operator saw, and the end of the other act moves rows: each act concerns the rows that were at its positions. Where
 * an act depends on rows that were next to each other and no longer are, it changes nothing and says so.
 */
export function afterOtherActs(context: ActContext, acts: Acts): Acts {
  const { workbook, placeholderRows, words, announce } = context
  const finishOthers = () => {
    const before = placeholderRows.rows()
    workbook.finishActs()
    const isMoved = placeholderRows.rows() !== before
    return {
      isMoved,
      /** Where the cells of a range are now: in several ranges, if their rows were parted. */
      follow: (range: CellRange) => (isMoved ? followRows(range, before, placeholderRows) : [range]),
      followBlock: (range: CellRange) => (isMoved ? followBlock(range, before, placeholderRows) : range),
    }
  }
  const refuse = () => {
    announce(words.message('rowsMoved'))
    return undefined
  }
  /** For acts on each row of the ranges. Undefined: none of them is left. */
  const followed = (ranges: readonly CellRange[]): readonly CellRange[] | undefined => {
    const all = ranges.flatMap(finishOthers().follow)
    return all.length === 0 && ranges.length > 0 ? refuse() : all
  }
  /** For acts on blocks. */
  const followedBlocks = (ranges: readonly CellRange[]): readonly CellRange[] | undefined => {
    const all = ranges.map(finishOthers().followBlock)
    return all.every(block => block !== undefined) ? all : refuse()
  }
  return {
    write: (cell, text) => {
      workbook.finishActs()
      acts.write(cell, text)
    },
    appendLine: cell => {
      workbook.finishActs()
      return acts.appendLine(cell)
    },
    clear: ranges => {
      const now = followed(ranges)
      if (now) acts.clear(now)
    },
    fill: (ranges, text) => {
      const now = followed(ranges)
      if (now) acts.fill(now, text)
    },
    toggle: (ranges, cell) => {
      const now = followed(ranges)
      if (now) acts.toggle(now, cell)
    },
    copy: async (ranges, isCut, write) => {
      const now = followed(ranges)
      if (now) await acts.copy(now, isCut, write)
    },
    duplicateLines: ranges => {
      const now = followed(ranges)
      return now && acts.duplicateLines(now)
    },
    moveLines: (ranges, by) => {
      const now = followed(ranges)
      if (now) acts.moveLines(now, by)
    },
    removeLines: ranges => {
      const now = followed(ranges)
      if (now) acts.removeLines(now)
    },
    insertLines: (ranges, where) => {
      const now = followedBlocks(ranges)
      return now && acts.insertLines(now, where)
    },
    paste: (ranges, block, onReceived) => {
      const { isMoved, followBlock: follow } = finishOthers()
      const now = isMoved ? ranges.map(range => follow(pastedOver(range, block)) && follow(range)) : ranges
      if (now.every(range => range !== undefined)) acts.paste(now, block, onReceived)
      else announce(words.message('notPasted'))
    },
    pasteLater: (ranges, ...paste) => {
      const now = followedBlocks(ranges)
      if (now) acts.pasteLater(now, ...paste)
    },
    fillFrom: (ranges, from) => {
      const { followBlock: follow } = finishOthers()
      const now = ranges.map(range => {
        const isFromAbove = from === 'above' && range.top === range.bottom && range.top > 0
        const all = isFromAbove ? { ...range, top: range.top - 1 } : range
        return follow(all) && follow(range)
      })
      if (now.every(range => range !== undefined)) acts.fillFrom(now, from)
      else refuse()
    },
    fillOn: (from, to) => {
      const { followBlock: follow } = finishOthers()
      const [start, over] = [follow(from), follow(to)]
      const isBeside = start && over && start.top - from.top === over.top - to.top
      return isBeside ? acts.fillOn(start, over) : refuse()
    },
    fillEnd: from => {
      const [now] = followedBlocks([from]) ?? []
      return now && acts.fillEnd(now)
    },
  }
}
