import type { Editing } from './editing'

/** The part of a keyboard event that is needed. */
interface KeyPress {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Choices that Page Up and Page Down skip. */
const PAGE_SIZE = 8

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_SIZE,
  PageUp: -PAGE_SIZE,
}

/**
 * Handles keys of the editor's panel, before the keys of the grid. Alt+Down shows the list of a cell, Alt+Up or Escape
 * hides it; Up and Down move in the open list, Enter and Tab accept the highlighted choice and continue as usual. Space
 * toggles the selected flags. Alt+Enter opens the address in a selected cell.
 * @returns whether the key was handled
 */
export function handleAssistKey(pressed: KeyPress, editing: Editing, openLink: () => void): boolean {
  const { key, altKey, shiftKey } = pressed
  const command = pressed.ctrlKey || pressed.metaKey
  if (altKey && !command && !shiftKey) {
    if (key === 'ArrowDown') return editing.show()
    if (key === 'ArrowUp') return editing.dismiss()
    if (key !== 'Enter' || editing.isOpen()) return false
    // Without an address the key does nothing: the browser would start an edit with a line break.
    openLink()
    return true
  }
  const isPlain = !altKey && !command && !shiftKey
  if (!editing.isOpen()) return isPlain && key === ' ' && editing.toggleFlags()
  if (key === 'Enter' || key === 'Tab') editing.accept()
  else if (key === 'Escape') return editing.dismiss()
  else if (isPlain && steps[key] !== undefined) return editing.move(steps[key])
  return false
}
