import { expectFlawless } from '../support/axe'
import { expect, test } from '../support/fixtures'

test('a signed-in operator reads the API page in the desk and continues from its navigation', async ({
  operator: page,
}) => {
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  await navigation.getByRole('link', { name: 'API', exact: true }).click()
  await page.waitForURL('**/open-api/desk')
  await expect(navigation.getByRole('link', { name: 'API', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('link', { name: 'Back to Lading' })).toHaveCount(0)
  await expectFlawless(page, 'the API page in the desk')

  // Nothing is wider than the page, also beside the navigation and the contents.
  const main = page.getByRole('main')
  for (const width of [1440, 1024, 960, 800, 768, 660]) {
    await page.setViewportSize({ width, height: 800 })
    const hidden = () => main.evaluate(node => node.scrollWidth - node.clientWidth)
    await expect.poll(hidden, `${width} pixels`).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  // A link of its contents scrolls to its part, and the navigation stays.
  const heading = page.getByRole('heading', { name: 'Problems, link to this section' })
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Problems' }).click()
  await expect(heading).toBeInViewport()
  // A link to the public page leads here, too.
  await page.goto('/open-api')
  await page.waitForURL('**/open-api/desk')
  await navigation.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible()
})

test('a person without an account reads the API page without the desk', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'en' })
  await page.goto('/open-api')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'History', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to Lading' })).toBeVisible()
  await page.goto('/open-api/desk')
  await page.waitForURL('**/open-api')
  await expect(page.getByRole('button', { name: 'Search all' })).toHaveCount(0)
  await expectFlawless(page, 'the public API page')
  await page.close()
})
