import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `write` before the browser leaves the page, so that what is being typed is an edit like any other. Phones may
 * close a page without the first of the two events.
 */
export function useBeforeLeave(write: () => void): void {
  const onLeave = useEffectEvent(write)
  // Layout effects come first: listeners of `window` are called in the order in which they were added, and those that
  // ask about unsaved edits are added by effects.
  useLayoutEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('beforeunload', leave)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
}
