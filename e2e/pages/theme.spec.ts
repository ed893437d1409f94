import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect, test } from '../support/fixtures'

/** Whether a page is shown in dark colours. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
    return red < 128
  })

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name: theme }).click()
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveText(theme)
}

test('an operator chooses dark colours on a light device, at once and for every page of the browser', async ({
  operator: page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings/account')
  expect(await isDark(page)).toBe(false)
  await choose(page, 'Dark')
  await expect.poll(() => isDark(page)).toBe(true)
  await expectFlawless(page, 'Your account in dark colours')
  for (const path of ['/', '/open-api']) {
    await page.goto(path)
    expect(await isDark(page), path).toBe(true)
  }
  await page.goto('/settings/account')
  await choose(page, 'Light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => isDark(page)).toBe(false)
  await choose(page, 'Same as the device')
  await expect.poll(() => isDark(page)).toBe(true)
  await page.reload()
  expect(await isDark(page)).toBe(true)
})

test('in high contrast the current page is marked, and coloured dots keep their colours', async ({
  workbench: { page, connection },
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveCSS(
    'text-decoration-line',
    'underline',
  )
  const dot = connection.locator('i')
  const color = () => dot.evaluate(node => getComputedStyle(node).backgroundColor)
  const forced = await color()
  await page.emulateMedia({ forcedColors: 'none' })
  expect(await color()).toBe(forced)
})
