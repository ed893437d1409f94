import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo } from 'react'
import type { EditorHandle } from '@/components/grid/edit/editor'

/**
 * Browsers make scrolling elements reachable by Tab, where the grid would not receive keys. So the scroller passes the
 * focus on to the editor; Shift+Tab out of the editor skips the scroller.
 */
export function useSingleTabStop(
  scroller: RefObject<HTMLElement | null>,
  editor: Pick<EditorHandle, 'focus'>,
) {
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
