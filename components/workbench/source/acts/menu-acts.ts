import type { GridHandle } from '@/components/grid/handle'
import type { GridSource } from '@/components/grid/source'
import type { MenuAct } from '@/components/ui/overlay/menu'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { hasClipboard, readFromClipboard, writeToClipboard } from './system-clipboard'

/** What the entries for cells and lines need. */
export interface SheetMenu {
  readonly source: GridSource
  readonly grid: GridHandle
  /** The label of an entry: a text of `sheetMenu`. */
  readonly label: (name: SheetActName) => string
  /** Announces a sentence of `workbench.announced`. */
  readonly announce: (key: 'copyClosed' | 'pasteClosed') => void
  /** More acts on the active cell. */
  readonly cell: () => readonly MenuAct[]
  /** Actions on whole orders. */
  readonly orders: () => readonly MenuAct[]
}

export type SheetActName =
  | 'cut'
  | 'copy'
  | 'paste'
  | 'insertAbove'
  | 'insertBelow'
  | 'append'
  | 'duplicate'
  | 'remove'
  | 'moveUp'
  | 'moveDown'
  | 'fillDown'
  | 'fillRight'
  | 'clear'

/** The menu of the selection, in groups. */
export const sheetActs = (menu: SheetMenu): readonly (readonly MenuAct[])[] => [
  clipboard(menu),
  cells(menu),
  lines(menu),
  moves(menu),
  ...(menu.orders().length > 0 ? [menu.orders()] : []),
]

function clipboard({ source, grid, label, announce }: SheetMenu): MenuAct[] {
  const copy = async (isCut: boolean) => {
    if (!hasClipboard()) return announce('copyClosed')
    await source.copy(grid.selection.ranges(), isCut, ({ text, html }) =>
      writeToClipboard({ text: [text], html: [html] }, html !== ''),
    )
  }
  const paste = async () => {
    const clip = await readFromClipboard()
    if (!clip) return announce('pasteClosed')
    source.paste(grid.selection.ranges(), clip, grid.selection.pasteReceiver())
  }
  return [
    { id: 'cut', label: label('cut'), keys: 'Control+X', onSelect: () => copy(true) },
    { id: 'copy', label: label('copy'), keys: 'Control+C', onSelect: () => copy(false) },
    { id: 'paste', label: label('paste'), keys: 'Control+V', onSelect: paste },
  ]
}

function cells({ source, grid, label, cell }: SheetMenu): MenuAct[] {
  const fill = (from: 'above' | 'left') => () => source.fillFrom(grid.selection.ranges(), from)
  return [
    { id: 'fillDown', label: label('fillDown'), keys: 'Control+D', onSelect: fill('above') },
    { id: 'fillRight', label: label('fillRight'), keys: 'Control+R', onSelect: fill('left') },
    {
      id: 'clear',
      label: label('clear'),
      keys: 'Delete',
      onSelect: () => source.clear(grid.selection.ranges()),
    },
    ...cell(),
  ]
}

function lines({ source, grid, label }: SheetMenu): MenuAct[] {
  const { selection } = grid
  const insert = (where: 'above' | 'below') => () => goTo(grid, source.insertLines(selection.ranges(), where))
  const append = () => {
    const cell = selection.active && source.appendLine(selection.active)
    if (cell) selection.moveTo(cell)
  }
  const duplicate = () => goTo(grid, source.duplicateLines(selection.ranges()))
  const remove = () => source.removeLines(selection.ranges())
  return [
    {
      id: 'insertAbove',
      label: label('insertAbove'),
      keys: 'Control+Alt+Shift+=',
      onSelect: insert('above'),
    },
    { id: 'insertBelow', label: label('insertBelow'), keys: 'Control+Alt+=', onSelect: insert('below') },
    { id: 'append', label: label('append'), keys: 'Control+Enter', onSelect: append },
    { id: 'duplicate', label: label('duplicate'), keys: 'Control+Shift+D', onSelect: duplicate },
    { id: 'remove', label: label('remove'), keys: 'Control+Alt+-', onSelect: remove },
  ]
}

function moves({ source, grid, label }: SheetMenu): MenuAct[] {
  const move = (by: -1 | 1) => () => source.moveLines(grid.selection.ranges(), by)
  return [
    { id: 'moveUp', label: label('moveUp'), keys: 'Alt+ArrowUp', onSelect: move(-1) },
    { id: 'moveDown', label: label('moveDown'), keys: 'Alt+ArrowDown', onSelect: move(1) },
  ]
}

/** Selects what an act inserted and scrolls to it. */
function goTo({ selection }: GridHandle, inserted: CellRange | undefined): void {
  if (inserted) selection.select(inserted, 'there')
}
