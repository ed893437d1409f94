import type { Page } from 'playwright/test'

/**
 * Holds the scripts of the pages that are opened next, as a slow network does: until they come, a page is what the
 * server has rendered.
 * @returns lets the scripts through
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async route => {
    await released
    await route.continue()
  })
  return release
}
