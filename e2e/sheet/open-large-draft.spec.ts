import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'

const LINES = 2001

test('a large draft shows its first orders with their ids while it loads, and nothing moves when it is there', async ({
  workbench,
}) => {
  const { page } = workbench
  const orders = freshOrders(LINES)
  // Forty requests each.
  const slowly = { timeout: 90_000 }
  await workbench.paste(block(orders))
  await workbench.checkButton.click()
  await expect(workbench.announcement).toContainText('passed', slowly)
  await workbench.registerButton.click()
  await expect(workbench.announcement).toContainText('registered', slowly)

  let release = () => {}
  const opened = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/drafts\/\w+\/lines$/, async route => {
    await opened
    await route.continue()
  })
  await page.reload()
  const first = workbench.row(numberOf(orders[0]))
  await expect(first.locator('[data-column=orderId]')).toHaveText(/^\d+$/)
  await expect(first.getByRole('rowheader').getByRole('img')).toHaveAccessibleName('registered')
  await expect(workbench.grid).toHaveAttribute('aria-busy', 'true')
  await expect(workbench.active).toHaveCount(0)
  await expect(workbench.grid).toHaveAttribute('aria-rowcount', String(LINES + 2))
  const preview = await first.boundingBox()

  release()
  await expect(workbench.active).toBeVisible()
  await expect(workbench.grid).not.toHaveAttribute('aria-busy')
  expect(await first.boundingBox()).toEqual(preview)
})

test('the link to a draft says at the click that its page is on the way', async ({ workbench }) => {
  const { page } = workbench
  await workbench.paste(block(freshOrders(1)))
  await workbench.name('On the way')
  await workbench.saved()
  await page.goto('/orders/japan')
  const link = page.getByRole('link', { name: 'On the way' })
  await expect(link).toBeVisible()
  // A click on a page that does not run yet opens the draft as a document.
  await hydrated(page)

  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/_rsc=/, async route => {
    await released
    await route.continue()
  })
  await link.click()
  await expect(link.locator('[aria-busy=true]')).toHaveText('On the way')
  release()
  await expect(workbench.active).toBeVisible()
})
