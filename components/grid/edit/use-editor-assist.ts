import { useEffect, useState } from 'react'
import type { EditorAssist } from '@/components/grid/source'
import type { Editing } from './editing'

/**
 * The help beside the editor, one paint behind it: the typed text is painted before choices are searched. Enter does
 * not wait for it.
 */
export function useEditorAssist(editing: Editing): EditorAssist | undefined {
  const [assist, setAssist] = useState<EditorAssist>()
  useEffect(() => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => setAssist(editing.assist())
    const stop = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = 0
    }
    const schedule = () => {
      // A closed panel disappears at once, or it would lie beside another cell.
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
  return assist
}
