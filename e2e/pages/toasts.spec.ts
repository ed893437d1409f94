import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'

/** Saves a preset, which is announced. @returns what announces it */
async function announceOn(page: Page, preset: string): Promise<Locator> {
  await page.goto('/settings/presets')
  await page.getByRole('button', { name: 'New preset' }).click()
  await page.getByLabel('Name', { exact: true }).fill(preset)
  await page.getByLabel('Sender name').fill('Hanbit')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.locator(`[aria-label='Preset “${preset}” saved.']`)
  await expect(toast).toBeVisible()
  return toast
}

/** The controls of the page, or of a dialog, that a toast covers. */
const coveredBy = (toast: Locator, within: 'main' | '[data-modal]' = 'main'): Promise<string[]> =>
  toast.evaluate((element, selector) => {
    const box = element.getBoundingClientRect()
    const main = document.querySelector(selector)?.getBoundingClientRect()
    return [...document.querySelectorAll(`${selector} :is(button, a, input, [role=combobox])`)]
      .filter(control => control.checkVisibility())
      .filter(control => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        // What is scrolled out of the page is not shown, and cannot be covered.
        const shownBottom = Math.min(bottom, main?.bottom ?? bottom)
        return left < box.right && right > box.left && top < box.bottom && shownBottom > box.top
      })
      .map(control => control.outerHTML)
  }, within)

test('what is announced covers no button of a panel that opens, also on a phone', async ({
  operator: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const toast = await announceOn(page, 'Box of a phone')
  await page.getByRole('button', { name: 'New preset' }).click()
  await expect(page.getByRole('dialog', { name: 'New preset' })).toBeVisible()
  await expect.poll(() => coveredBy(toast, '[data-modal]')).toEqual([])
})

test('what is announced after saving covers no button', async ({ operator: page }) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    const toast = await announceOn(page, `Box of ${width}`)
    await expect.poll(() => coveredBy(toast), { message: String(width) }).toEqual([])
  }
})

test('what is announced makes room for controls that come below it', async ({ operator: page }) => {
  for (const { width, height } of [
    { width: 1024, height: 768 },
    { width: 1024, height: 600 },
    // Too small for a free place: the page becomes shorter.
    { width: 640, height: 260 },
  ]) {
    await page.setViewportSize({ width: 1440, height: 768 })
    const toast = await announceOn(page, `Box of ${width} × ${height}`)
    await page.getByRole('link', { name: 'Your account', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
    await page.setViewportSize({ width, height })
    await expect.poll(() => coveredBy(toast), { message: `${width} × ${height}` }).toEqual([])
  }
  // The page has its whole height again once nothing is announced.
  await expect(page.locator("[aria-label$=' saved.']")).toHaveCount(0)
  const bottom = () => page.locator('main').evaluate(main => main.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBe(260)
})

test('on the sheet F6 comes to an announcement in its turn, and the keys of the sheet work there', async ({
  operator: page,
}) => {
  const toast = await announceOn(page, 'Box of a sheet')
  // It stays while the pointer is over it.
  await toast.hover()
  await page.getByRole('link', { name: 'Japan orders', exact: true }).press('Enter')
  await page.getByRole('link', { name: 'New draft', exact: true }).first().press('Enter')
  await expect(page.getByRole('grid').locator('[data-active]')).toBeVisible()
  await toast.hover()
  const region = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region ?? '')
  await expect.poll(region).toBe('sheet')
  await page.keyboard.press('F6')
  expect(await region()).not.toBe('toasts')
  for (let presses = 0; presses < 10 && (await region()) !== 'toasts'; presses++)
    await page.keyboard.press('F6')
  expect(await region()).toBe('toasts')
  await page.keyboard.press('F8')
  await expect(page.getByRole('status').filter({ hasText: 'No problems' })).toHaveCount(1)
  await page.keyboard.press('F6')
  expect(await region()).not.toBe('toasts')
})
