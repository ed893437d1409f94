import { useState } from 'react'

/** Whether an act is in progress, and a function that runs one: it is over also where the act fails. */
export function useBusy(): [isBusy: boolean, whileBusy: (act: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  const whileBusy = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, whileBusy]
}
