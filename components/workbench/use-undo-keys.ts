import { useWindowKeys } from './use-window-keys'

/** Takes back the newest act of the sheet, or does it again. */
interface Undo {
  readonly undo: () => void
  readonly redo: () => void
}

/** Ctrl+Z and Ctrl+Y mean the sheet also where the focus is on a button; in a field they mean what is typed there. */
export function useUndoKeys({ undo, redo }: Undo): void {
  useWindowKeys(event => {
    const act = asked(event)
    if (!act || (event.target instanceof Element && event.target.matches(FIELD))) return false
    if (act === 'undo') undo()
    else redo()
    return true
  })
}

/** Where text is typed. */
const FIELD = 'textarea, input:not([type=checkbox]):not([type=radio])'

function asked({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): keyof Undo | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
