import { type KeyboardEvent, useCallback } from 'react'
import { arrows, movement, tab } from './moves'
import { goOn, onSheet, type SheetKeys } from './sheet-keys'

/** The keys of a sheet, as Excel has them. Whatever belongs to an input method is left to it. */
export function useKeys(keys: SheetKeys): (event: KeyboardEvent) => void {
  const { source, selection, editor, page, undo, redo } = keys
  return useCallback(
    event => {
      if (editor.isComposed(event)) return
      // Keys of whole lines are not those of the one cell that is active in them.
      const isWhole = !editor.isOpen() && selection.range().whole === 'lines'
      const handled =
        (!isWhole && editor.takes(event)) ||
        (editor.isOpen()
          ? inEditor(event, { source, selection, editor, page })
          : onSheet(event, { source, selection, editor, page, undo, redo }))
      if (handled) event.preventDefault()
    },
    [source, selection, editor, page, undo, redo],
  )
}

/** Keys while a cell is edited. As in Excel, keys that move write what was typed, unless F2 gave them to the caret. */
function inEditor(
  event: KeyboardEvent,
  { source, selection, editor, page }: Omit<SheetKeys, 'undo' | 'redo'>,
): boolean {
  const { key, shiftKey, altKey } = event
  const command = event.ctrlKey || event.metaKey
  const moved = editor.arrowsLeave() && !shiftKey ? movement(event, source, page) : undefined
  const at = selection.position()
  if (key === 'Escape') editor.cancel()
  else if (key === 'Enter' && altKey) editor.insert('\n')
  else if (key === 'Enter' && command) editor.commit(text => source.fill(selection.ranges(), text))
  else if (key === 'Enter') {
    editor.commit()
    goOn(
      { selection, source },
      { along: 'down', back: shiftKey },
      arrows[shiftKey ? 'ArrowUp' : 'ArrowDown']?.(at),
    )
  } else if (key === 'Tab') {
    editor.commit()
    goOn({ selection, source }, { along: 'across', back: shiftKey }, tab(at, shiftKey, source))
  } else if (key === 'F2') editor.toggle()
  else if (moved) {
    editor.commit()
    goOn({ selection, source }, undefined, moved(at))
  } else return false
  return true
}
