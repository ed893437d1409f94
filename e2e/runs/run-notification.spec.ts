import type { Page } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'

/** Turns to another tab, or back, as far as the page can tell. */
const turnAway = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('an operator in another tab learns from the title, and from a notification, that a run has ended', async ({
  workbench,
}) => {
  const { page } = workbench
  await page.context().grantPermissions(['notifications', 'clipboard-read', 'clipboard-write'])
  await page.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        shown.push(`${title}: ${options?.body}`)
      }
    }
  })
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await workbench.paste(block(freshOrders(2)))
  const title = await page.title()

  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await page.title()).toBe(title)
  expect(await shown()).toEqual([])

  await turnAway(page, true)
  expect(await workbench.register()).toContain('2 orders registered.')
  await expect(page).toHaveTitle(/^● 2 orders registered\./)
  expect(await shown()).toEqual([expect.stringMatching(/^.+: 2 orders registered\./)])
  await turnAway(page, false)
  await expect(page).toHaveTitle(title)
})
