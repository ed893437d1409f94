import type { Locator } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'

const MISSING = ['warehouseId', 'sender.name', 'sender.contact']

const isPresent = ([column]: [string, string]) => !MISSING.includes(column)

test('orders that were pasted without a warehouse and a sender get them at once, also when the draft is opened later', async ({
  workbench,
}) => {
  const { page } = workbench
  const orders = freshOrders(3).map(texts => Object.fromEntries(Object.entries(texts).filter(isPresent)))
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

  await expect(workbench.announcement).toHaveText(/^3 orders passed/)
  await expect(page.getByText(sentence)).toHaveCount(0)
  await workbench.saved()
  const senders = (await workbench.storedTexts()).map(texts => texts['sender.name'])
  expect(senders).toEqual(orders.map(() => 'Hanbit Store'))
})

test('the keys of Check and of errors do nothing behind a dialog', async ({ workbench }) => {
  const { page } = workbench
  await workbench.paste(
    block(freshOrders(2).map(texts => Object.fromEntries(Object.entries(texts).filter(isPresent)))),
  )
  const active = page.locator('[role=gridcell][data-active]')
  const cell = await active.getAttribute('data-column')
  const announced = (await workbench.announcement.textContent()) ?? ''
  await page.getByRole('button', { name: 'Set once…' }).click()
  const field = page.getByRole('dialog').getByLabel('Warehouse')
  await field.fill('1')

  await page.keyboard.press('F8')
  await page.keyboard.press('F9')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(active).toHaveAttribute('data-column', cell ?? '')
  await expect(workbench.announcement).toHaveText(announced)
})

test('errors keep a third of the panel beside suggested fixes, warnings, the search and the form', async ({
  workbench,
}) => {
  const { page } = workbench
  // Each order is short of fields, has damaged texts to repair, and a quantity to look at.
  const orders = freshOrders(12).map((texts, at) => ({
    ...Object.fromEntries(Object.entries(texts).filter(isPresent)),
    'recipient.contact': `０９０－１２３４－${1000 + at}`,
    'recipient.zipCode': at % 2 === 0 ? '600001' : '１５０－０００２',
    'recipient.state': at % 2 === 0 ? '北海道' : '東京都',
    'items[].price': '₩21,000',
    'items[].quantity': '0',
  }))
  await workbench.paste(block(orders))
  await expect(page.getByRole('button', { name: 'Set once…' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Suggested fixes' })).toBeVisible()
  const side = page.locator('#side')
  const shareOf = async (part: Locator) =>
    ((await part.boundingBox())?.height ?? 0) / ((await side.boundingBox())?.height ?? 1)
  const errors = page.getByRole('region', { name: 'Errors', exact: true })
  await expect.poll(() => shareOf(errors)).toBeGreaterThan(0.33)
  // Only the lists scroll: what they hide for screen readers does not lengthen the page.
  const { scrollHeight, clientHeight } = await page
    .getByRole('main')
    .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
  expect(scrollHeight).toBe(clientHeight)

  await page.keyboard.press('Control+F')
  await expect(page.getByRole('search')).toBeVisible()
  await expect.poll(() => shareOf(errors)).toBeGreaterThan(0.33)
  const warnings = page.getByRole('region', { name: 'Warnings', exact: true })
  await expect(warnings.getByRole('heading').first()).toBeInViewport()
  await page.keyboard.press('Escape')

  await workbench.focus()
  await page.keyboard.press('Control+M')
  await expect.poll(() => shareOf(page.locator('[data-region=record]'))).toBeGreaterThan(0.39)
  await expect.poll(() => shareOf(errors)).toBeGreaterThan(0.33)
})
