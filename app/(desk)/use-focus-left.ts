import { useEffect } from 'react'

/**
 * When this part of a page goes and takes the focus with it, as after its last order was settled, the keyboard goes on
 * at the page that is there now: the next Tab reaches its first control, and a screen reader reads from there.
 */
export function useFocusLeft(): void {
  useEffect(
    () => () => {
      // What closes over the page gives the focus back first, or fails to.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}
