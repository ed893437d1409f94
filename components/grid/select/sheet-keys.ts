import type { KeyboardEvent } from 'react'
import type { EditorHandle } from '@/components/grid/edit/editor'
import type { GridSource } from '@/components/grid/source'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'
import type { StepDirection } from './areas'
import { movement, type Page, type Position, tabStop } from './moves'
import type { Selection } from './selection'

/** What the keys of a grid act on. */
export interface SheetKeys {
  source: GridSource
  selection: Selection
  editor: EditorHandle
  page: () => Page
  undo: () => void
  redo: () => void
}

type KeyContext = Pick<SheetKeys, 'source' | 'selection'>

/** Handles keys while no cell is edited. @returns whether the key was handled */
export function handleSheetKey(event: KeyboardEvent, keys: SheetKeys): boolean {
  const { source, selection, editor, page } = keys
  const { key, shiftKey } = event
  const moved = movement(event, source, page)
  if (moved) {
    const from = selection.position(shiftKey ? selection.head : selection.active)
    const to = moved(from)
    const cell = selection.at(to.row, to.column)
    if (cell && shiftKey) selection.extendTo(cell, scrollTargetOf(keys, from, cell))
    else if (cell) selection.moveTo(cell, cell, scrollTargetOf(keys, from, cell))
    return true
  }
  const isCommand = event.ctrlKey || event.metaKey
  if (event.altKey) return isCommand ? handleLineKey(event, keys) : handleAltKey(event, keys)
  if (isCommand) return handleCommandKey(event, keys)
  const at = selection.position()
  if (key === 'Enter') {
    moveOn(keys, { along: 'down', back: shiftKey }, { row: at.row + (shiftKey ? -1 : 1), column: at.column })
  } else if (key === 'Tab')
    return moveOn(keys, { along: 'across', back: shiftKey }, tabStop(at, shiftKey, source))
  else if (key === ' ' && shiftKey) selection.widen('lines')
  else if (key === 'F2') editor.open()
  // With Shift these keys belong to the clipboard, and the browser handles them.
  else if ((key === 'Delete' || key === 'Backspace') && !shiftKey) source.clear(selection.ranges())
  else if (key === 'Escape' && selection.active) selection.moveTo(selection.active)
  else return false
  return true
}

/**
 * Moves to the next of several selected cells, else to another cell. As in Excel, Enter after a series of Tab keys
 * moves below the cell where the series began, so that lines can be typed one after the other.
 * @returns false where there is no such cell: past the first cell and the last filled line, Tab leaves the grid
 */
export function moveOn(
  where: KeyContext,
  step: StepDirection | undefined,
  to: Position | undefined,
): boolean {
  const { selection } = where
  if (step && selection.step(step)) return true
  const { active, tabHome: home } = selection
  const isBack = step?.along === 'down' && !step.back && active !== null && home !== null
  const column = isBack ? selection.position({ line: active.line, column: home }).column : to?.column
  const cell = to && column !== undefined && selection.at(to.row, column)
  if (!cell) return false
  const wanted = scrollTargetOf(where, selection.position(), cell)
  if (step?.along === 'across' && active) selection.tabTo(cell, home ?? active.column, wanted)
  else selection.moveTo(cell, cell, wanted)
  return true
}

/** A move to a pinned column, which is always in view, also scrolls to the first column after the pinned ones. */
function scrollTargetOf({ selection, source }: KeyContext, from: Position, cell: CellAddress): CellAddress {
  const { row, column } = selection.position(cell)
  const begins = column < source.pinned() && column !== from.column
  return (begins && selection.at(row, source.pinned())) || cell
}

/** Alt+Up and Down move lines; with Shift they sort by the column of the active cell, or clear that sort. */
function handleAltKey(event: KeyboardEvent, { source, selection }: KeyContext): boolean {
  const { active } = selection
  const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
  if (by === undefined || !active) return false
  if (!event.shiftKey) {
    source.moveLines(selection.ranges(), by)
    return true
  }
  const now = source.sort()
  const descending = by === 1
  const isSorted = now?.column === active.column && now.descending === descending
  source.sortBy(active.column, isSorted ? null : descending, selection.follower())
  return true
}

function handleCommandKey(event: KeyboardEvent, keys: SheetKeys): boolean {
  const { source, selection } = keys
  const { shiftKey } = event
  const key = letterOf(event)
  const ranges = selection.ranges()
  if (key === 'y' || (key === 'z' && shiftKey)) keys.redo()
  else if (key === 'z') keys.undo()
  else if (key === 'a') selection.selectAll()
  else if (key === ' ') selection.widen(shiftKey ? 'sheet' : 'columns')
  else if (key === 'd' && shiftKey) selectAll(selection, source.duplicateLines(ranges))
  else if (key === 'd' || key === 'r') source.fillFrom(ranges, key === 'd' ? 'above' : 'left')
  else if (key === ';') keys.editor.insertToday()
  else if (key === 'enter') {
    const cell = selection.active && source.appendLine(selection.active)
    if (cell) selection.moveTo(cell)
  } else return false
  return true
}

/**
 * Ctrl+Alt+= and Ctrl+Alt+− insert and delete lines, as in Google Sheets; without Alt these keys zoom the page
 * (docs/decisions/0079). They are recognised by their character or by their position: Japanese keyboards need Shift for
 * `=`, and Option changes both characters on a Mac. AltGr types characters.
 */
function handleLineKey(event: KeyboardEvent, { source, selection }: SheetKeys): boolean {
  const { key, code, shiftKey } = event
  if (event.getModifierState('AltGraph')) return false
  const ranges = selection.ranges()
  if (key === '=' || key === '+' || code === 'Equal')
    selectAll(selection, source.insertLines(ranges, shiftKey && code === 'Equal' ? 'above' : 'below'))
  else if (key === '-' || code === 'Minus') source.removeLines(ranges)
  else return false
  return true
}

/** Selects what an action inserted. */
function selectAll(selection: Selection, inserted: CellRange | undefined): void {
  if (inserted) selection.select(inserted, 'there')
}
