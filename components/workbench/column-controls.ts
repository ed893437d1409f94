import type { ColumnControls, FoldedGroup } from '@/components/grid/column-controls'
import { fold, moveBeside, resize } from '@/lib/sheet/column-acts'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { SheetWords } from './grid-source'

/** Opens the menu of a column at an element of its heading. */
export type OpenColumnMenu = (id: string, at: Element) => void

/** Does to a column view what the grid's headings ask for, and says what came of it. */
export function createColumnControls(
  view: ColumnView,
  words: SheetWords,
  announce: (sentence: string) => void,
  openMenu: OpenColumnMenu,
): ColumnControls {
  const column = (id: string) => view.set.columns.find(known => known.id === id)
  const name = (id: string) => {
    const known = column(id)
    return known ? words.column(known).name : ''
  }
  const foldsNow = foldsOf(view, words)
  return {
    folds: foldsNow,
    isAfterGap: index => view.shown.gaps.has(index),
    isRevealed: id => view.isRevealed(id),
    canFold: group => view.columns().some((known, i) => known.group === group && i >= view.pinned()),
    fold: (group, away) => {
      view.fold(fold(view.layout, group, away), group)
      const known = view.set.columns.find(one => one.group === group)
      announce(
        words.said(away ? 'groupFolded' : 'groupUnfolded', { group: known ? words.column(known).group : '' }),
      )
    },
    give: room => view.give(room),
    resize: (widths, isOver) => {
      let { layout } = view
      for (const [id, width] of widths) layout = resize(layout, id, width)
      view.change(layout, isOver)
      const [id = ''] = widths.keys()
      const width = view.columns().find(known => known.id === id)?.width ?? 0
      if (!isOver) return
      if (widths.size > 1) announce(words.said('columnsResized', { count: widths.size }))
      else announce(words.said('columnResized', { column: name(id), width }))
    },
    move: (id, other, side) => {
      view.change(moveBeside(view.set, view.layout, id, other, side))
      const columns = view.columns()
      const at = columns.findIndex(known => known.id === id) + 1
      announce(words.said('columnMoved', { column: name(id), at, count: columns.length }))
    },
    openMenu,
  }
}

/** The folded groups in words; the same array while nothing of the columns changes. */
function foldsOf(view: ColumnView, words: SheetWords): () => readonly FoldedGroup[] {
  let at = -1
  let folds: readonly FoldedGroup[] = []
  return () => {
    if (at === view.version) return folds
    at = view.version
    folds = view.shown.folds.map(one => {
      const first = view.set.columns.find(({ group }) => group === one.group)
      return {
        group: one.group,
        name: first ? words.column(first).group : '',
        at: one.at,
        columns: one.columns.length,
        failures: view.failuresAway(one.columns),
      }
    })
    return folds
  }
}
