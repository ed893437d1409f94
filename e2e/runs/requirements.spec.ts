import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { StrictService, strictOrders } from '@/testing/ledger/strict-service'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test.use({ serverFor: 'requirements' })

const URL = 'items[].itemUrl'

/** Opens the requirements of a connection from the list of connections. */
async function openRequirements(page: Page, connection: string) {
  await page.goto('/connections')
  await page.getByRole('link', { name: new RegExp(`^${connection}: `) }).click()
  await expect(page.getByRole('heading', { name: `Requirements of ${connection}` })).toBeVisible()
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an administrator adds what a shipping company requires; the sheet shows it as an error and sends no such order', async ({
  operator: page,
  connection,
  faults,
}) => {
  await openRequirements(page, connection.name)
  await expect(page.getByText(/^No requirements yet\./)).toBeVisible()
  const form = page.getByRole('form', { name: 'Requirements' })
  const openForm = () => page.getByRole('button', { name: 'New requirement' }).click()
  await openForm()
  await form.getByRole('button', { name: 'Save' }).click()
  const url = page.getByRole('row', { name: /Item URL required/ })
  await expect(url).toContainText('Error')
  await openForm()
  await choose(page, 'Column', 'Item name')
  await choose(page, 'Requirement', 'Must not be one of these values')
  await form.getByLabel('Values').fill('bag\ngoods')
  await choose(page, 'Treated as', 'Warning: sent anyway')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Item name not bag, goods/ })).toContainText('Warning')
  await openForm()
  await choose(page, 'Column', 'Whole order')
  await choose(page, 'Requirement', 'Maximum order total')
  await form.getByLabel('Limit').fill('a lot')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a number.')).toBeVisible()
  await form.getByLabel('Limit').fill('100,000')
  await form.getByLabel('Currency').fill('jpy')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /at most 100,000 JPY in total/ }).first()).toBeVisible()
  await expectFlawless(page, 'requirements')

  // The file of one connection is imported into another one.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export requirements' }).click(),
  ])
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ ladingRequirements: 1 })
  await openRequirements(page, 'Sandbox')
  await page.getByLabel('Import requirements').setInputFiles(await download.path())
  await expect(page.getByRole('row', { name: /Item URL required/ })).toBeVisible()

  const sheet = await Workbench.openNew(page)
  await sheet.choose(connection.name)
  const [whole = {}, noUrl = {}, bag = {}] = freshOrders(3).map(order => ({
    ...order,
    [URL]: 'https://shop.example/1',
  }))
  await sheet.paste(block([whole, { ...noUrl, [URL]: '' }, { ...bag, 'items[].name': 'Bag' }]))
  const cell = await sheet.goTo(sheet.row(numberOf(noUrl)), URL)
  expect(await sheet.reason(cell)).toContain(`${connection.name} requires a value here. Enter one.`)
  const errors = page.getByRole('region', { name: 'Errors' })
  await expect(errors.getByRole('list', { name: 'Item URL' })).toContainText(numberOf(noUrl))
  expect(await sheet.check()).toBe('2 of 3 orders passed. 1 has errors and was skipped.')
  expect(faults.numbers('/validators')).toEqual(new Map([whole, bag].map(order => [numberOf(order), 1])))
})

test('after one rejected check each of eight hidden rules is suggested, and the next check has no rejection', async ({
  operator: page,
  faultProxy,
  faults: _clean,
  server,
}) => {
  const carrier = await StrictService.listen()
  faultProxy.forwardTo(carrier.url)
  try {
    await confirmPasswordOn(page)
    const secrets = { accessToken: 'carrier-token', secretKey: 'carrier-key' }
    await makeConnection(page, { name: 'Quiet carrier', baseUrl: faultProxy.url, ...secrets })
    await makeConnection(page, { name: 'Carrier', baseUrl: faultProxy.url, ...secrets })
    const suggestions = page.getByRole('region', { name: 'Suggested requirements' })

    // Two orders of each kind prove nothing.
    const first = await Workbench.openNew(page)
    await first.choose('Quiet carrier')
    await first.paste(block(strictOrders(2).mistaken))
    expect(await first.check()).toBe('6 of 22 orders passed. 16 have errors.')
    await page.goto('/connections')
    await page.getByRole('link', { name: 'Quiet carrier: requirements' }).click()
    await expect(page.getByText(/^No requirements yet\./)).toBeVisible()
    await expect(suggestions).toBeHidden()

    const sheet = await Workbench.openNew(page)
    await sheet.choose('Carrier')
    const { mistaken, corrected } = strictOrders(3)
    await sheet.paste(block(mistaken))
    expect(await sheet.check()).toBe('6 of 30 orders passed. 24 have errors.')
    await expect(suggestions.getByRole('listitem')).toHaveCount(8)
    await expect(suggestions).toContainText(
      'Carrier rejected 3 orders because of Item URL. Add the requirement “required”?',
    )
    await expect(suggestions).toContainText('because of Item name. Add the requirement “not bag, goods”?')
    await expect(suggestions).toContainText(
      'rejected 3 orders as a whole. Add the requirement “at most 3 items”?',
    )
    await expectFlawless(page, 'suggested requirements')

    await suggestions.getByRole('button', { name: 'Add all 8' }).press('Enter')
    await expect(suggestions).toBeHidden()
    const errors = page.getByRole('region', { name: 'Errors' })
    await expect(errors).toContainText('Carrier accepts at most 3 items per order. Split this order.')
    await expect(errors).toContainText('Carrier accepts only 100,000 or less.')

    const rejectedBefore = carrier.rejections.length
    const next = await Workbench.openNew(page)
    await next.choose('Carrier')
    await next.paste(block(corrected))
    expect(await next.check()).toBe('30 orders passed.')
    expect(carrier.rejections.slice(rejectedBefore)).toEqual([0])
  } finally {
    faultProxy.forwardTo(server.url)
    await carrier.close()
  }
})
