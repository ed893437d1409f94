import { expect, type Locator, type Page } from 'playwright/test'

/** More than any page needs. */
const MAX_PRESSES = 80

/** Goes to something with the Tab key. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await wanted.evaluate(node => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it.')
}

/** Goes to something with the Tab key, and presses it. */
export async function reach(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
