import { expectFlawless } from '../support/axe'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

// Home counts what the server holds.
test.use({ serverFor: 'a buyer who cancels' })
test.slow()

/** Every heading is known, so the file opens without a question. */
const headings = '注文番号,お届け先氏名,電話番号,郵便番号,都道府県,市区町村,住所,注文状況,商品名,数量,単価'
const row = (number: string, status: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,東京都,渋谷区,神南1-2-3,${status},靴下,1,1200`
const CANCELLED = 'キャンセル済み'

test('a buyer cancels at 15:30: what waits is not sent, and what was sent is resolved by a person, using only the keyboard', async ({
  operator: page,
  faults,
  server,
}) => {
  await confirmPasswordOn(page)
  const credentials = await server.issueCredentials('one at a time')
  const name = 'One at a time'
  await makeConnection(page, { name, baseUrl: faults.url, ...credentials }, { ordersPerRegistration: 1 })
  const orders = freshOrders(5).map(order => ({ ...order, [NUMBER]: `412345-20261128-${numberOf(order)}` }))
  const [sent = '', unclear = '', waiting = '', ...others] = orders.map(numberOf)

  // The morning: the service is slow with the first order, loses the response to the second, and three wait.
  const morning = await Workbench.openNew(page)
  await morning.choose(name)
  await morning.name('Morning')
  await morning.paste(block(orders))
  expect(await morning.check()).toBe('5 orders passed.')
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await morning.registerButton.click()
  await expect.poll(() => faults.holding).toBe(1)
  await faults.set({ kind: 'drop' }, '/orders/japan')
  faults.release()
  const stopped = page.getByRole('region', { name: 'Why nothing is being sent' })
  await expect(stopped).toBeVisible()
  await faults.set({ kind: 'pass' })
  const morningUrl = page.url()
  const [registered] = await server.registered([sent])
  const orderId = registered?.orderId ?? ''

  // 15:30: the next file of the shop marks three of them as cancelled.
  const lines = [
    headings,
    row(sent, CANCELLED),
    row(unclear, CANCELLED),
    row(waiting, CANCELLED),
    row(`N${sent}`, ''),
  ]
  const file = { name: 'afternoon.csv', bytes: new TextEncoder().encode(lines.join('\r\n')) }
  const afternoon = await Workbench.openNew(page)
  const files = new Files(afternoon)
  await files.drop(file)
  const summary = await files.importedSummary(file.name)
  await expect(summary).toContainText(
    `1 canceled order was waiting to be sent and won’t be sent (${waiting})`,
  )
  await expect(summary).toContainText(
    `2 canceled orders were already sent: cancel them at the shipping company (${sent}, ${unclear})`,
  )
  await expectFlawless(page, 'a file with cancelled orders')
  await afternoon.saved()

  // Home names both, with the order id and the next step.
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const lineOf = (number: string) => attention.getByRole('listitem').filter({ hasText: number })
  await expect(lineOf(sent)).toContainText(`Canceled in the shop after registration: ${sent}`)
  await expect(lineOf(sent)).toContainText(`Order ID ${orderId}`)
  await expect(lineOf(sent)).toContainText('Cancel it at the shipping company, then mark it as done')
  await expect(lineOf(unclear)).toContainText(`Canceled in the shop, sent and unconfirmed: ${unclear}`)
  await expectFlawless(page, 'Home with cancelled orders')

  // With the keyboard only: from Home to the order, and what was done with it.
  await lineOf(sent).getByRole('link', { name: 'Resolve' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Canceled orders' })).toBeVisible()
  // The end of a number distinguishes it from others that begin alike. It is read, and copied, as one text.
  const link = page.getByRole('link', { name: sent, exact: true })
  await expect(link.locator(`[data-text="${sent.slice(-6)}"]`)).toBeVisible()
  await link.selectText()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(sent)
  await expectFlawless(page, 'the cancelled orders')
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('button', { name: `Mark as done: ${sent}` })).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: `Mark as done: ${sent}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Result for order ${sent}` })
  await expect(dialog.getByRole('radio', { name: 'Canceled at the shipping company' })).toBeFocused()
  await expect(dialog).toContainText(orderId)
  await expectFlawless(page, 'the question about a cancelled order', { within: '[role=dialog]' })
  await page.keyboard.press('Tab')
  await page.keyboard.type('Called them at 15:40')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const sentence = `${sent}: marked as canceled at the shipping company.`
  await expect(page.locator(`[aria-label='${sentence}']`)).toBeVisible()
  // Its button is gone: the next Tab begins on the page, and not in the sidebar.
  await expect(page.getByRole('main')).toBeFocused()
  const done = page.getByRole('table', { name: 'Done' })
  await expect(done.getByRole('row').filter({ hasText: sent })).toContainText(
    'Canceled at the shipping company',
  )

  await page.getByRole('button', { name: `Mark as done: ${unclear}` }).focus()
  await page.keyboard.press('Enter')
  const other = page.getByRole('dialog', { name: `Result for order ${unclear}` })
  await expect(other.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(other.getByRole('radio', { name: 'Shipped anyway' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(other).toHaveCount(0)
  await expect(done.getByRole('row').filter({ hasText: unclear })).toContainText('Shipped anyway')

  // The history of the order keeps the file, the decision and the note.
  await done.getByRole('link', { name: sent }).click()
  const life = page.getByRole('table', { name: 'Timeline' })
  await expect(life).toContainText('Canceled in the shop')
  await expect(life).toContainText('afternoon.csv')
  await expect(life).toContainText('Marked as canceled at the shipping company')
  await expect(life).toContainText('Called them at 15:40')
  await page.goto('/')
  await expect(attention).not.toContainText(sent)

  // The same file again raises nothing.
  const again = await Workbench.openNew(page)
  await new Files(again).drop({ ...file, name: 'the same.csv' })
  const second = await new Files(again).importedSummary('the same.csv')
  await expect(second).toContainText('3 orders skipped: canceled')
  await expect(second).toContainText('original saved')
  await expect(second).not.toContainText('already sent')

  // The morning's run continues without the cancelled order.
  await page.goto(morningUrl)
  await expect(morning.active).toBeVisible()
  const errors = page.getByRole('region', { name: 'Errors' })
  await expect(errors).toContainText('Canceled by the shop before sending')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect
    .poll(async () => (await server.registered(others)).map(one => one.mallOrderNumber).sort())
    .toEqual([...others].sort())
  expect(faults.numbers('/orders/japan').has(waiting)).toBe(false)

  // It was not cancelled after all: a person allows it, and it can be registered again.
  await page.goto('/history')
  await page.getByRole('link', { name: 'Canceled orders' }).click()
  await page.getByRole('button', { name: `Allow sending: ${waiting}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow sending' }).click()
  await expect(done.getByRole('row').filter({ hasText: waiting })).toContainText('Not canceled after all')
  await page.goto(morningUrl)
  expect(await morning.check()).toBe('1 order passed.')
  expect(await morning.register()).toContain('1 order registered.')
  expect((await server.registered([waiting])).length).toBe(1)
})

