import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { TEXT_FIELD } from '@/components/ui/keyboard/text-field'
import { isBehindOverlay, isInOverlay } from '@/components/ui/overlay/is-in-overlay'

/** Whether a key is meant for what is open over the page. A modal dialog gets all keys, wherever the focus is. */
const isForOverlay = (event: KeyboardEvent): boolean =>
  document.querySelector('[data-modal]') !== null || isInOverlay(event)

/**
 * Calls `act` when `key` is pressed anywhere on the page but in what is open over it, and keeps the browser from acting
 * on the key itself.
 */
export function useKey(key: string, act: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || isComposing(event) || isForOverlay(event)) return
      event.preventDefault()
      onKey(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key])
}

/**
 * Handles keys anywhere on the page except in what is open over it, such as a dialog or a menu.
 * @param act returns whether it handled the key; the browser does not act on a handled key
 * @param isFirst whether it comes before the elements of the page: an open tooltip keeps Escape to itself
 */
export function useWindowKeys(act: (event: KeyboardEvent) => boolean, isFirst = false): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.defaultPrevented || isForOverlay(event)) return
      if (onKey(event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown, isFirst)
    return () => window.removeEventListener('keydown', onKeyDown, isFirst)
  }, [isFirst])
}

/** Whether Ctrl, or the Mac's command key, is the only modifier that is held. */
export const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey

/** Calls `save` by Ctrl+S. In a dialog or a menu the key only keeps the browser from saving the page as a file. */
export function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || !isCommand(event) || letterOf(event) !== 's') return
      event.preventDefault()
      if (!isForOverlay(event)) onKey()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What has the focus while it is open, and keys of its own. */
const MENU = '[role=menu], [role=listbox]'

/** Keeps the browser from acting on Ctrl and a letter in an open menu or list, where the sheet does not act on it. */
export function useKeysKeptInMenus(letters: readonly string[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInMenu = event.target instanceof Element && event.target.closest(MENU) !== null
    if (isInMenu && isCommand(event) && letters.includes(letterOf(event))) event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface Undo {
  readonly undo: () => void
  readonly redo: () => void
}

/**
 * Ctrl+Z and Ctrl+Y act on the sheet also while a button has the focus; in a text field the browser handles them. It
 * undoes what was typed last anywhere on the page: not in a field behind a dialog, where the operator would not see it.
 */
export function useUndoKeys({ undo, redo }: Undo): void {
  useEffect(() => {
    const onBeforeInput = (event: InputEvent) => {
      const isUndo = event.inputType === 'historyUndo' || event.inputType === 'historyRedo'
      if (isUndo && event.target instanceof Element && isBehindOverlay(event.target)) event.preventDefault()
    }
    window.addEventListener('beforeinput', onBeforeInput, true)
    return () => window.removeEventListener('beforeinput', onBeforeInput, true)
  }, [])
  useWindowKeys(event => {
    const act = undoActOf(event)
    if (!act || (event.target instanceof Element && event.target.matches(TEXT_FIELD))) return false
    if (act === 'undo') undo()
    else redo()
    return true
  })
}

function undoActOf(event: KeyboardEvent): keyof Undo | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = letterOf(event)
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
