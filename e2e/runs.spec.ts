import { block, freshOrders, numberOf } from './blocks'
import { expect, test } from './fixtures'
import { Workbench } from './workbench'

test('only what changed since it passed is checked again, and Register says what it counts', async ({
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

test('a registration is paused, found paused in another tab, goes on there, and the rest is called off', async ({
  workbench,
  faults,
}) => {
  const orders = freshOrders(160)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('160 orders passed.')
  // 50 go in a request; the first answer waits until Pause was pressed.
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
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await other.page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => faults.holding).toBe(1)
  await other.page.getByRole('button', { name: 'Cancel run' }).click()
  faults.release()
  await registered(other, 100)
  await expect(other.page.getByRole('progressbar')).toHaveCount(0)
  // What was called off is free again, and registers when it is asked for.
  await expect(other.registerButton).toHaveAccessibleDescription('60 ready')
  await faults.reset()
  await other.registerButton.click()
  await registered(other, 160)
})
