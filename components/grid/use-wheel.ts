import { type RefObject, useEffect } from 'react'
import { ROW_HEIGHT } from './geometry'

/**
 * Scrolls by hand. Left to itself Chromium scrolls ahead of the page's script and shows white where lines are not
 * drawn yet; a scroll position that the script sets, and draws in the same turn, is never seen without its lines.
 */
export function useWheel(
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  look: () => void,
): void {
  useEffect(() => {
    const [around, view] = [root.current, scroller.current]
    if (!around || !view) return
    const turn = (event: WheelEvent) => {
      // With Ctrl the wheel zooms; inside an editor that has more text than room it scrolls the text.
      if (event.ctrlKey || (event.target instanceof Element && scrollsItself(event.target))) return
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : 1
      const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY]
      if (x !== 0) view.scrollLeft += x * unit
      if (y !== 0) view.scrollTop += y * unit
      look()
    }
    around.addEventListener('wheel', turn, { passive: false })
    return () => around.removeEventListener('wheel', turn)
  }, [root, scroller, look])
}

const scrollsItself = (target: Element): boolean =>
  target.closest('.grid-choices') !== null ||
  (target.matches('textarea') && target.scrollHeight > target.clientHeight)
