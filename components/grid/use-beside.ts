import { useEffect, useState } from 'react'
import type { Editing } from './editing'
import type { Beside } from './help'

/**
 * What is to be seen beside the editor, one paint behind it: what is typed is on the screen before a list is searched
 * for it. What Enter takes never waits for this.
 */
export function useBeside(editing: Editing): Beside | undefined {
  const [beside, setBeside] = useState<Beside>()
  useEffect(() => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => setBeside(editing.beside())
    const stop = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = 0
    }
    const schedule = () => {
      // What is gone goes at once: it would stand beside another cell.
      if (!editing.isOpen()) {
        stop()
        show()
      } else if (frame === 0)
        frame = requestAnimationFrame(() => {
          timer = setTimeout(() => {
            frame = 0
            show()
          })
        })
    }
    const unsubscribe = editing.subscribe(schedule)
    return () => {
      unsubscribe()
      stop()
    }
  }, [editing])
  return beside
}
