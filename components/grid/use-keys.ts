import { type KeyboardEvent, useCallback } from 'react'
import type { EditorHandle } from './editor'
import type { Selection } from './selection'
import type { GridSource } from './source'

interface Keys {
  source: GridSource
  selection: Selection
  editor: EditorHandle
  /** How many lines fit on the screen. */
  page: () => number
}

type Move = (at: { row: number; column: number }) => { row: number; column: number }

/** Any position past the end is drawn back to the last one. */
const FAR = Number.MAX_SAFE_INTEGER

/** The keys of a sheet, as Excel has them. Whatever belongs to an input method is left to it. */
export function useKeys({ source, selection, editor, page }: Keys): (event: KeyboardEvent) => void {
  return useCallback(
    event => {
      // 229 is what Chromium and Safari send for keys that the input method takes; Safari even after its end.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      const handled = editor.isOpen()
        ? inEditor(event, editor, source, selection)
        : onSheet(event, { source, selection, editor, page })
      if (handled) event.preventDefault()
    },
    [source, selection, editor, page],
  )
}

function inEditor(
  event: KeyboardEvent,
  editor: EditorHandle,
  source: GridSource,
  selection: Selection,
): boolean {
  const { key, shiftKey, altKey } = event
  const arrow = arrows[key]
  if (key === 'Escape') editor.cancel()
  else if (key === 'Enter' && altKey) editor.insert('\n')
  else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) editor.commit()
  else if (key === 'Enter')
    leave(editor, selection, ({ row, column }) => ({ row: row + (shiftKey ? -1 : 1), column }))
  else if (key === 'Tab') leave(editor, selection, at => tab(at, shiftKey, source))
  else if (key === 'F2') editor.toggle()
  else if (arrow && editor.arrowsLeave() && !shiftKey) leave(editor, selection, arrow)
  else return false
  return true
}

function leave(editor: EditorHandle, selection: Selection, move: Move): void {
  editor.commit()
  go(selection, move)
}

function go(selection: Selection, move: Move): void {
  const { row, column } = move(selection.position())
  const cell = selection.at(row, column)
  if (cell) selection.moveTo(cell)
}

const arrows: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
}

/** Tab walks on into the next line at the right edge, and back at the left one. */
function tab(
  at: { row: number; column: number },
  back: boolean,
  source: GridSource,
): { row: number; column: number } {
  const last = source.columns.length - 1
  if (back)
    return at.column > 0 || at.row === 0
      ? { ...at, column: at.column - 1 }
      : { row: at.row - 1, column: last }
  return at.column < last ? { ...at, column: at.column + 1 } : { row: at.row + 1, column: 0 }
}

function onSheet(event: KeyboardEvent, { source, selection, editor, page }: Keys): boolean {
  const { key, shiftKey } = event
  const command = event.ctrlKey || event.metaKey
  const moved = movement(event, source, selection, page())
  if (moved) {
    const at = moved(selection.position(shiftKey ? selection.head : selection.active))
    const cell = selection.at(at.row, at.column)
    if (cell && shiftKey) selection.extendTo(cell)
    else if (cell) selection.moveTo(cell)
    return true
  }
  if (command) return onCommand(event, source, selection)
  if (event.altKey) return false
  if (key === 'Enter') go(selection, ({ row, column }) => ({ row: row + (shiftKey ? -1 : 1), column }))
  else if (key === 'Tab') go(selection, at => tab(at, shiftKey, source))
  else if (key === 'F2') editor.open()
  else if (key === 'Delete' || key === 'Backspace') source.clear(selection.range())
  else if (key === 'Escape' && selection.active) selection.moveTo(selection.active)
  else return false
  return true
}

function onCommand(event: KeyboardEvent, source: GridSource, selection: Selection): boolean {
  const key = event.key.toLowerCase()
  const { active } = selection
  if (key === 'z' || key === 'y') {
    const at = key === 'y' || event.shiftKey ? source.redo() : source.undo()
    if (at) selection.moveTo(at)
  } else if (key === 'a') selection.select({ top: 0, left: 0, bottom: FAR, right: FAR })
  else if (key === '-') source.removeLines(selection.range())
  else if (key === '+' || key === '=') source.insertLine(active?.line)
  else return false
  return true
}

/** The movement that a key asks for; with Ctrl, to the edge of the filled cells. */
function movement(
  event: KeyboardEvent,
  source: GridSource,
  selection: Selection,
  page: number,
): Move | undefined {
  const { key, altKey } = event
  const command = event.ctrlKey || event.metaKey
  const arrow = arrows[key]
  if (altKey) return undefined
  if (arrow) return command ? at => edge(at, arrow, source, selection) : arrow
  if (key === 'Home') return ({ row }) => ({ row: command ? 0 : row, column: 0 })
  if (key === 'End') return command ? () => lastFilled(source) : ({ row }) => ({ row, column: FAR })
  if (key === 'PageUp') return ({ row, column }) => ({ row: Math.max(0, row - page), column })
  if (key === 'PageDown') return ({ row, column }) => ({ row: row + page, column })
  return undefined
}

/** The last cell of the sheet that holds anything: the lowest filled line, the rightmost column. */
function lastFilled(source: GridSource): { row: number; column: number } {
  const rows = source.rows()
  let row = rows.length - 1
  while (row > 0 && source.line(rows[row] ?? '').lead === undefined) row--
  return { row, column: FAR }
}

/** Excel's Ctrl+arrow: on through filled cells to the last one, or over a gap to the next filled one. */
function edge(from: { row: number; column: number }, step: Move, source: GridSource, selection: Selection) {
  const rows = source.rows()
  const filled = ({ row, column }: { row: number; column: number }) => {
    const line = rows[row]
    const id = source.columns[column]?.id
    return line !== undefined && id !== undefined && (source.line(line).texts[id] ?? '') !== ''
  }
  const inside = ({ row, column }: { row: number; column: number }) =>
    row >= 0 && column >= 0 && row < rows.length && column < source.columns.length
  let at = from
  let next = step(at)
  const through = inside(next) && filled(at) && filled(next)
  while (inside(next)) {
    if (through && !filled(next)) break
    at = next
    next = step(at)
    if (!through && filled(at)) break
  }
  return selection.at(at.row, at.column) ? at : from
}
