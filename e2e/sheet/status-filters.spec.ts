import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('after a registration every filter by status is shown as a whole, with its count', async ({
  workbench,
}) => {
  const { page } = workbench
  const orders = freshOrders(120)
  await workbench.paste(block(orders))
  await workbench.check()
  // An order that changed after its check adds one more filter.
  await workbench.write(workbench.row(numberOf(orders[0])), 'recipient.name', '髙橋 真理')
  await expect(page.getByRole('button', { name: 'Recheck 1', exact: true })).toBeVisible()
  await workbench.check()
  await workbench.register()
  const registered = page.getByRole('button', { name: 'Registered 120', exact: true })
  await expect(registered).toBeVisible()
  const filters = page.getByRole('group', { name: 'Show', exact: true })
  const hidden = () => filters.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await hidden()).toBe(0)
  await expect(page.getByRole('button', { name: 'Upload file' })).toBeVisible()
})
