import type { Page } from 'playwright/test'
import { remember, shopFile } from '../import/import-rules'
import { freshOrders, numberOf } from '../support/blocks'
import { deskPages } from '../support/desk-pages'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'
import { holdScripts } from '../support/late-scripts'

// The rules and the retention of a server are changed.
test.use({ serverFor: 'slow scripts' })
test.slow()

/** Pages with what the server renders for an administrator. */
const PAGES = [
  ...deskPages,
  '/connections/sandbox',
  '/settings/keys',
  '/shortcuts',
  '/open-api/desk',
  '/second-factor',
]

/** What looks as if it could be pressed and does nothing without scripts: texts can be typed, and plain forms sent. */
const pressable = (page: Page) =>
  page
    .locator('button, [role=combobox], input[type=checkbox], input[type=radio]')
    .and(page.locator(':not(:disabled, [aria-disabled=true], search form *)'))

test('on a page whose scripts have not arrived, nothing can be pressed in vain', async ({
  operator: page,
  workbench,
}) => {
  await workbench.name('Press the sheet')
  await workbench.type(freshOrders(1)[0]?.['orderInfo.mallOrderNumber'] ?? '')
  await workbench.saved()
  const release = await holdScripts(page)
  for (const path of [...PAGES, new URL(page.url()).pathname]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('link').first(), path).toBeVisible()
    await expect(pressable(page), path).toHaveCount(0)
  }
  await page.goto('/settings/presets', { waitUntil: 'domcontentloaded' })
  const button = page.getByRole('button', { name: 'New preset' })
  await expect(button).toHaveCSS('opacity', '0.5')
  const waiting = await button.evaluate(shown => getComputedStyle(shown).backgroundColor)
  release()
  // The colour is that of a button which can be pressed, so nothing flashes on a fast page.
  await expect(button).toHaveCSS('opacity', '1')
  await expect(button).toHaveCSS('background-color', waiting)
})

test('Delete cannot be pressed before the page is ready, and deletes the rule as soon as it is', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const [order = {}] = freshOrders(1)
  await files.choose(shopFile('rules.csv', [{ ...order, 'recipient.state': 'Kanto' }]))
  await files.importedSummary('rules.csv')
  await workbench.write(workbench.row(numberOf(order)), 'recipient.state', '東京都')
  await remember(page)
  await workbench.saved()

  const release = await holdScripts(page)
  await page.goto('/settings/rules', { waitUntil: 'domcontentloaded' })
  const buttons = page.getByRole('button', { name: /^Delete / })
  await expect(buttons).toBeDisabled()
  release()
  await buttons.click()
  await expect(buttons).toHaveCount(0)
})

test('what is typed before the page is ready is searched, and saved', async ({ operator: page }) => {
  let release = await holdScripts(page)
  await page.goto('/shortcuts', { waitUntil: 'domcontentloaded' })
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('undo')
  release()
  await expect(page.getByRole('term').filter({ hasText: 'Undo' }).first()).toBeVisible()
  await expect(page.getByText('Move by cell')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Search shortcuts' })).toHaveValue('undo')

  release = await holdScripts(page)
  await page.goto('/help', { waitUntil: 'domcontentloaded' })
  await page.getByRole('searchbox', { name: 'Search help' }).fill('backup')
  release()
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible()

  release = await holdScripts(page)
  await page.goto('/settings/retention', { waitUntil: 'domcontentloaded' })
  const days = page.getByRole('textbox')
  await days.fill('500')
  release()
  await hydrated(page)
  await expect(days).toHaveValue('500')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/500 days/).first()).toBeVisible()
})
