import type { Page } from 'playwright'

/** The first visible reaction of a page to a key press or click. */
export interface FirstChange {
  /** From the browser's own time of the event until the frame with the change is handed over, in milliseconds. */
  readonly took: number
  /** What changed first, for a reader who wants to judge whether an operator sees it. */
  readonly what: string
}

/**
 * Begins to wait for the next trusted key or click in a page, and for the first change after it: of text or elements,
 * or of an attribute that operators see or hear. That a button is pressed, focused or hovered does not count.
 * @param shown a CSS selector of what the change must bring; '' for any change
 * @returns waits for the change
 */
export async function firstChange(page: Page, shown = ''): Promise<() => Promise<FirstChange>> {
  await page.evaluate(wanted => {
    const attributeFilter = [
      'aria-busy',
      'aria-disabled',
      'aria-expanded',
      'aria-pressed',
      'aria-sort',
      'disabled',
    ]
    const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta'])
    const shared = window as unknown as { change: Promise<FirstChange> }
    shared.change = new Promise(resolve => {
      const begin = (event: Event) => {
        if (!event.isTrusted || (event instanceof KeyboardEvent && modifiers.has(event.key))) return
        for (const type of ['keydown', 'click']) window.removeEventListener(type, begin, { capture: true })
        const observer = new MutationObserver(([first]) => {
          if (wanted !== '' && !document.querySelector(wanted)) return
          observer.disconnect()
          const target = first?.target
          const element = target instanceof Element ? target : target?.parentElement
          const added = first?.addedNodes[0]?.textContent ?? ''
          const what = `${first?.type} of <${element?.localName} role=${element?.getAttribute('role')}> ${first?.attributeName ?? ''} ${(added || (element?.textContent ?? '')).slice(0, 40)}`
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve({ took: performance.now() - event.timeStamp, what })
          // The frame is painted between the two.
          requestAnimationFrame(() => port2.postMessage(null))
        })
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
          attributeFilter,
        })
      }
      for (const type of ['keydown', 'click']) window.addEventListener(type, begin, { capture: true })
    })
  }, shown)
  return () => page.evaluate(() => (window as unknown as { change: Promise<FirstChange> }).change)
}
