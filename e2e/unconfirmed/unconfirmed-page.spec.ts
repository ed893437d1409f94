import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { expect, test } from '../support/fixtures'
import { reach, tabTo } from '../support/keyboard/tab-to'
import { registerWithLostResponse } from '../support/lost-response'
import { Workbench } from '../support/workbench'

test('four unconfirmed orders of a broken registration are resolved by a list of the console', async ({
  workbench,
  faults,
  server,
}) => {
  const { page } = workbench
  const orders = freshOrders(4)
  const numbers = orders.map(numberOf)
  await workbench.name('Broken off')
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('4 orders passed.')
  expect(await registerWithLostResponse(workbench, faults)).toContain('4 orders are unconfirmed')
  const sheet = page.url()
  const ids = new Map((await server.registered(numbers)).map(one => [one.mallOrderNumber, one.orderId]))
  const [first = '', second = '', third = '', fourth = ''] = numbers

  await expect(page.getByRole('link', { name: /^Unconfirmed \d+ unconfirmed$/ })).toBeVisible()
  const stopped = page.getByRole('region', { name: 'Why nothing is being sent' })
  await stopped.getByRole('link', { name: 'Resolve unconfirmed' }).click()
  await page
    .getByRole('link', { name: /Broken off/ })
    .first()
    .click()
  await expect(page.getByText('The connection was lost before a response arrived.')).toBeVisible()
  await expect(page.getByRole('timer')).toContainText('“Not registered” available in')
  await expect(page.getByRole('button', { name: `Not registered: ${first}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'None registered…' })).toBeDisabled()

  await expectFlawless(page, 'the unconfirmed page')

  // One by its id, with the keyboard only; a text that is not an id is refused with a sentence.
  const field = page.getByLabel(`Order ID of ${first}`)
  await field.fill('12a')
  await field.press('Enter')
  await expect(page.getByRole('alert').getByText('“12a” isn’t a valid order ID')).toBeVisible()
  await field.fill(ids.get(first) ?? '')
  await field.press('Enter')
  await expect(field).toHaveCount(0)

  // The others by a list: one of them without its id, a number that is not in doubt, and an id that is taken.
  await page
    .getByRole('group', { name: 'Entire request' })
    .getByRole('link', { name: 'Paste a list…' })
    .click()
  const list = [
    'Order no.\tOrder id',
    `${first}\t${ids.get(first)}`,
    `${second}\t${ids.get(second)}`,
    `${third}\t`,
  ]
  await page
    .getByRole('textbox', { name: 'List' })
    .fill([...list, `${fourth}\t${ids.get(first)}`, 'Z-404\t1'].join('\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('1 registered, with order ID')).toBeVisible()
  await expect(page.getByText('1 registered, without order ID')).toBeVisible()
  await expect(page.getByText('1 other order in the same request: already resolved')).toBeVisible()
  await expect(page.getByText('1 on the list but not unconfirmed: no change')).toBeVisible()
  await expect(page.getByText('1 conflict: not applied')).toBeVisible()
  await expect(page.getByText(`${ids.get(first)} already belongs to order ${first}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'List' }).fill(
    numbers
      .slice(1)
      .map(number => `${number},${ids.get(number)}`)
      .join('\n'),
  )
  await expect(page.getByRole('button', { name: /^Resolve/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Resolve 3 orders' }).click()
  await expect(page.getByText('3 marked as registered.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Broken off/ })).toHaveCount(0)

  // The sheet shows the ids, and nothing was ever sent twice.
  await page.goto(sheet)
  const after = new Workbench(page)
  await expect
    .poll(async () => (await after.lines()).map(line => line.orderId))
    .toEqual(numbers.map(number => ids.get(number)))
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
})

test('an ID that is corrected and sent in the moment in which its refusal appears is recorded', async ({
  workbench,
  faults,
  server,
}) => {
  const { page } = workbench
  const orders = freshOrders(1)
  const number = numberOf(orders[0])
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('1 order passed.')
  expect(await registerWithLostResponse(workbench, faults)).toContain('unconfirmed')
  const [registered] = await server.registered([number])
  await page.goto('/unknown')
  const field = page.getByLabel(`Order ID of ${number}`)
  await field.fill('12a')
  // No key can be pressed within the few milliseconds before the page is ready again, so a script of the page does it.
  await field.evaluate((input: HTMLInputElement, id) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const observer = new MutationObserver(() => {
      const alerts = [...document.querySelectorAll('[role=alert]')]
      if (!alerts.some(alert => alert.textContent?.includes('12a'))) return
      observer.disconnect()
      write?.call(input, id)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.form?.querySelector('button')?.click()
    })
    observer.observe(document.body, { subtree: true, childList: true })
  }, registered?.orderId ?? '')
  await field.press('Enter')
  await expect(field).toHaveCount(0)
})

test('an order without an id is resolved after a question, and no row moves under the pointer', async ({
  workbench,
  faults,
  server,
}) => {
  const { page } = workbench
  const orders = freshOrders(4)
  const [first = '', second = '', third = '', fourth = ''] = orders.map(numberOf)
  await workbench.name('Four in doubt')
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('4 orders passed.')
  expect(await registerWithLostResponse(workbench, faults)).toContain('4 orders are unconfirmed')
  const ids = new Map(
    (await server.registered([third, fourth])).map(one => [one.mallOrderNumber, one.orderId]),
  )
  await page.goto('/unknown')
  await page
    .getByRole('link', { name: /Four in doubt/ })
    .first()
    .click()
  const row = (number: string) => page.getByRole('row').filter({ hasText: number })
  const found = (number: string) => page.getByRole('button', { name: `Registered: ${number}`, exact: true })
  const question = page.getByRole('dialog', { name: `${first}: Mark as registered?` })
  const places = async () =>
    [first, second, third, fourth].map(async one => (await row(one).boundingBox())?.y)

  // A double click by mistake: a question, and nothing is resolved.
  const before = await Promise.all(await places())
  await found(first).dblclick()
  await expect(question).toContainText('recorded as registered without an ID')
  await expectFlawless(page, 'a question before an order is resolved without an id', {
    within: '[role=dialog]',
  })
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(found(first)).toBeVisible()

  await found(first).click()
  await question.getByRole('button', { name: 'Mark as registered' }).click()
  await expect(row(first).getByText('Registered', { exact: true })).toBeVisible()
  await expect(found(first)).toHaveCount(0)
  expect(await Promise.all(await places())).toEqual(before)
  // The row that was clicked takes no second click, and the others are as they were.
  for (const number of [second, third, fourth]) await expect(found(number)).toBeVisible()

  // With the keyboard only: the next order waits for its id.
  await expect(page.getByLabel(`Order ID of ${second}`)).toBeFocused()
  await page.keyboard.press('Enter')
  const next = page.getByRole('dialog', { name: `${second}: Mark as registered?` })
  await expect(next).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(second).getByText('Registered', { exact: true })).toBeVisible()
  for (const number of [third, fourth]) {
    await expect(page.getByLabel(`Order ID of ${number}`)).toBeFocused()
    await page.keyboard.type(ids.get(number) ?? '')
    await page.keyboard.press('Enter')
    await expect(row(number).getByText('Registered', { exact: true })).toBeVisible()
  }
  expect(await Promise.all(await places())).toEqual(before)
  await expectFlawless(page, 'a list with only resolved orders')
  await page.getByRole('button', { name: 'Reload list' }).press('Enter')
  await expect(page.getByRole('link', { name: /Four in doubt/ })).toHaveCount(0)
})

test('orders that are resolved on the first page are not counted again, and no order is left out by the next page', async ({
  operator: page,
  faults,
  server,
}) => {
  await confirmPasswordOn(page)
  const name = 'Sixty at once'
  const credentials = await server.issueCredentials('sixty')
  await makeConnection(page, { name, baseUrl: faults.url, ...credentials }, { ordersPerRegistration: 60 })
  const orders = freshOrders(60)
  const numbers = orders.map(numberOf)
  const workbench = await Workbench.openNew(page)
  await workbench.choose(name)
  await workbench.name('Sixty in doubt')
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('60 orders passed.')
  expect(await registerWithLostResponse(workbench, faults)).toContain('60 orders are unconfirmed')
  const ids = new Map((await server.registered(numbers)).map(one => [one.mallOrderNumber, one.orderId]))

  await page.goto('/unknown')
  await page
    .getByRole('link', { name: /Sixty in doubt/ })
    .first()
    .click()
  await expect(page.getByText('1–50 of 60')).toBeVisible()
  for (const number of numbers.slice(0, 3)) {
    const field = page.getByLabel(`Order ID of ${number}`)
    await field.fill(ids.get(number) ?? '')
    await field.press('Enter')
    await expect(field).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText('48–57 of 57')).toBeVisible()
  // The next orders are read from the top, and the list of requests stays on its page.
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Newer' })).toHaveAttribute('href', /[?&]page=1&/)
  const table = page.getByRole('table', { name: 'Numbers' })
  for (const number of numbers.slice(50)) await expect(table.getByRole('row', { name: number })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload list' })).toHaveCount(0)

  // A Japanese keyboard types wide digits.
  await page.getByRole('button', { name: 'All registered…' }).click()
  const question = page.getByRole('dialog', { name: 'Mark all 57 as registered?' })
  await question.getByLabel('Type 57 to confirm').fill('５７')
  await question.getByRole('button', { name: 'Mark as registered' }).click()
  await expect(page.getByRole('link', { name: /Sixty in doubt/ })).toHaveCount(0)
})

test('four unconfirmed orders, using only the keyboard: from the sheet to the list, and back to their ids', async ({
  workbench,
  faults,
  server,
}) => {
  const { page } = workbench
  const numbers = await pasteFour(workbench, 'Four by keyboard')
  await page.keyboard.press('F9')
  await expect(workbench.announcement).toContainText('4 orders passed.')
  await faults.set({ kind: 'drop' }, '/orders/japan')
  await page.keyboard.press('Control+F9')
  await expect(workbench.announcement).toContainText('4 orders are unconfirmed')
  await faults.set({ kind: 'pass' })
  const ids = new Map((await server.registered(numbers)).map(one => [one.mallOrderNumber, one.orderId]))

  // F6 goes from the sheet to the notice.
  const stopped = page.getByRole('region', { name: 'Why nothing is being sent' })
  const link = stopped.getByRole('link', { name: 'Resolve unconfirmed' })
  await expect(link).toBeVisible()
  await page.keyboard.press('F6')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('link', { name: /Four by keyboard/ }).first())
  await tabTo(page, page.getByLabel(`Order ID of ${numbers[0]}`))
  for (const number of numbers) {
    await expect(page.getByLabel(`Order ID of ${number}`)).toBeFocused()
    await page.keyboard.type(ids.get(number) ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Registered')
  }

  await reach(page, page.getByRole('link', { name: 'Four by keyboard', exact: true }).last())
  await expect
    .poll(async () => (await new Workbench(page).lines()).map(line => line.orderId))
    .toEqual(numbers.map(number => ids.get(number)))
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
})

/** Pastes four valid orders into a draft with a name. @returns their numbers */
async function pasteFour(workbench: Workbench, name: string): Promise<string[]> {
  const orders = freshOrders(4)
  await workbench.name(name)
  await workbench.paste(block(orders))
  return orders.map(numberOf)
}
