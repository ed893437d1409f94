import { sheets } from '@/lib/sheet/schema/sheets'
import { block, freshOrders, freshProducts, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { registerWithLostResponse } from '../support/lost-response'
import type { Fault } from '../support/network/fault-proxy'
import { rejection, validationResponse } from '../support/network/responses'
import { Workbench } from '../support/workbench'

const PROOF = 'Checking again won’t help. Copy the request details and send them to your shipping company.'
/** Reverses the direction of the following text, and ends an isolation that it did not begin. */
const HOSTILE = '\u2069\u202eevil'
const turned = '\u202eevil'

/** A reply to a check: these failures, in this wrapping. */
const checked = (
  numbers: readonly string[],
  failures: readonly { rowIndex: number; number: string; message: string }[],
) =>
  JSON.stringify({
    isSuccess: false,
    requestCount: numbers.length,
    successCount: numbers.length - failures.length,
    failureCount: failures.length,
    failures: failures.map(({ rowIndex, number, message }) => ({
      rowIndex,
      mallOrderNumber: number,
      failures: [{ errorField: 'recipient.city', errorMessage: message }],
    })),
  })

const reply = (body: (numbers: readonly string[]) => string): Fault => ({ kind: 'reply', body })

test('wrong positions, another shape and contradictions come with a proof; errors with a number are placed by it', async ({
  workbench,
  faults,
}) => {
  const { page } = workbench
  const orders = freshOrders(3)
  const [one = '', two = '', three = ''] = orders.map(numberOf)
  await workbench.paste(block(orders))
  const response = page.getByRole('region', { name: 'Shipping API response' })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copyProof = async () => {
    await response.getByRole('button', { name: 'Copy request details' }).click()
    await expect(workbench.announcement).toHaveText('Request details copied.')
    return clipboard()
  }

  await faults.set(
    reply(() => '{"result":{"ok":true},"note":"창고가 닫혔습니다"}'),
    '/validators',
  )
  expect(await workbench.check()).toContain(PROOF)
  await expect(response.getByLabel('Response text')).toHaveText(
    '{"result":{"ok":true},"note":"창고가 닫혔습니다"}',
  )
  const proof = await copyProof()
  for (const part of [
    'POST http://127.0.0.1',
    '/orders/japan/validators',
    '3 orders',
    'HTTP 200',
    'isSuccess',
  ])
    expect(proof).toContain(part)
  expect(proof).toContain('{"result":{"ok":true}')
  expect((await workbench.lines()).map(line => line.sign)).toEqual(Array(3).fill('not checked'))

  await faults.set(
    reply(
      () =>
        '{"isSuccess":false,"isSuccess":true,"requestCount":3,"successCount":3,"failureCount":0,"failures":[]}',
    ),
    '/validators',
  )
  expect(await workbench.check()).toContain('contradicts itself: it includes “isSuccess” twice')

  // Positions that do not fit, and an unknown number: nothing is placed.
  await faults.set(
    reply(numbers => checked(numbers, [{ rowIndex: 3, number: 'Z-1', message: '' }])),
    '/validators',
  )
  expect(await workbench.check()).toContain(PROOF)
  expect(await copyProof()).toContain('rowIndex 3 (Z-1) was not sent')
  await expect(workbench.failures).toHaveCount(0)

  // Counted from one; but each number occurs once, and was sent.
  const long = `${HOSTILE} ${'도시를 확인하세요 '.repeat(30)}`
  await faults.set(
    reply(numbers =>
      checked(numbers, [
        { rowIndex: 1, number: one, message: '도시' },
        { rowIndex: 3, number: three, message: long },
      ]),
    ),
    '/validators',
  )
  expect(await workbench.check()).toBe('1 of 3 orders passed. 2 have errors.')
  const look = async (desk: Workbench) => {
    await desk.focus()
    await desk.page.keyboard.press('Control+Home')
    const city = async (number: string) => {
      const cell = await desk.goTo(desk.row(number), 'recipient.city')
      return desk.reason(cell)
    }
    expect(await city(one)).toContain('도시')
    // The service's direction marks affect only its own words.
    expect(await city(three)).toContain(turned)
    await expect(desk.page.locator('bdi', { hasText: turned }).first()).toBeAttached()
    await expect(desk.failures).toHaveCount(2)
    const section = desk.page.getByRole('region', { name: 'Shipping API response' })
    await expect(section).toContainText('so errors were matched by order number')
  }
  await look(workbench)
  await expect(workbench.cell(workbench.row(two), NUMBER)).not.toHaveAttribute('aria-invalid')
  expect(await copyProof()).toContain(`rowIndex 1 is ${one}, sent there was ${two}`)
  // A thousand characters do not push the list away.
  const list = page.getByRole('region', { name: 'Errors' })
  for (let i = 0; i < 2; i++)
    await list.getByRole('button', { name: 'Show original message' }).first().click()
  await list.getByRole('button', { name: 'More', exact: true }).click()
  await expect(list.getByRole('button', { name: 'Less', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await workbench.reload()
  await look(workbench)
})

test('a rejection in prose without a field is quoted beside its orders', async ({ workbench, faults }) => {
  const { page } = workbench
  await workbench.paste(block(freshOrders(2)))
  expect(await workbench.check()).toBe('2 orders passed.')
  const body = JSON.stringify({ ...rejection, message: `Warehouse 7 is closed today ${HOSTILE}` })
  await faults.set(
    reply(() => body),
    '/orders/japan',
  )
  await workbench.register()
  const list = page.getByRole('region', { name: 'Errors' })
  const quote = list.getByLabel('Response text').first()
  await expect(quote).toContainText('Warehouse 7 is closed today')
  // As bare text its direction marks would affect the text after the quote.
  expect(await quote.locator('bdi').evaluate(element => element.textContent)).not.toContain('\u2069\u202e')
  await workbench.reload()
  await expect(quote).toContainText('Warehouse 7 is closed today')
  const [whole] = await Promise.all([
    page.context().waitForEvent('page'),
    list.getByRole('link', { name: 'Show full response' }).first().click(),
  ])
  await expect(whole.getByRole('textbox', { name: 'Raw response' })).toHaveValue(
    /Warehouse 7 is closed today/,
  )
  await whole.close()
})

test('a response that leaves orders out, one that is too large, and products, on the unconfirmed page', async ({
  workbench,
  openSheet,
  connection,
  faults,
}) => {
  const { page } = workbench
  const orders = freshOrders(3)
  const numbers = orders.map(numberOf)
  await workbench.name('Left out')
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('3 orders passed.')
  const partial = (all: readonly string[]) =>
    JSON.stringify({
      isSuccess: true,
      orderSuccesses: [{ orderId: 9_876_543_210_123, mallOrderNumber: all[0] }],
    })
  await faults.set(reply(partial), '/orders/japan')
  expect(await workbench.register()).toContain('The response leaves out 2 results.')
  await expect(workbench.cell(workbench.row(numbers[0] ?? ''), 'orderId')).toHaveText('9876543210123')

  await page.goto('/unknown')
  await page
    .getByRole('link', { name: /Left out/ })
    .first()
    .click()
  await expect(page.getByText('Missing 2 orders that were sent')).toHaveCount(1)
  await expect(page.getByText('The API responded to the whole request but left these out')).toBeVisible()
  await expect(page.getByRole('timer')).toContainText(/“Not registered” available in [01] min/)
  await page
    .getByRole('group', { name: 'Entire request' })
    .getByRole('link', { name: 'Paste a list…' })
    .click()
  await page.getByRole('textbox', { name: 'List' }).fill(`No.\n${numbers[0]}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('1 other order in the same request: already resolved')).toBeVisible()

  const large = await Workbench.openNew(page)
  await large.choose(connection.name)
  await large.name('Too large')
  await large.paste(block(freshOrders(1)))
  await faults.set({ kind: 'pass' })
  expect(await large.check()).toBe('1 order passed.')
  const piece = Buffer.alloc(1024 * 1024, ' ')
  await faults.set({ kind: 'reply', body: () => Array.from({ length: 66 }, () => piece) }, '/orders/japan')
  expect(await large.register()).toContain('The response was too large to read.')
  await page.goto('/unknown')
  await page
    .getByRole('link', { name: /Too large/ })
    .first()
    .click()
  await expect(page.getByText('The response was too large to read in full.')).toBeVisible()
  await page.getByRole('link', { name: 'Request details' }).click()
  await expect(
    page.getByText(/bytes were read\. The first 65,536 and last 16,384 bytes are shown/),
  ).toBeVisible()

  const products = await openSheet(sheets.products)
  await products.name('Wallets')
  await products.paste(block(freshProducts(1).flat(), sheets.products))
  expect(await registerWithLostResponse(products, faults, '/link/products')).toContain(
    '1 product is unconfirmed',
  )
  await page.goto('/unknown')
  await page
    .getByRole('link', { name: /Wallets/ })
    .first()
    .click()
  for (const heading of ['Product ID', 'Product name', 'Brand', 'Price'])
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Recipient' })).toHaveCount(0)
})

test('a foreign field name is assigned to a column once, for all operators, and the assignment is removed again', async ({
  workbench,
  faults,
  browser,
}) => {
  const { page } = workbench
  const orders = freshOrders(2)
  const [one = '', two = ''] = orders.map(numberOf)
  await workbench.paste(block(orders))
  const failures = [
    { order: 0, field: '창고 ID', message: '창고를 확인하세요' },
    { order: 1, field: 'data[1].창고 ID', message: '창고를 확인하세요' },
  ]
  await faults.set({ kind: 'response', response: validationResponse(failures) }, '/validators')
  expect(await workbench.check()).toBe('0 of 2 orders passed. 2 have errors.')
  const warehouse = (desk: Workbench, number: string) => desk.cell(desk.row(number), 'warehouseId')
  await expect(workbench.header(workbench.row(one))).toHaveAttribute('aria-invalid', 'true')
  await expect(warehouse(workbench, one)).not.toHaveAttribute('aria-invalid')

  await page.getByRole('combobox', { name: 'Column for “창고 ID”' }).first().click()
  await page.getByRole('option', { name: 'Warehouse', exact: true }).click()
  await expect(workbench.announcement).toContainText(
    '“창고 ID” is now mapped to Warehouse for Through the proxy.',
  )
  expect(await workbench.reason(warehouse(workbench, one))).toContain('창고를 확인하세요')
  expect(await workbench.reason(warehouse(workbench, two))).toContain('창고를 확인하세요')
  await expect(workbench.header(workbench.row(one))).not.toHaveAttribute('aria-invalid')
  await expect(workbench.failures).toHaveCount(2)

  // Stored for the connection: after a reload, in another browser, and in the next draft.
  await workbench.reload()
  expect(await workbench.reason(warehouse(workbench, one))).toContain('창고를 확인하세요')
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    locale: 'en',
  })
  const other = await Workbench.open(await context.newPage(), page.url())
  expect(await other.reason(warehouse(other, two))).toContain('창고를 확인하세요')
  await context.close()

  const sheet = page.url()
  await page.goto('/settings/fields')
  const row = page.getByRole('row', { name: /^창고 ID / })
  await expect(row).toContainText('Warehouse')
  await expect(row).toContainText('Through the proxy')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  const again = await Workbench.open(page, sheet)
  await expect(again.header(again.row(one))).toHaveAttribute('aria-invalid', 'true')
  await expect(warehouse(again, one)).not.toHaveAttribute('aria-invalid')
})
