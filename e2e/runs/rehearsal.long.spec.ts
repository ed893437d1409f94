import type { Page } from 'playwright/test'
import { sheets } from '@/lib/sheet/schema/sheets'
import { block, freshOrders, freshProducts, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

const UNKNOWN = 'unconfirmed: sent, but the result isn’t known'
const SANDBOX = 'Sandbox'

/** Chooses how the sandbox behaves, on the connections page. */
async function rehearse(page: Page, choice: string): Promise<void> {
  await page.goto('/connections')
  const box = page.getByRole('combobox', { name: 'Simulation' })
  await box.click()
  await page.getByRole('option', { name: choice, exact: true }).click()
  await expect(page.getByText(`${SANDBOX}: ${choice}.`)).toBeVisible()
  await expect(box).toHaveText(choice)
}

// Each test sets the behaviour of the sandbox; tests of other files find it normal.
test.afterAll(async ({ reusedPage }) => {
  await rehearse(await reusedPage.open({ width: 1440, height: 900 }), 'Normal')
  await reusedPage.clear()
})

/** A new draft of fresh orders on the sandbox, which is the first connection and has its behaviour in its name. */
async function openDraft(page: Page, count: number, connection: string) {
  const workbench = await Workbench.openNew(page)
  await expect(workbench.connection).toHaveAttribute('title', connection)
  const orders = freshOrders(count)
  await workbench.paste(block(orders))
  return { workbench, orders, numbers: orders.map(numberOf) }
}

/** Collects every announcement from now on, even if another follows at once. */
async function listen(workbench: Workbench): Promise<() => Promise<string[]>> {
  const announced = await workbench.announcement.evaluateHandle(element => {
    const sentences: string[] = []
    const note = () => sentences.push(element.textContent ?? '')
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
    return sentences
  })
  return () => announced.jsonValue()
}

const signs = async (workbench: Workbench) => (await workbench.lines()).map(line => line.sign)

test('an open sheet shows without a reload that the sandbox simulates failures, and when that ends', async ({
  operator: page,
  context,
}) => {
  await rehearse(page, 'Normal')
  const { workbench } = await openDraft(page, 1, SANDBOX)
  await workbench.saved()
  await expect(workbench.connection).toHaveText(SANDBOX)
  await context.addCookies(await page.context().cookies())
  const other = await context.newPage()
  await rehearse(other, 'Rejects without a reason')
  await expect(workbench.connection).toHaveText('Sandbox · simulating')
  await expect(workbench.connection).toHaveAttribute('title', /rejects without a reason/)
  const label = workbench.connection.getByText('Sandbox · simulating')
  expect(await label.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
  await rehearse(other, 'Normal')
  await expect(workbench.connection).toHaveText(SANDBOX)
})

test('a slow sandbox: the run shows its progress and ends well', async ({ operator: page }) => {
  await rehearse(page, 'Slow responses')
  const { workbench } = await openDraft(page, 2, 'Sandbox · simulating: slow responses')
  await workbench.checkButton.click()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Checking 0 of 2')
  await expect(workbench.announcement).toHaveText('2 orders passed.')
})

test('a sandbox that is sometimes busy: Lading waits as long as requested, and finishes', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Busy at times (429)')
  const { workbench, numbers } = await openDraft(page, 2, 'Sandbox · simulating: busy at times')
  const announced = await listen(workbench)
  const start = Date.now()
  await workbench.checkButton.click()
  await expect(workbench.announcement).toHaveText('2 orders passed.')
  expect(Date.now() - start).toBeGreaterThan(2900)
  expect(await announced()).toEqual([
    expect.stringContaining('The shipping API asked to wait until'),
    '2 orders passed.',
  ])
  await workbench.register()
  await expect(workbench.announcement).toHaveText('2 orders registered.')
  expect(await server.registered(numbers)).toHaveLength(2)
})

test('an unreachable sandbox: a check reports it, and a registration leaves its orders unknown', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Normal')
  const { workbench, numbers } = await openDraft(page, 2, SANDBOX)
  expect(await workbench.check()).toBe('2 orders passed.')
  const draft = page.url()
  await rehearse(page, 'Gateway error (502)')
  const again = await Workbench.open(page, draft)
  await expect(again.connection).toHaveAttribute('title', 'Sandbox · simulating: gateway error')
  expect(await again.register()).toContain('2 orders are unconfirmed')
  expect(await signs(again)).toEqual([UNKNOWN, UNKNOWN])
  expect(await server.registered(numbers)).toEqual([])

  const other = await openDraft(page, 1, 'Sandbox · simulating: gateway error')
  expect(await other.workbench.check()).toBe('The shipping API failed (HTTP 502). Try again later.')
  expect(await signs(other.workbench)).toEqual(['not checked'])
})

