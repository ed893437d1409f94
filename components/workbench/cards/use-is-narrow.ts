import { useSyncExternalStore } from 'react'

/**
 * Below this width a line of the grid cannot be read: the sheet is shown as cards. Tailwind's
 * `max-[640px]` is the same.
 */
const NARROW = '(width < 640px)'

/**
 * Whether the window is as narrow as a phone. It follows the width, not the device: a magnified window is narrow, too.
 */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    listener => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(NARROW).matches,
    () => false,
  )
