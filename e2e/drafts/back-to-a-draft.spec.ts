import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('a draft that was new opens as it is stored when the browser goes back to it', async ({ workbench }) => {
  const { page } = workbench
  const orders = freshOrders(2)
  await workbench.name('Back to the sheet')
  await workbench.paste(block(orders))
  await workbench.check()
  expect(await workbench.register()).toBe('2 orders registered.')
  const lines = await workbench.lines()
  await page.getByRole('link', { name: 'View run', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()

  await page.goBack()
  await expect(workbench.active).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Draft name' })).toHaveValue('Back to the sheet')
  expect(await workbench.lines()).toEqual(lines)
  expect(lines.map(line => [line.number, line.sign])).toEqual(
    orders.map(order => [numberOf(order), 'registered']),
  )
  await page.goForward()
  await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()
})
