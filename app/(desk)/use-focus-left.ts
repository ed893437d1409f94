import { useEffect } from 'react'

/**
 * When this part of a page disappears with the focus, for example after its last order was resolved, the focus moves to
 * the new page: the next Tab reaches its first control, and a screen reader reads from there.
 */
export function useFocusLeft(): void {
  useEffect(
    () => () => {
      // An overlay that closes first restores the focus, if it can.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}
