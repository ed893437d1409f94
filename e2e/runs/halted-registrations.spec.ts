import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { expect, test } from '../support/fixtures'

test('orders of a paused registration are resumed only at its connection, and canceled from any', async ({
  workbench,
  openSheet,
  connection,
  faults,
  server,
  browser,
  session,
}) => {
  const { page } = workbench
  const admin = await browser.newPage({ baseURL: server.url, locale: 'en', storageState: session })
  await confirmPasswordOn(admin)
  await makeConnection(admin, { ...connection, name: 'Second account', baseUrl: faults.url })
  await admin.close()

  const orders = freshOrders(3)
  await openSheet(workbench.sheet)
  await workbench.paste(block(orders))
  const last = workbench.row(numberOf(orders[2]))
  await workbench.write(last, 'recipient.zipCode', '150-00411111111111111111111111111111')
  expect(await workbench.check()).toContain('2 of 3 orders passed.')
  await faults.set({ kind: 'status', status: 401 }, '/orders/japan')
  expect(await workbench.register()).toContain('access token')
  await faults.reset()
  const notice = page.getByRole('region', { name: 'Registrations that are paused or stopped' })
  const resume = notice.getByRole('button', { name: 'Resume' })
  const cancel = notice.getByRole('button', { name: 'Cancel run' })
  await expect(notice).toHaveCount(0)

  // A later check does not hide it.
  await workbench.write(last, 'recipient.zipCode', '150-0041')
  expect(await workbench.check()).toBe('1 order passed.')
  await expect(notice).toContainText(`Registration paused at ${connection.name}`)
  await expect(notice).toContainText('2 orders waiting.')
  await expect(resume).toBeEnabled()
  await expectFlawless(page, 'a paused registration before a later check')

  // Another account sends none of its orders.
  await workbench.choose('Second account')
  await expect(notice).toContainText(`Registration paused at ${connection.name}`)
  await expect(resume).toHaveCount(0)
  await expect(workbench.registerButton).toHaveAccessibleDescription('0 ready · 1 to check')
  await notice.getByRole('button', { name: `Show at ${connection.name}` }).click()
  await expect(workbench.connection).toHaveText(connection.name)
  await expect(workbench.registerButton).toHaveAccessibleDescription(/^1 ready/)
  await resume.click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Registered 2', exact: true })).toBeVisible()

  await faults.set({ kind: 'status', status: 401 }, '/orders/japan')
  expect(await workbench.register()).toContain('access token')
  await faults.reset()
  await workbench.choose('Second account')
  await cancel.click()
  await expect(notice).toHaveCount(0)
  await expect(workbench.registerButton).toHaveAccessibleDescription(/^0 ready · 1 to recheck/)
  expect((await server.registered(orders.map(numberOf))).length).toBe(2)
})

test('a paused registration is canceled on its page in History, and its orders are ready again', async ({
  workbench,
  openSheet,
  faults,
  server,
}) => {
  const { page } = workbench
  const orders = freshOrders(2)
  await openSheet(workbench.sheet)
  await workbench.paste(block(orders))
  await workbench.check()
  await faults.set({ kind: 'status', status: 401 }, '/orders/japan')
  expect(await workbench.register()).toContain('access token')
  await faults.reset()
  const sheet = page.url()

  await page.goto(`/history?draft=${sheet.split('/').at(-1)}`)
  await page.getByRole('link', { name: 'Registration' }).click()
  const cancel = page.getByRole('button', { name: 'Cancel run' })
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()

  await page.goto(sheet)
  await expect(workbench.registerButton).toHaveAccessibleDescription(/^2 ready/)
  expect(await server.registered(orders.map(numberOf))).toEqual([])
})
