import type { GridSource } from '@/components/grid/source'
import type { MenuAct } from '@/components/ui/overlay/menu'
import type { Column } from '@/lib/sheet/schema/columns'
import { isFixedColumn } from '@/lib/sheet/view/columns/column-layout'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import { neighbourColumn, pinColumn, unpinColumn } from '@/lib/sheet/view/columns/layout-changes'

/** What the menu entries need. */
export interface ColumnMenu {
  readonly view: ColumnView
  readonly source: GridSource
  readonly column: Column
  /** The columns that the act changes: those that are selected with this one. */
  readonly ids: readonly string[]
  /** The label of an entry: a text of `columnsMenu.acts`. */
  readonly label: (key: ColumnActName, values?: Record<string, string>) => string
  /** Makes a column as wide as its texts. */
  readonly fitTo: (id: string) => void
  /** Announces a sentence of `workbench.announced`. */
  readonly announce: (key: 'columnHidden' | 'columnPinned' | 'columnUnpinned', count: number) => void
  /** Opens the values of the column, to filter by them. */
  readonly openFilter: () => void
  /** Opens the panel of all columns. */
  readonly openPanel: () => void
}

export type ColumnActName =
  | 'ascending'
  | 'descending'
  | 'unsorted'
  | 'filter'
  | 'fit'
  | 'pin'
  | 'unpin'
  | 'left'
  | 'right'
  | 'hide'
  | 'fold'
  | 'unfold'
  | 'columns'

/** The entries of a column's menu, in groups. */
export function columnActs(menu: ColumnMenu): readonly (readonly MenuAct[])[] {
  return [sorting(menu), placing(menu), hiding(menu)]
}

function sorting({ source, column, label, openFilter }: ColumnMenu): MenuAct[] {
  const sorted = source.sort()
  const by = (descending: boolean | null) => () => source.sortBy(column.id, descending)
  return [
    { id: 'ascending', label: label('ascending'), keys: 'Alt+Shift+ArrowUp', onSelect: by(false) },
    { id: 'descending', label: label('descending'), keys: 'Alt+Shift+ArrowDown', onSelect: by(true) },
    { id: 'unsorted', label: label('unsorted'), onSelect: by(null), disabled: sorted === null },
    { id: 'filter', label: label('filter'), keys: 'Control+Shift+L', onSelect: openFilter },
  ]
}

function placing({ view, source, column, ids, label, fitTo, announce }: ColumnMenu): MenuAct[] {
  const { id } = column
  const isFixed = isFixedColumn(view.set, id)
  const isPinned = isFixed || view.layout.pinned.includes(id)
  const beside = (step: 1 | -1) => neighbourColumn(view.shown, id, step)
  const move = (step: 1 | -1) => () => {
    const other = beside(step)
    if (other !== undefined) source.layout.move(id, other, step === 1 ? 'after' : 'before')
  }
  const setPinned = () => {
    const all = ids.filter(one => !isFixedColumn(view.set, one))
    view.change(all.reduce(isPinned ? unpinColumn : pinColumn, view.layout))
    announce(isPinned ? 'columnUnpinned' : 'columnPinned', all.length)
  }
  return [
    { id: 'fit', label: label('fit'), keys: 'Alt+Shift+← →', onSelect: () => fitTo(id) },
    { id: 'pin', label: label(isPinned ? 'unpin' : 'pin'), onSelect: setPinned, disabled: isFixed },
    { id: 'left', label: label('left'), onSelect: move(-1), disabled: beside(-1) === undefined },
    { id: 'right', label: label('right'), onSelect: move(1), disabled: beside(1) === undefined },
  ]
}

function hiding({ view, source, column, ids, label, announce, openPanel }: ColumnMenu): MenuAct[] {
  const { id, group } = column
  const isFolded = view.layout.folded.includes(group)
  const hide = () => {
    const all = ids.filter(one => one !== view.set.key)
    view.hide(all)
    announce('columnHidden', all.length)
  }
  return [
    { id: 'hide', label: label('hide'), onSelect: hide, disabled: id === view.set.key },
    {
      id: 'fold',
      label: label(isFolded ? 'unfold' : 'fold', { group: source.words(column).group }),
      onSelect: () => source.layout.fold(group, !isFolded),
      disabled: !isFolded && !source.layout.canFold(group),
    },
    { id: 'columns', label: label('columns'), onSelect: openPanel },
  ]
}
