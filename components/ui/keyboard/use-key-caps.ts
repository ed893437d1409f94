import { useHydrated } from '../use-hydrated'
import { isMacBrowser, keyCaps } from './key-caps'

const onMac = (keys: string): string => keyCaps(keys, true)
const elsewhere = (keys: string): string => keyCaps(keys, false)

/** How keys are written on the keyboard of this browser. */
export const useKeyCaps = (): ((keys: string) => string) =>
  useHydrated() && isMacBrowser() ? onMac : elsewhere
