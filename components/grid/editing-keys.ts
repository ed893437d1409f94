import type { Editing } from './editing'

/** What a keyboard event says, as far as these keys need it. */
interface Press {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** How far Page Up and Page Down go in a list. */
const PAGE = 8

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
}

/**
 * Keys of what stands beside the editor, which come before those of the sheet. Alt+Down shows the list of a cell,
 * Alt+Up or Escape hides it; up and down go in it while it is there, Enter and Tab take what is highlighted and go on
 * as ever. Space turns a selected flag over. Alt+Enter opens the address in a selected cell.
 * @returns whether the key is done with
 */
export function keyBeside(press: Press, editing: Editing, openLink: () => void): boolean {
  const { key, altKey, shiftKey } = press
  const command = press.ctrlKey || press.metaKey
  if (altKey && !command && !shiftKey) {
    if (key === 'ArrowDown') return editing.show()
    if (key === 'ArrowUp') return editing.shut()
    if (key !== 'Enter' || editing.isOpen()) return false
    // Where there is no address, nothing: the browser would begin an edit with a line end.
    openLink()
    return true
  }
  const isPlain = !altKey && !command && !shiftKey
  if (!editing.isOpen()) return isPlain && key === ' ' && editing.flip()
  if (key === 'Enter' || key === 'Tab') editing.take()
  else if (key === 'Escape') return editing.shut()
  else if (isPlain && steps[key] !== undefined) return editing.move(steps[key])
  return false
}
