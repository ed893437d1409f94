import { useEffect, useRef } from 'react'

/** A key that works wherever the focus is on the page. */
export function useKey(key: string, act: (event: KeyboardEvent) => void): void {
  const current = useRef(act)
  useEffect(() => {
    current.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.isComposing) return
      event.preventDefault()
      current.current(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [key])
}
