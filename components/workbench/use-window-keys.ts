import { useEffect, useRef } from 'react'

/** Keys that work wherever the focus is on the page, except in a question. @param act says whether it took the key */
export function useWindowKeys(act: (event: KeyboardEvent) => boolean): void {
  const current = useRef(act)
  useEffect(() => {
    current.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inQuestion = event.target instanceof Element && event.target.closest('[role=dialog]')
      if (event.isComposing || event.defaultPrevented || inQuestion) return
      if (current.current(event)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Whether Ctrl, or the Mac's command key, is held and nothing else. */
export const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
