import { expectFlawless } from '../support/axe'
import { expect, test } from '../support/fixtures'

test.use({ expectedErrors: [/status of 404/] })

for (const [path, title] of [
  ['/no-such-page', 'Page not found · Lading'],
  ['/orders/japan/no-such-draft', 'Japan orders · Lading'],
  ['/history/runs/no-such-run', /Lading$/],
] as const)
  test(`${path} says within the desk that there is no such page`, async ({ operator: page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle(title)
    await expectFlawless(page, path)
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  })
