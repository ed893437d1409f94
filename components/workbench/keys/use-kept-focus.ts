import { type RefObject, useEffect } from 'react'
import { FOCUSABLE } from './use-region-keys'

/**
 * Keeps the focus in a region when the element that has it is removed, as an error that was just corrected: it goes to
 * the next element that is still there. Otherwise Escape, F6 and Tab would begin somewhere else.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current
    if (!element) return
    /** The elements that could have the focus when one of them got it, and which one that was. */
    let known: { readonly all: readonly HTMLElement[]; readonly at: number } | undefined
    const onFocus = ({ target }: FocusEvent) => {
      const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)]
      known = target instanceof HTMLElement ? { all, at: all.indexOf(target) } : undefined
    }
    const onBlur = ({ relatedTarget: next }: FocusEvent) => {
      // `next` is null when the focused element is removed.
      if (next instanceof Node && !element.contains(next)) known = undefined
    }
    const removals = new MutationObserver(() => {
      const { all, at } = known ?? { all: [], at: -1 }
      if (all[at]?.isConnected !== false || document.activeElement !== document.body) return
      const left = [...all.slice(at), ...all.slice(0, at).toReversed()].find(
        one => one.isConnected && one.tabIndex >= 0,
      )
      ;(left ?? element).focus()
    })
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    removals.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
      removals.disconnect()
    }
  }, [region])
}
