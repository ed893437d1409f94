import { type KeyboardEvent, useCallback } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import type { EditorHandle } from './editor'
import { arrows, movement, type Position, tab } from './moves'
import type { Selection } from './selection'
import type { GridSource } from './source'

interface Keys {
  source: GridSource
  selection: Selection
  editor: EditorHandle
  /** How many lines fit on the screen. */
  page: () => number
  undo: () => void
  redo: () => void
}

/** The keys of a sheet, as Excel has them. Whatever belongs to an input method is left to it. */
export function useKeys(keys: Keys): (event: KeyboardEvent) => void {
  const { source, selection, editor, page, undo, redo } = keys
  return useCallback(
    event => {
      // 229 is what Chromium and Safari send for keys that the input method takes; Safari even after its end.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      const handled = editor.isOpen()
        ? inEditor(event, editor, source, selection)
        : onSheet(event, { source, selection, editor, page, undo, redo })
      if (handled) event.preventDefault()
    },
    [source, selection, editor, page, undo, redo],
  )
}

function inEditor(
  event: KeyboardEvent,
  editor: EditorHandle,
  source: GridSource,
  selection: Selection,
): boolean {
  const { key, shiftKey, altKey } = event
  const command = event.ctrlKey || event.metaKey
  const arrow = arrows[key]
  const at = selection.position()
  if (key === 'Escape') editor.cancel()
  else if (key === 'Enter' && altKey) editor.insert('\n')
  else if (key === 'Enter' && command) editor.commit()
  else if (key === 'Enter')
    leave(editor, selection, { row: at.row + (shiftKey ? -1 : 1), column: at.column }, source)
  else if (key === 'Tab') leave(editor, selection, tab(at, shiftKey, source) ?? at, source)
  else if (key === 'F2') editor.toggle()
  else if (arrow && editor.arrowsLeave() && !shiftKey && !altKey && !command)
    leave(editor, selection, arrow(at), source)
  else return false
  return true
}

function leave(editor: EditorHandle, selection: Selection, to: Position, source: GridSource): void {
  editor.commit()
  go(selection, to, source)
}

function go(selection: Selection, to: Position, source: GridSource): void {
  const cell = selection.at(to.row, to.column)
  if (cell) selection.moveTo(cell, cell, seen(selection, selection.position(), cell, source))
}

/** Who goes to a frozen column wants the beginning of the line: it is in view always, the others beside it are not. */
function seen(selection: Selection, from: Position, cell: CellAddress, source: GridSource): CellAddress {
  const { row, column } = selection.position(cell)
  const begins = column < source.pinned() && column !== from.column
  return (begins && selection.at(row, source.pinned())) || cell
}

function onSheet(event: KeyboardEvent, keys: Keys): boolean {
  const { source, selection, editor, page } = keys
  const { key, shiftKey } = event
  const moved = movement(event, source, page())
  if (moved) {
    const from = selection.position(shiftKey ? selection.head : selection.active)
    const to = moved(from)
    const cell = selection.at(to.row, to.column)
    if (cell) {
      const anchor = shiftKey && selection.active ? selection.active : cell
      selection.moveTo(anchor, cell, seen(selection, from, cell, source))
    }
    return true
  }
  if (event.altKey) return sort(event, source, selection)
  if (event.ctrlKey || event.metaKey) return onCommand(event, keys)
  const at = selection.position()
  if (key === 'Enter') go(selection, { row: at.row + (shiftKey ? -1 : 1), column: at.column }, source)
  else if (key === 'Tab') {
    // Past the first and the last cell the key leaves the sheet: nobody is to be caught in it.
    const to = tab(at, shiftKey, source)
    if (to) go(selection, to, source)
    return to !== undefined
  } else if (key === 'F2') editor.open()
  else if (key === 'Delete' || key === 'Backspace') source.clear([selection.range()])
  else if (key === 'Escape' && selection.active) selection.moveTo(selection.active)
  else return false
  return true
}

/** Alt+Shift+Up and Down sort by the column of the active cell; the same key again returns the true order. */
function sort(event: KeyboardEvent, source: GridSource, selection: Selection): boolean {
  const { active } = selection
  const way = { ArrowUp: false, ArrowDown: true }[event.key]
  if (!event.shiftKey || way === undefined || !active) return false
  const now = source.sort()
  const again = now?.column === active.column && now.descending === way
  source.sortBy(active.column, again ? null : way)
  selection.moveTo(active)
  return true
}

function onCommand(event: KeyboardEvent, { source, selection, undo, redo }: Keys): boolean {
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
  else if (key === 'z') undo()
  else if (key === 'a') selection.select({ top: 0, left: 0, bottom: FAR, right: FAR }, 'stay')
  else if (key === '-') source.removeLines([selection.range()])
  else if (key === '+' || key === '=') source.insertLine(selection.active?.line)
  else return false
  return true
}

/** Any position past the end is drawn back to the last one. */
const FAR = Number.MAX_SAFE_INTEGER