test('a sandbox that rejects without a reason: every order says that no reason was given', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Rejects without a reason')
  const { workbench, numbers } = await openDraft(page, 2, 'Sandbox · simulating: rejects without a reason')
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toBe('2 orders were rejected. See the errors for details.')
  for (const number of numbers)
    expect(await workbench.reason(workbench.header(workbench.row(number)))).toContain(
      'without a readable reason',
    )
  await expect(workbench.failures).toHaveCount(2)
  expect(await server.registered(numbers)).toEqual([])
})

test('a sandbox that rejects some orders: the request is sent again in halves, and the faulty order is found', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Rejects some orders without a reason')
  const { workbench, numbers } = await openDraft(page, 10, 'Sandbox · simulating: rejects some orders')
  const blamed = numbers.find(number => number.endsWith('7')) ?? ''
  expect(await workbench.check()).toBe('10 orders passed.')
  expect(await workbench.register()).toBe('10 orders were rejected. See the errors for details.')
  await page.getByRole('button', { name: 'Find the rejected order…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find the rejected order among 10 orders' })
  await expect(dialog).toContainText('about 8 if one order is the cause, 18 at most')
  await expect(dialog).toContainText('Accepted orders are registered on Sandbox.')
  // Nothing is sent before the operator asks for it.
  expect(await server.registered(numbers)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Find the rejected order…' }).click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(
    page.getByText(`Rejected even when sent separately: ${blamed}. All others were accepted.`),
  ).toBeVisible()
  expect((await server.registered(numbers)).length).toBe(9)
  expect(await workbench.reason(workbench.header(workbench.row(blamed)))).toContain('even when sent alone')
  await expect(page.getByRole('button', { name: 'Find the rejected order…' })).toBeHidden()
})

test('a sandbox whose response lacks half: a check applies nothing; a registration leaves orders without an id unknown', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Normal')
  const { workbench, numbers } = await openDraft(page, 3, SANDBOX)
  expect(await workbench.check()).toBe('3 orders passed.')
  const draft = page.url()
  await rehearse(page, 'Incomplete responses')
  const again = await Workbench.open(page, draft)
  const sentence = await again.register()
  expect(sentence).toContain('1 order registered.')
  expect(sentence).toContain('2 orders are unconfirmed')
  expect(await signs(again)).toEqual(['registered', UNKNOWN, UNKNOWN])
  expect(await server.registered(numbers)).toHaveLength(3)

  const other = await openDraft(page, 2, 'Sandbox · simulating: incomplete responses')
  expect(await other.workbench.check()).toMatch(
    /doesn’t match the request: .+\. Nothing was applied\. Checking again won’t help/,
  )
  expect(await signs(other.workbench)).toEqual(['not checked', 'not checked'])
})

test('a sandbox that disconnects after registering: the orders are unknown, the service has each once', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Connection lost after registering')
  const { workbench, numbers } = await openDraft(
    page,
    2,
    'Sandbox · simulating: connection lost after registering',
  )
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toContain('2 orders are unconfirmed')
  await workbench.reload()
  expect(await signs(workbench)).toEqual([UNKNOWN, UNKNOWN])
  await expect(workbench.registerButton).toBeDisabled()
  const draft = page.url()

  // Orders that were registered during the simulation stay so: nothing is sent again in normal mode.
  await rehearse(page, 'Normal')
  const again = await Workbench.open(page, draft)
  expect(await signs(again)).toEqual([UNKNOWN, UNKNOWN])
  await expect(again.registerButton).toBeDisabled()
  expect((await server.registered(numbers)).map(one => one.mallOrderNumber)).toEqual(numbers)
})

test('a sandbox that rejects the credential: the run pauses, and finishes once it is resumed', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Credential rejected (401)')
  const { workbench, numbers } = await openDraft(page, 2, 'Sandbox · simulating: credential rejected')
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toContain('rejected this connection’s access token')
  expect(await server.registered(numbers)).toEqual([])
  const draft = page.url()

  await rehearse(page, 'Normal')
  const again = await Workbench.open(page, draft)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(again.announcement).toHaveText('2 orders registered.')
  expect(await server.registered(numbers)).toHaveLength(2)
})

