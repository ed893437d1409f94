import { useCallback, useState } from 'react'

/** The last announced sentence, and a function that announces another. */
export function useAnnouncer(): readonly [message: string, announce: (sentence: string) => void] {
  const [message, setMessage] = useState('')
  // Screen readers read a repeated sentence only if it changes.
  const announce = useCallback(
    (sentence: string) => setMessage(before => (before === sentence ? `${sentence}\u00a0` : sentence)),
    [],
  )
  return [message, announce]
}

/** A repeated sentence ends with a space, so that screen readers read it again. */
export const isSameSentence = (announced: string, sentence: string): boolean =>
  announced.replace(/\u00a0$/, '') === sentence
