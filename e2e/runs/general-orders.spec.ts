import { sheets } from '@/lib/sheet/schema/sheets'
import { block, freshGeneralOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

const sheet = sheets['orders/general']

test('general orders go from paste to ids; their terms of trade are checked and not registered', async ({
  openSheet,
  server,
  faults,
}) => {
  const workbench = await openSheet(sheet)
  const orders = freshGeneralOrders(12)
  const pasted = orders.map(order => ({ ...order }))
  if (pasted[3]) pasted[3]['items[].price'] = '1O.5'
  const toJapan = { 'recipient.country': 'JP', 'recipient.state': '東京都', 'recipient.zipCode': '1000001' }
  const long = { 'recipient.name': 'Maximilian '.repeat(6) }
  pasted[5] = { ...pasted[5], ...long, ...toJapan }
  pasted[6] = { ...pasted[6], ...long, 'recipient.country': 'AU' }
  if (pasted[8]) pasted[8].warehouseId = '77'
  await workbench.paste(block(pasted, sheet))
  await expect(workbench.failures).toHaveCount(1)

  // A limit of orders to Japan is a warning in an order to Japan: it is shown and blocks nothing.
  const abroad = await workbench.goTo(workbench.row(numberOf(orders[6])), 'recipient.name')
  await expect(abroad).not.toHaveAccessibleDescription(/Too long/)
  await expect(workbench.page.locator('[data-region=footer]')).not.toContainText('for Japan')
  const inJapan = await workbench.goTo(workbench.row(numberOf(orders[5])), 'recipient.name')
  await expect(inJapan).not.toHaveAttribute('aria-invalid')
  await expect(inJapan).toHaveAccessibleDescription(/Too long for Japan orders \(66 characters, maximum 50\)/)
  await expect(workbench.page.locator('[data-region=footer]')).toContainText('at most 50 for Japan')

  expect(await workbench.check()).toContain('10 of 12 orders passed. 1 has errors.')
  await workbench.write(workbench.row(numberOf(orders[3])), 'items[].price', '10.5')
  await workbench.write(workbench.row(numberOf(orders[8])), 'warehouseId', '1')
  expect(await workbench.check()).toBe('12 orders passed.')
  expect(await workbench.register()).toBe('12 orders registered.')

  const arrived = await server.registered(orders.map(numberOf))
  expect(arrived.map(one => one.mallOrderNumber).toSorted()).toEqual(orders.map(numberOf).toSorted())
  for (const { order } of arrived) {
    expect((order as { orderInfo: object }).orderInfo).not.toHaveProperty('incoterms')
    expect((order as { orderInfo: object }).orderInfo).toHaveProperty('carrier')
  }
  expect(faults.posts('/open-api/v1/orders')).toBe(1)
  const shown = await workbench.lines()
  expect(shown.map(line => [line.number, line.orderId]).toSorted()).toEqual(
    arrived.map(one => [one.mallOrderNumber, one.orderId]).toSorted(),
  )
})

test('an edit of a column that is only checked also makes the pass stale', async ({
  openSheet,
  operator,
}) => {
  const workbench = await openSheet(sheet)
  const [order = {}] = freshGeneralOrders(1)
  await workbench.paste(block([order], sheet))
  expect(await workbench.check()).toBe('1 order passed.')
  await workbench.write(workbench.row(numberOf(order)), 'orderInfo.incoterms', 'DDP')
  await expect(operator.getByRole('button', { name: 'Recheck 1', exact: true })).toBeVisible()
  await expect(workbench.registerButton).toBeDisabled()
  expect(await workbench.check()).toBe('1 order passed.')
  expect(await workbench.register()).toBe('1 order registered.')
})
