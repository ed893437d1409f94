import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test('only orders that changed since they passed are checked again, and Register shows its count', async ({
  workbench,
  faults,
}) => {
  const orders = freshOrders(5)
  const [first, second] = orders.map(numberOf)
  await workbench.paste(block(orders))
  await expect(workbench.registerButton).toHaveAccessibleDescription('0 ready · 5 to check')
  expect(await workbench.check()).toBe('5 orders passed.')
  await workbench.write(workbench.row(first ?? ''), 'recipient.name', '山田 花子')
  await workbench.write(
    workbench.row(second ?? ''),
    'recipient.zipCode',
    '150-00411111111111111111111111111111',
  )
  await expect(workbench.registerButton).toHaveAccessibleDescription('3 ready · 1 to recheck · 1 with errors')
  const before = faults.arrivals.length
  expect(await workbench.check()).toBe('4 of 5 orders passed. 1 has errors and was skipped.')
  expect(faults.arrivals.slice(before).map(one => one.numbers)).toEqual([[first]])
  expect(await workbench.check()).toContain('Nothing to check')
  expect(faults.arrivals.length).toBe(before + 1)
})

test('a registration is paused, shown as paused in another tab, resumed there, and the rest is cancelled', async ({
  workbench,
  faults,
}) => {
  const orders = freshOrders(160)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('160 orders passed.')
  // A request has 50 orders; the first response waits until Pause is pressed.
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await workbench.registerButton.click()
  await expect.poll(() => faults.holding).toBe(1)
  await workbench.page.getByRole('button', { name: 'Pause' }).click()
  await expect(workbench.page.getByRole('button', { name: 'Resume' })).toBeVisible()
  faults.release()
  const registered = (tab: Workbench, count: number) =>
    expect(tab.page.getByRole('button', { name: `Registered ${count}`, exact: true })).toBeVisible()
  await registered(workbench, 50)
  await faults.reset()

  const url = workbench.page.url()
  const other = await Workbench.open(await workbench.page.context().newPage(), url)
  await expect(other.page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Paused at 50 of 160')
  // On a narrow screen the progress leaves room for all buttons.
  await other.page.setViewportSize({ width: 1024, height: 768 })
  await expect(other.registerButton).toBeInViewport({ ratio: 1 })
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await other.page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => faults.holding).toBe(1)
  // The server has answered Resume: the next answer is that to Cancel.
  await expect(other.page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  // The response to the second request waits until the run is cancelled; else a third one would be sent.
  const cancelled = other.page.waitForResponse(response => 'next-action' in response.request().headers())
  await other.page.getByRole('button', { name: 'Cancel run' }).click()
  await cancelled
  faults.release()
  await registered(other, 100)
  await expect(other.page.getByRole('progressbar')).toHaveCount(0)
  // Cancelled orders are free again, and are registered on request.
  await expect(other.registerButton).toHaveAccessibleDescription('60 ready')
  await faults.reset()
  await other.registerButton.click()
  await registered(other, 160)
})