test('a sandbox that finds requests too large: smaller ones are sent, and nothing is remembered of it', async ({
  operator: page,
  server,
}) => {
  const learned = page.getByText(/^Limited to/)
  await rehearse(page, 'Requests too large (413)')
  const { workbench, numbers } = await openDraft(page, 5, 'Sandbox · simulating: requests too large')
  expect(await workbench.check()).toBe('5 orders passed.')
  expect(await workbench.register()).toBe('5 orders registered.')
  expect(await server.registered(numbers)).toHaveLength(5)
  await page.goto('/connections')
  await expect(learned.first()).toBeVisible()
  await rehearse(page, 'Normal')
  await expect(learned).toHaveCount(0)
})

test('a sandbox that names an order that was not sent: the order in its place is unconfirmed', async ({
  operator: page,
  server,
}) => {
  await rehearse(page, 'Unknown number in the response')
  const { workbench, numbers } = await openDraft(page, 3, 'Sandbox · simulating: unknown number')
  expect(await workbench.check()).toBe('3 orders passed.')
  const sentence = await workbench.register()
  expect(sentence).toContain('2 orders registered.')
  expect(sentence).toContain('1 order is unconfirmed')
  expect(await signs(workbench)).toEqual(['registered', 'registered', UNKNOWN])
  expect(await server.registered(numbers)).toHaveLength(3)
})

test('products that are rejected without a reason, or with an unknown code, show that on their lines', async ({
  operator: page,
  server,
}) => {
  const sheet = sheets.products
  const products = freshProducts(2)
  const ids = products.map(lines => lines[0]?.[sheet.key] ?? '')
  const reasonOf = (workbench: Workbench, at: number) =>
    workbench.reason(workbench.header(workbench.row(ids[at] ?? '')))

  await rehearse(page, 'Rejects without a reason')
  const workbench = await Workbench.openNew(page, sheet)
  await expect(workbench.connection).toHaveAttribute(
    'title',
    'Sandbox · simulating: rejects without a reason',
  )
  await workbench.paste(block(products.flat(), sheet))
  expect(await workbench.register()).toBe('2 products were rejected. See the errors for details.')
  for (const at of ids.keys()) expect(await reasonOf(workbench, at)).toContain('without a readable reason')
  expect(await server.registeredProducts(ids)).toEqual([])

  await rehearse(page, 'Unknown field names')
  const other = await Workbench.openNew(page, sheet)
  await expect(other.connection).toHaveAttribute('title', 'Sandbox · simulating: unknown field names')
  await other.paste(block(products.flat(), sheet))
  expect(await other.register()).toContain('1 product registered. 1 product was rejected.')
  expect(await reasonOf(other, 0)).toContain('Simulated error')
  expect((await server.registeredProducts(ids)).map(one => one.shopProductId)).toEqual(ids.slice(1))
})

test('a sandbox that uses unknown field names: the reason is shown on the line', async ({
  operator: page,
}) => {
  await rehearse(page, 'Unknown field names')
  const sandbox = 'Sandbox · simulating: unknown field names'
  const { workbench, numbers } = await openDraft(page, 2, sandbox)
  expect(await workbench.check()).toBe('1 of 2 orders passed. 1 has errors.')
  const row = workbench.row(numbers[0] ?? '')
  expect(await workbench.reason(workbench.header(row))).toContain('Simulated error')
  await expect(workbench.cell(row, NUMBER)).not.toHaveAttribute('aria-invalid')
})

test.describe('failures', () => {
  // All three columns are in view, so that their marks can be seen at once.
  test.use({ viewport: { width: 5600, height: 500 } })

  test('a sandbox that shortens field names to the last word: each possible cell is marked', async ({
    operator: page,
  }) => {
    await rehearse(page, 'Short field names')
    const sandbox = 'Sandbox · simulating: short field names'
    const { workbench, numbers } = await openDraft(page, 2, sandbox)
    expect(await workbench.check()).toBe('1 of 2 orders passed. 1 has errors.')
    const row = workbench.row(numbers[0] ?? '')
    for (const column of ['recipient.name', 'items[].name', 'sender.name'])
      expect(await workbench.reason(workbench.cell(row, column))).toContain(
        'The API named only “name”. It’s one of 3 cells.',
      )
  })
})
