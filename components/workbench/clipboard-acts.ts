import type { GridActs } from '@/components/grid/acts'
import { blockOf, type Pasted, pasteBlock, sameText, writeCells } from '@/lib/sheet/acts'
import { readClip, writeClip } from '@/lib/sheet/clipboard'
import type { Column } from '@/lib/sheet/columns'
import type { Writes } from '@/lib/sheet/edits'
import { type CellRange, heightOf, widthOf, withinLines } from '@/lib/sheet/ranges'
import type { ActContext } from './act-context'
import type { SheetWords } from './grid-source'
import { Typing } from './typing'

/** Cells as a whole: written, blanked, copied, cut and pasted. */
export function clipboardActs(context: ActContext): Pick<GridActs, 'write' | 'clear' | 'copy' | 'paste'> {
  const { workbook, spares, words, screen, cornerOf, tell, refused } = context

  const typing = new Typing(workbook, spares, count => tell(words.said('followed', { count })))

  const blank = (ranges: readonly CellRange[]) => {
    const within = withinLines(ranges, screen().filled)
    const there = [...sameText(screen(), within, '')].filter(([line]) => workbook.draft.lines.has(line))
    const writes: Writes = new Map(there)
    const cells = there.reduce((sum, [, texts]) => sum + Object.keys(texts).length, 0)
    const done = writeCells(workbook, spares, writes, cornerOf(within.at(-1)))
    return { cleared: cells - done.refused, refused: done.refused }
  }

  return {
    write: (cell, text) => {
      const isElsewhere = workbook.holderOf(cell.line) !== undefined
      const isRefused = typing.write(cell, text).refused > 0
      tell(isRefused && words.said(isElsewhere ? 'lockedElsewhere' : 'readOnly'))
    },
    clear: ranges => {
      const done = blank(ranges)
      tell(done.cleared > 0 && words.said('cleared', { count: done.cleared }), refused(done.refused))
    },
    copy: (ranges, isCut) => {
      const within = withinLines(ranges, screen().filled)
      const block = blockOf(workbook, screen(), within)
      if (!block) {
        tell(words.said('notOneBlock'))
        return undefined
      }
      const count = within.reduce((sum, range) => sum + heightOf(range) * widthOf(range), 0)
      const done = isCut ? blank(ranges) : undefined
      tell(words.said(isCut ? 'cut' : 'copied', { count }), refused(done?.refused ?? 0))
      return writeClip(block)
    },
    paste: (ranges, clip) => {
      const { block, restored } = readClip(clip)
      if (clip.text === '' && block.length === 1 && block[0]?.join('') === '') {
        tell(words.said('nothingToPaste'))
        return undefined
      }
      const target = { ...screen(), ranges: withinLines(ranges, screen().filled) }
      const names = (column: Column) => namesOf(words, column)
      const pasted = pasteBlock(workbook, spares, block, target, names, context.newId)
      tellPasted(context, pasted, restored)
      return pasted.plan.rows.length === 0 ? undefined : pasted.plan.received
    },
  }
}

function tellPasted(
  { words, tell, refused, isFiltered, workbook, screen }: ActContext,
  { plan, refused: cells, firstRefused, otherwise }: Pasted,
  restored: number,
): void {
  const { clipped, unknown, passedOver } = plan
  const into = isFiltered() ? 'pastedVisible' : 'pasted'
  const shown = new Set(screen().columns.map(({ id }) => id))
  const away = Object.keys(plan.rows[0]?.texts ?? {}).flatMap(id =>
    shown.has(id) ? [] : (workbook.column(id) ?? []),
  )
  const namesAway = away.map(column => words.column(column).name)
  tell(
    words.said(plan.byHeader ? 'pastedByHeader' : into, { lines: plan.rows.length }),
    unknown.length > 0 && words.said('unknownHeadings', { names: unknown.join(', ') }),
    clipped.cells > 0 &&
      unknown.length === 0 &&
      words.said('clipped', { count: clipped.cells, first: clipped.first.join(', ') }),
    away.length > 0 &&
      words.said('pastedAway', { count: away.length, names: namesAway.slice(0, 3).join(', ') }),
    refused(cells, firstRefused),
    passedOver > 0 && words.said('pastedOnce', { count: passedOver }),
    restored > 0 && words.said('restored', { count: restored }),
    otherwise.cells > 0 &&
      words.said('sentOtherwise', { count: otherwise.cells, text: otherwise.text, sent: otherwise.sent }),
  )
}

/** By which names operators and files call a column. */
export const namesOf = (words: SheetWords, column: Column): string[] => {
  const { label, name } = words.column(column)
  return [name, label]
}
