import type { ColumnControls, FoldedGroup } from '@/components/grid/source'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import { foldGroup, moveColumn, resizeColumn } from '@/lib/sheet/view/columns/layout-changes'
import type { SheetWords } from './sheet-words'

/** Opens the menu of a column at an element of its heading. */
export type OpenColumnMenu = (id: string, at: Element) => void

/** Changes the layout of the columns as the headings of the grid ask for, and announces the result. */
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
  const currentFolds = foldsOf(view, words)
  /** The column whose width is being dragged, and its own width before; null: that of the sheet. */
  let dragged: { readonly id: string; readonly width: number | null } | undefined
  return {
    fixed: () => view.shown.fixed,
    folds: currentFolds,
    isAfterGap: index => view.shown.gaps.has(index),
    isRevealed: id => view.isRevealed(id),
    canFold: group => view.columns().some((known, i) => known.group === group && i >= view.pinned()),
    fold: (group, isFolded) => {
      view.fold(foldGroup(view.layout, group, isFolded), group)
      const known = view.set.columns.find(one => one.group === group)
      announce(
        words.message(isFolded ? 'groupFolded' : 'groupUnfolded', {
          group: known ? words.column(known).group : '',
        }),
      )
    },
    setRoom: room => view.setRoom(room),
    resize: (widths, isOver) => {
      let { layout } = view
      const [id = ''] = widths.keys()
      if (isOver) dragged = undefined
      else dragged ??= { id, width: layout.widths[id] ?? null }
      for (const [id, width] of widths) layout = resizeColumn(layout, id, width)
      view.change(layout, isOver)
      const width = view.columns().find(known => known.id === id)?.width ?? 0
      if (!isOver) return
      if (widths.size > 1) announce(words.message('columnsResized', { count: widths.size }))
      else announce(words.message('columnResized', { column: name(id), width }))
    },
    cancelResize: () => {
      if (dragged) view.change(resizeColumn(view.layout, dragged.id, dragged.width), false)
      dragged = undefined
    },
    move: (id, other, side) => {
      view.change(moveColumn(view.set, view.layout, id, other, side))
      const columns = view.columns()
      const at = columns.findIndex(known => known.id === id) + 1
      announce(words.message('columnMoved', { column: name(id), at, count: columns.length }))
    },
    openMenu,
  }
}

/** The folded groups with their names; the same array until the columns change. */
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
        failures: view.hiddenFailures(one.columns),
      }
    })
    return folds
  }
}
