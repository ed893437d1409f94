import type { GridSource } from '@/components/grid/source'
import type { MenuAct } from '@/components/ui/menu'
import { neighbour, pin, unpin } from '@/lib/sheet/column-acts'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { Column } from '@/lib/sheet/columns'

/** What the menu of a column needs. */
export interface ColumnMenu {
  readonly view: ColumnView
  readonly source: GridSource
  readonly column: Column
  /** The columns that are meant with it: those that are selected with it. */
  readonly ids: readonly string[]
  /** A sentence of `columnsMenu.acts`. */
  readonly say: (key: ColumnActName, values?: Record<string, string>) => string
  /** Makes the column as wide as its texts. */
  readonly fitTo: (id: string) => void
  /** Says what was done, as a sentence of `workbench.said`. */
  readonly tell: (key: 'columnHidden' | 'columnPinned' | 'columnUnpinned', count: number) => void
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
  return [sorting(menu), placing(menu), putAway(menu)]
}

function sorting({ source, column, say, openFilter }: ColumnMenu): MenuAct[] {
  const sorted = source.sort()
  const by = (descending: boolean | null) => () => source.sortBy(column.id, descending)
  return [
    { id: 'ascending', label: say('ascending'), aside: 'Alt+Shift+↑', onSelect: by(false) },
    { id: 'descending', label: say('descending'), aside: 'Alt+Shift+↓', onSelect: by(true) },
    { id: 'unsorted', label: say('unsorted'), onSelect: by(null), disabled: sorted === null },
    { id: 'filter', label: say('filter'), aside: 'Ctrl+Shift+L', onSelect: openFilter },
  ]
}

function placing({ view, source, column, ids, say, fitTo, tell }: ColumnMenu): MenuAct[] {
  const { id } = column
  const isKey = id === view.set.key
  const isPinned = isKey || view.layout.pinned.includes(id)
  const beside = (step: 1 | -1) => neighbour(view.shown, id, step)
  const move = (step: 1 | -1) => () => {
    const other = beside(step)
    if (other !== undefined) source.layout.move(id, other, step === 1 ? 'after' : 'before')
  }
  const setPinned = () => {
    const all = ids.filter(one => one !== view.set.key)
    view.change(all.reduce(isPinned ? unpin : pin, view.layout))
    tell(isPinned ? 'columnUnpinned' : 'columnPinned', all.length)
  }
  return [
    { id: 'fit', label: say('fit'), aside: 'Alt+Shift+← →', onSelect: () => fitTo(id) },
    { id: 'pin', label: say(isPinned ? 'unpin' : 'pin'), onSelect: setPinned, disabled: isKey },
    { id: 'left', label: say('left'), onSelect: move(-1), disabled: beside(-1) === undefined },
    { id: 'right', label: say('right'), onSelect: move(1), disabled: beside(1) === undefined },
  ]
}

function putAway({ view, source, column, ids, say, tell, openPanel }: ColumnMenu): MenuAct[] {
  const { id, group } = column
  const isFolded = view.layout.folded.includes(group)
  const hide = () => {
    const all = ids.filter(one => one !== view.set.key)
    view.hide(all)
    tell('columnHidden', all.length)
  }
  return [
    { id: 'hide', label: say('hide'), onSelect: hide, disabled: id === view.set.key },
    {
      id: 'fold',
      label: say(isFolded ? 'unfold' : 'fold', { group: source.words(column).group }),
      onSelect: () => source.layout.fold(group, !isFolded),
      disabled: !isFolded && !source.layout.canFold(group),
    },
    { id: 'columns', label: say('columns'), onSelect: openPanel },
  ]
}
