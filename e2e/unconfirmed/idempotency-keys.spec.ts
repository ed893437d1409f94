import { expectFlawless } from '../support/axe'
import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { registerWithLostResponse } from '../support/lost-response'
import { Workbench } from '../support/workbench'

test.use({ serverFor: 'idempotency keys' })

test('an administrator has unconfirmed requests sent again, once the service has proved that it honours keys', async ({
  workbench,
  connection,
  faults,
}) => {
  const { page } = workbench
  const turnOn = page.getByRole('button', {
    name: `Turn on automatic confirmation: ${connection.name}`,
  })
  // A service that does not respond proves nothing.
  await faults.set({ kind: 'status', status: 503 })
  await page.goto('/connections')
  await turnOn.click()
  await expect(page.getByText(/^Not turned on: the shipping API didn’t reject the test order/)).toBeVisible()
  await faults.set({ kind: 'pass' })
  await turnOn.click()
  await expect(page.getByText(/^The shipping API honors idempotency keys\./).last()).toBeVisible()
  const turnOff = page.getByRole('button', {
    name: `Turn off automatic confirmation: ${connection.name}`,
  })
  await expect(turnOff).toBeVisible()
  await expectFlawless(page, 'connections')

  const sheet = await Workbench.openNew(page)
  await sheet.choose(connection.name)
  await sheet.paste(block(freshOrders(2)))
  expect(await sheet.check()).toBe('2 orders passed.')
  expect(await registerWithLostResponse(sheet, faults)).toContain('2 orders are unconfirmed')
  await page.goto('/unknown')
  await expect(
    page.getByText(/^Lading sends this request again at .+ with the same idempotency key/),
  ).toBeVisible()

  await page.goto('/connections')
  await turnOff.click()
  await expect(turnOn).toBeVisible()
})
