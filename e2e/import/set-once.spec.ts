import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'

const MISSING = ['warehouseId', 'sender.name', 'sender.contact']

test('orders that were pasted without a warehouse and a sender get them at once, also when the draft is opened later', async ({
  workbench,
}) => {
  const { page } = workbench
  const orders = freshOrders(3).map(texts =>
    Object.fromEntries(Object.entries(texts).filter(([column]) => !MISSING.includes(column))),
  )
  await workbench.paste(block(orders))
  const sentence = '3 required fields are empty in every order. Set them once.'
  await expect(page.getByText(sentence)).toBeVisible()

  await workbench.reload()
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Set once…' }).click()
  const dialog = page.getByRole('dialog', { name: sentence })
  await dialog.getByLabel('Warehouse').fill('1')
  await dialog.getByLabel('Sender name').fill('Hanbit Store')
  await dialog.getByLabel('Sender contact').fill('02-1234-5678')
  await dialog.getByRole('checkbox', { name: /as preset/ }).uncheck()
  await dialog.getByRole('button', { name: 'Apply and check' }).click()

  await expect(workbench.said).toHaveText(/^3 orders passed/)
  await expect(page.getByText(sentence)).toHaveCount(0)
  await workbench.saved()
  const senders = (await workbench.storedTexts()).map(texts => texts['sender.name'])
  expect(senders).toEqual(orders.map(() => 'Hanbit Store'))
})
