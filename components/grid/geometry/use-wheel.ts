import { type RefObject, useEffect } from 'react'
import { ROW_HEIGHT } from './geometry'

/**
 * Scrolls by script. Chromium would otherwise scroll ahead of the script and show blank space where lines are not
 * painted yet; a scroll position that is set and painted in the same task never shows without its lines.
 */
export function useWheel(
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  update: () => void,
): void {
  useEffect(() => {
    const [element, view] = [root.current, scroller.current]
    if (!element || !view) return
    const onWheel = (event: WheelEvent) => {
      // With Ctrl the wheel zooms; inside a long text of the editor it scrolls the text.
      if (event.ctrlKey || (event.target instanceof Element && scrollsItself(event.target))) return
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : 1
      const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY]
      if (x !== 0) view.scrollLeft += x * unit
      if (y !== 0) view.scrollTop += y * unit
      update()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [root, scroller, update])
}

const scrollsItself = (target: Element): boolean =>
  target.closest('.grid-choices') !== null ||
  (target.matches('textarea') && target.scrollHeight > target.clientHeight)
