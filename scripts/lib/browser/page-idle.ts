import type { Page } from 'playwright'

/**
 * Waits until a page has had nothing to do for two seconds: its lines are judged and saved, and no run is under way.
 * The counts of a sheet change at least once a second while lines are judged.
 */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const REST_MS = 2000
        let since = performance.now()
        const busy = new PerformanceObserver(() => {
          since = performance.now()
        })
        const changed = new MutationObserver(() => {
          since = performance.now()
        })
        busy.observe({ type: 'longtask' })
        changed.observe(document, { subtree: true, childList: true, characterData: true })
        const look = setInterval(() => {
          const isBusy = document.querySelector('[data-save]:not([data-save=saved]), [role=progressbar]')
          if (isBusy || performance.now() - since < REST_MS) return
          clearInterval(look)
          busy.disconnect()
          changed.disconnect()
          resolve()
        }, 200)
      }),
  )
}
