import { useCallback, useState } from 'react'

/** What the polite live region says, and how something is said there. */
export function useAnnouncer(): readonly [said: string, announce: (sentence: string) => void] {
  const [said, setSaid] = useState('')
  // A sentence that is said twice has to change to be heard again.
  const announce = useCallback(
    (sentence: string) => setSaid(before => (before === sentence ? `${sentence}\u00a0` : sentence)),
    [],
  )
  return [said, announce]
}
