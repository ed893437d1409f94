import { expectFlawless } from '../support/axe'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

const CONSOLE = 'https://console.example'

test('an order opens in the shipping company’s console: from the sheet, its history, and while it is unconfirmed', async ({
  operator: page,
  faults,
  server,
}) => {
  await page.context().route(`${CONSOLE}/**`, route => route.fulfill({ body: 'the console' }))
  await confirmPasswordOn(page)
  const name = 'With a console'
  await makeConnection(
    page,
    { name, baseUrl: faults.url, ...(await server.issueCredentials('console')) },
    { ordersPerRegistration: 1, consoleLink: `${CONSOLE}/search?no={number}` },
  )
  // A link without a placeholder would open the same page for each order.
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const link = page.getByLabel('Order page in the console')
  await link.fill(`${CONSOLE}/search`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('contains orderId or number in braces.')).toBeVisible()
  await expectFlawless(page, 'the form of a connection')
  await link.fill(`${CONSOLE}/search?no={number}&id={orderId}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The panel closes once it is saved.
  await expect(link).toHaveCount(0)

  const orders = freshOrders(2)
  const [sent = '', unclear = ''] = orders.map(numberOf)
  const workbench = await Workbench.openNew(page)
  await workbench.choose(name)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 orders passed.')
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await workbench.registerButton.click()
  await expect.poll(() => faults.holding).toBe(1)
  await faults.set({ kind: 'drop' }, '/orders/japan')
  faults.release()
  await expect(page.getByRole('region', { name: 'Why nothing is being sent' })).toBeVisible()
  await faults.set({ kind: 'pass' })
  const [registered] = await server.registered([sent])
  const orderPage = `${CONSOLE}/search?no=${sent}&id=${registered?.orderId}`

  // The sheet: only a registered order has the entry.
  const entry = page.getByRole('menuitem', { name: 'Open in the shipping company’s console' })
  await workbench.goTo(workbench.row(unclear), NUMBER)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: /^Copy/ })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.keyboard.press('Escape')
  await workbench.goTo(workbench.row(sent), NUMBER)
  await page.keyboard.press('Shift+F10')
  const opened = page.context().waitForEvent('page')
  await entry.click()
  const tab = await opened
  await expect(tab).toHaveURL(orderPage)
  await tab.close()

  // Its history.
  await page.goto(`/history?q=${sent}`)
  await page.getByRole('link', { name: sent, exact: true }).first().click()
  const inHistory = page.getByRole('link', { name: 'Open in the console' })
  await expect(inHistory).toHaveAttribute('href', orderPage)
  await expect(inHistory).toHaveAttribute('rel', 'noopener noreferrer')

  // An unconfirmed order has no ID yet, so it takes a link with only the number.
  const inDoubt = page.getByRole('link', { name: `Look up ${unclear} in the console` })
  await page.goto('/unknown')
  await expect(page.getByRole('link', { name: unclear, exact: true })).toBeVisible()
  await expect(inDoubt).toHaveCount(0)
  await page.goto('/connections')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await link.fill(`${CONSOLE}/search?no={number}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(link).toHaveCount(0)
  await page.goto('/unknown')
  await expect(inDoubt).toHaveAttribute('href', `${CONSOLE}/search?no=${unclear}`)
  await expectFlawless(page, 'an unconfirmed order with a link to the console')
})
