import { useSyncExternalStore } from 'react'

/** Whether the page is hydrated: false on the server, and while React adopts the server's markup. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
