import { type KeyboardEvent, useCallback } from 'react'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { arrows, movement, tab } from './moves'
import { handleSheetKey, moveOn, type SheetKeys } from './sheet-keys'

/** The keys of a grid, as in Excel. Keys of an input method are ignored. */
export function useKeys(keys: SheetKeys): (event: KeyboardEvent) => void {
  const { source, selection, editor, page, undo, redo } = keys
  return useCallback(
    event => {
      if (editor.isComposed(event)) return
      // While whole lines are selected, keys do not act only on the active cell; Space acts on all selected ones.
      const isWhole = !editor.isOpen() && event.key !== ' ' && selection.range().whole === 'lines'
      const handled =
        (!isWhole && editor.handleKey(event)) ||
        (editor.isOpen()
          ? handleEditorKey(event, { source, selection, editor, page })
          : handleSheetKey(event, { source, selection, editor, page, undo, redo }))
      if (handled) event.preventDefault()
    },
    [source, selection, editor, page, undo, redo],
  )
}

/**
 * Handles keys while a cell is edited. As in Excel, keys that move commit the text, unless F2 gave them to the caret.
 */
function handleEditorKey(
  event: KeyboardEvent,
  { source, selection, editor, page }: Omit<SheetKeys, 'undo' | 'redo'>,
): boolean {
  const { key, shiftKey, altKey } = event
  const command = event.ctrlKey || event.metaKey
  const moved = editor.arrowsLeave() && !shiftKey ? movement(event, source, page) : undefined
  const letter = command && !altKey ? letterOf(event) : ''
  const at = selection.position()
  if (key === 'Escape') editor.cancel()
  else if (letter === 'z') editor.replay(shiftKey ? 1 : -1)
  else if (letter === 'y') editor.replay(1)
  else if (letter === ';') editor.insertToday()
  // They fill while no cell is edited: the browser would reload the page, or add a bookmark.
  else if ((letter === 'd' || letter === 'r') && !shiftKey) return true
  else if (key === 'Enter' && altKey) editor.insert('\n')
  else if (key === 'Enter' && command) editor.commit(text => source.fill(selection.ranges(), text))
  else if (key === 'Enter') {
    editor.commit()
    moveOn(
      { selection, source },
      { along: 'down', back: shiftKey },
      arrows[shiftKey ? 'ArrowUp' : 'ArrowDown']?.(at),
    )
  } else if (key === 'Tab') {
    editor.commit()
    moveOn({ selection, source }, { along: 'across', back: shiftKey }, tab(at, shiftKey, source))
  } else if (key === 'F2') editor.toggle()
  else if (moved) {
    editor.commit()
    moveOn({ selection, source }, undefined, moved(at))
  } else return false
  return true
}
