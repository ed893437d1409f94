import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { MenuAct } from '@/components/ui/menu'
import { hasClipboard, readFromClipboard, writeToClipboard } from './menu-clipboard'

/** What the entries about cells and lines need. */
export interface SheetMenu {
  readonly source: GridSource
  readonly grid: GridHandle
  /** The name of an entry: a word of `sheetMenu`. */
  readonly say: (name: SheetActName) => string
  /** Says a sentence of `workbench.said`. */
  readonly tell: (key: 'copyClosed' | 'pasteClosed') => void
  /** What is done to whole orders. */
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

/** The menu of what is selected, in groups. */
export const sheetActs = (menu: SheetMenu): readonly (readonly MenuAct[])[] => [
  clipboard(menu),
  cells(menu),
  lines(menu),
  moves(menu),
  ...(menu.orders().length > 0 ? [menu.orders()] : []),
]

/** Those of whole lines, for the toolbar. */
export const lineMenu = (menu: SheetMenu): readonly MenuAct[] => [
  ...lines(menu),
  ...moves(menu),
  ...menu.orders(),
]

function clipboard({ source, grid, say, tell }: SheetMenu): MenuAct[] {
  const copy = async (isCut: boolean) => {
    if (!hasClipboard()) return tell('copyClosed')
    const [ranges, rows, columns] = [grid.selection.ranges(), source.rows(), source.columns()]
    const clip = source.copy(ranges, false)
    if (!clip) return
    if (!(await writeToClipboard(clip))) return tell('copyClosed')
    // Blanked once it is on the clipboard, and only where it stood when the operator asked.
    if (isCut && source.rows() === rows && source.columns() === columns) source.copy(ranges, true)
  }
  const paste = async () => {
    const clip = await readFromClipboard()
    if (!clip) return tell('pasteClosed')
    goTo(grid, source.paste(grid.selection.ranges(), clip))
  }
  return [
    { id: 'cut', label: say('cut'), aside: 'Ctrl+X', onSelect: () => copy(true) },
    { id: 'copy', label: say('copy'), aside: 'Ctrl+C', onSelect: () => copy(false) },
    { id: 'paste', label: say('paste'), aside: 'Ctrl+V', onSelect: paste },
  ]
}

function cells({ source, grid, say }: SheetMenu): MenuAct[] {
  const fill = (from: 'above' | 'left') => () => source.fillFrom(grid.selection.ranges(), from)
  return [
    { id: 'fillDown', label: say('fillDown'), aside: 'Ctrl+D', onSelect: fill('above') },
    { id: 'fillRight', label: say('fillRight'), aside: 'Ctrl+R', onSelect: fill('left') },
    {
      id: 'clear',
      label: say('clear'),
      aside: 'Delete',
      onSelect: () => source.clear(grid.selection.ranges()),
    },
  ]
}

function lines({ source, grid, say }: SheetMenu): MenuAct[] {
  const { selection } = grid
  const insert = (where: 'above' | 'below') => () => goTo(grid, source.insertLines(selection.ranges(), where))
  const append = () => {
    const cell = selection.active && source.appendLine(selection.active)
    if (cell) selection.moveTo(cell)
  }
  const duplicate = () => goTo(grid, source.duplicateLines(selection.ranges()))
  const remove = () => source.removeLines(selection.ranges())
  return [
    { id: 'insertAbove', label: say('insertAbove'), aside: 'Ctrl+Shift+=', onSelect: insert('above') },
    { id: 'insertBelow', label: say('insertBelow'), aside: 'Ctrl+=', onSelect: insert('below') },
    { id: 'append', label: say('append'), aside: 'Ctrl+Enter', onSelect: append },
    { id: 'duplicate', label: say('duplicate'), aside: 'Ctrl+Shift+D', onSelect: duplicate },
    { id: 'remove', label: say('remove'), aside: 'Ctrl+−', onSelect: remove },
  ]
}

function moves({ source, grid, say }: SheetMenu): MenuAct[] {
  const move = (by: -1 | 1) => () => source.moveLines(grid.selection.ranges(), by)
  return [
    { id: 'moveUp', label: say('moveUp'), aside: 'Alt+↑', onSelect: move(-1) },
    { id: 'moveDown', label: say('moveDown'), aside: 'Alt+↓', onSelect: move(1) },
  ]
}

/** What an act brought is selected and looked at. */
function goTo({ selection }: GridHandle, brought: ReturnType<GridSource['paste']>): void {
  if (brought) selection.select(brought, 'there')
}
