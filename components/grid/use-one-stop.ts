import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo } from 'react'
import type { EditorHandle } from './editor'

/**
 * Browsers make a stop of Tab of whatever scrolls, and nothing in the sheet would hear the keys that are pressed there.
 * So the scroller hands the focus on to the editor, whoever gives it; who leaves the editor backwards passes it by.
 */
export function useOneStop(scroller: RefObject<HTMLElement | null>, editor: Pick<EditorHandle, 'focus'>) {
  return useMemo(() => {
    const reach = (tabIndex: 0 | -1) => {
      if (scroller.current) scroller.current.tabIndex = tabIndex
    }
    return {
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        if (target === currentTarget) editor.focus()
      },
      onKeyDown: ({ key, shiftKey, defaultPrevented }: KeyboardEvent) => {
        if (key === 'Tab' && shiftKey && !defaultPrevented) reach(-1)
      },
      onBlur: () => reach(0),
    }
  }, [scroller, editor])
}
