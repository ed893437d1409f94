import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test('two tabs press Register at once: each order reaches the service exactly once', async ({
  workbench,
  connection,
  faults,
  server,
}) => {
  const orders = freshOrders(60)
  const numbers = orders.map(numberOf)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('60 orders passed.')
  const other = await Workbench.open(await workbench.page.context().newPage(), workbench.page.url())
  await expect(other.page.getByRole('combobox', { name: 'Connection' })).toHaveText(connection.name)
  await expect(other.registerButton).toHaveAccessibleDescription('60 ready')

  // The responses are slow, so that the second start finds the first one under way.
  await faults.set({ kind: 'delay', ms: 6000 }, '/orders/japan')
  await Promise.all([workbench.registerButton.click(), other.registerButton.click()])
  for (const tab of [workbench, other])
    await expect(tab.page.getByRole('button', { name: 'Registered 60', exact: true })).toBeVisible()
  // The second start registered nothing; its message is the result of the orders.
  for (const tab of [workbench, other])
    await expect(tab.announcement).toHaveText(/^60 orders registered\.\s*$/)

  const arrived = await server.registered(numbers)
  expect(arrived.map(one => one.mallOrderNumber)).toEqual(numbers)
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
  const ids = arrived.map(one => one.orderId)
  for (const tab of [workbench, other]) {
    await tab.page.bringToFront()
    expect((await tab.lines()).map(line => line.orderId)).toEqual(ids)
  }
})
