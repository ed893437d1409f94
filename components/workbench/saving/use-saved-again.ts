import { useEffect, useEffectEvent, useRef } from 'react'
import { isSameSentence } from '@/components/workbench/use-announcer'
import type { SaveState } from './use-autosave'

/**
 * A sentence that said why the draft could not be saved, such as after Check, is replaced once all of it is saved.
 * @param message the last announced sentence
 */
export function useSavedAgain(saved: SaveState, message: string, announceSaved: () => void): void {
  const reason = useRef<string>(undefined)
  const replace = useEffectEvent((said: string) => {
    if (isSameSentence(message, said)) announceSaved()
  })
  useEffect(() => {
    if (saved.state === 'failed') reason.current = saved.reason
    if (saved.state !== 'saved' || reason.current === undefined) return
    replace(reason.current)
    reason.current = undefined
  }, [saved])
}