test('an order with the same recipient and items as another one has a warning, in one draft and across drafts', async ({
  workbench,
}) => {
  const { page } = workbench
  const warnings = page.getByRole('region', { name: 'Warnings', exact: true })
  const [first = {}, second = {}, third = {}] = freshOrders(3)
  const numbers = [first, second, third].map(numberOf)
  const [one = '', , another = ''] = numbers
  // The same parcel twice in one draft: a warning on both, which blocks nothing.
  await workbench.name('Twice')
  await workbench.paste(block([first, second, { ...first, [NUMBER]: another }]))
  await expect(warnings).toContainText(`Same recipient and items as order “${one}”`)
  await expect(warnings).toContainText(`Same recipient and items as order “${another}”`)
  await expect(warnings.getByRole('listitem')).toHaveCount(2)
  // It is shown on the number, and is not about the number.
  await expect(warnings.getByRole('list', { name: 'Possible duplicate' })).toHaveCount(2)
  await expectFlawless(page, 'a sheet with duplicates')
  expect(await workbench.check()).toBe('3 orders passed.')
  expect(await workbench.register()).toContain('3 orders registered.')

  // Another draft: the same buyer with the same items, and with something else.
  const later = await Workbench.openNew(page)
  await later.choose('Through the proxy')
  const [fresh = {}] = freshOrders(1)
  await later.paste(
    block([
      { ...first, [NUMBER]: numberOf(fresh) },
      { ...second, [NUMBER]: `${numberOf(fresh)}-2`, 'items[].quantity': '7' },
    ]),
  )
  await expect(warnings).toContainText('registered in the last 24 hours in “Twice”')
  await expect(warnings.getByRole('listitem')).toHaveCount(1)
  expect(await later.check()).toBe('2 orders passed.')
  await warnings.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/history\/orders\//)
})
