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
      const isInside = target instanceof HTMLElement && element.contains(target)
      const all = isInside ? [...element.querySelectorAll<HTMLElement>(FOCUSABLE)] : []
      known = isInside ? { all, at: all.indexOf(target) } : undefined
    }
    const removals = new MutationObserver(() => {
      const { all, at } = known ?? { all: [], at: -1 }
      if (all[at]?.isConnected !== false || document.activeElement !== document.body) return
      const left = [...all.slice(at), ...all.slice(0, at).toReversed()].find(
        one => one.isConnected && one.tabIndex >= 0,
      )
      ;(left ?? element).focus()
    })
    document.addEventListener('focusin', onFocus)
    removals.observe(element, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      removals.disconnect()
    }
  }, [region])
}
