import { type KeyboardEvent, useCallback } from 'react'
import type { EditorHandle } from './editor'
import { arrows, tab } from './moves'
import type { Selection } from './selection'
import { goOn, onSheet, type SheetKeys } from './sheet-keys'
import type { GridSource } from './source'

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
          ? inEditor(event, editor, source, selection)
          : onSheet(event, { source, selection, editor, page, undo, redo }))
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
  else if (arrow && editor.arrowsLeave() && !shiftKey && !altKey && !command) {
    editor.commit()
    goOn({ selection, source }, undefined, arrow(at))
  } else return false
  return true
}
