import type { Browser, BrowserContext } from 'playwright/test'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { DraftsPage } from '../support/home'
import { registerWithLostResponse } from '../support/lost-response'
import { rejection } from '../support/network/responses'
import { shortIntervals, Workbench } from '../support/workbench'

// The browser reports responses like 502 as errors.
test.use({ expectedErrors: [/net::ERR_|Failed to fetch/] })

const ELSEWHERE = 'in another draft'
const WAITING = 'waiting: the run is stopped'
const AGAIN = 'rejected before without a reason, passed now'

/** The same draft in another operator's browser. */
async function inSecondBrowser<T>(
  browser: Browser,
  { cookies }: Awaited<ReturnType<BrowserContext['storageState']>>,
  url: string,
  look: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ storageState: { cookies, origins: [] }, locale: 'en' })
  try {
    return await look(await Workbench.open(await context.newPage(), url))
  } finally {
    await context.close()
  }
}

/** The status sign of every order; the sheet is scrolled to its top afterwards. */
async function signsOf(workbench: Workbench): Promise<string[]> {
  const signs = (await workbench.lines()).map(line => line.sign)
  await workbench.page.keyboard.press('Control+Home')
  return signs
}

const panel = (workbench: Workbench, name: string) =>
  workbench.page.getByRole('region', { name, exact: true })

test('orders that another draft has registered or left unconfirmed are marked from the start, and are not sent', async ({
  workbench,
  openSheet,
  faults,
  server,
  browser,
  session,
}) => {
  const [first, second, third, fourth] = freshOrders(4)
  const numbers = [first, second, third, fourth].map(numberOf)
  await workbench.name('Monday')
  await workbench.paste(block([first ?? {}, second ?? {}]))
  await workbench.check()
  expect(await workbench.register()).toContain('2 orders registered.')
  const [known] = await server.registered(numbers.slice(0, 1))
  await openSheet(workbench.sheet)
  await workbench.name('Tuesday')
  await workbench.paste(block([third ?? {}]))
  await workbench.check()
  expect(await registerWithLostResponse(workbench, faults)).toContain('1 order is unconfirmed')
  // Every order has passed its check: nothing is left to resume or to check.
  await expect(panel(workbench, 'Errors')).toContainText('No problems.')

  await openSheet(workbench.sheet)
  await workbench.name('Last seven days')
  await workbench.paste(block([first ?? {}, second ?? {}, third ?? {}, fourth ?? {}]))
  const notices = panel(workbench, 'In other drafts')
  await expect(notices).toContainText('2 registered in Monday')
  await expect(notices).toContainText('1 unconfirmed in Tuesday')
  expect(await signsOf(workbench)).toEqual([ELSEWHERE, ELSEWHERE, ELSEWHERE, 'not checked'])
  await expect(workbench.registerButton).toHaveAccessibleDescription(
    '0 ready · 1 to check · 3 in other drafts',
  )
  const header = workbench.header(workbench.row(numbers[0] ?? ''))
  await expect(header).toHaveAccessibleDescription(
    new RegExp(`^Registered \\(ID ${known?.orderId}\\) in draft “Monday”\\.`),
  )

  // Locked except for the number: another number makes it another order; undo restores it.
  await workbench.write(workbench.row(numbers[0] ?? ''), 'recipient.name', '山田 花子')
  await expect(workbench.announcement).toContainText('only the order number can be changed')
  await workbench.write(workbench.row(numbers[0] ?? ''), NUMBER, `${numbers[0]}-again`)
  await expect.poll(async () => (await signsOf(workbench))[0], shortIntervals).toBe('not checked')
  await workbench.page.keyboard.press('Control+Z')
  await expect.poll(async () => (await signsOf(workbench))[0], shortIntervals).toBe(ELSEWHERE)

  expect(await workbench.check()).toBe(
    '1 order passed. 3 orders were skipped because they’re in other drafts.',
  )
  expect(await workbench.register()).toContain('1 order registered. 3 orders were skipped')
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
  const id = (await server.registered(numbers.slice(3)))[0]?.orderId
  expect(id).toBeDefined()

  const signs = [ELSEWHERE, ELSEWHERE, ELSEWHERE, 'registered']
  await workbench.reload()
  await expect.poll(() => signsOf(workbench), shortIntervals).toEqual(signs)
  await inSecondBrowser(browser, session, workbench.page.url(), async other => {
    await expect.poll(() => signsOf(other), shortIntervals).toEqual(signs)
    await expect(panel(other, 'In other drafts')).toContainText('2 registered in Monday')
    await other.page.getByRole('button', { name: 'In other drafts 3' }).click()
    await expect(other.announcement).toContainText('3')
    await panel(other, 'In other drafts').getByRole('link', { name: 'Monday' }).click()
    await expect(other.page.getByRole('textbox', { name: 'Draft name' })).toHaveValue('Monday')
  })
  const home = await DraftsPage.open(workbench.page)
  await expect(home.row('Last seven days')).toContainText('3 in other drafts1 registered')
})

test('an order with an error that another draft holds counts only there, also in the list of drafts', async ({
  workbench,
  openSheet,
}) => {
  const [order = {}] = freshOrders(1)
  await workbench.name('Holder')
  await workbench.paste(block([order]))
  await workbench.check()
  expect(await workbench.register()).toContain('1 order registered.')
  await openSheet(workbench.sheet)
  await workbench.name('Imported again')
  const reported = workbench.page.waitForResponse(
    response => response.url().endsWith('/elsewhere') && response.request().method() === 'PUT',
  )
  await workbench.paste(block([{ ...order, 'items[].price': '850円' }]))
  await expect(panel(workbench, 'In other drafts')).toContainText('1 registered in Holder')
  await expect(panel(workbench, 'Errors')).toContainText('No problems.')
  await reported
  await workbench.saved()
  const home = await DraftsPage.open(workbench.page)
  await expect(home.row('Imported again')).toContainText('1 in other drafts')
  await expect(home.row('Imported again')).not.toContainText('error')
})

test('errors of an order that another draft registers later are gone from the list once its draft is opened', async ({
  workbench,
  openSheet,
}) => {
  const { page } = workbench
  const [order = {}] = freshOrders(1)
  await workbench.name('Registered elsewhere')
  await workbench.paste(block([{ ...order, 'items[].price': '850円' }]))
  await workbench.saved()
  const left = page.url()
  await openSheet(workbench.sheet)
  await workbench.name('Registered first')
  await workbench.paste(block([order]))
  await workbench.check()
  expect(await workbench.register()).toContain('1 order registered.')
  const row = async () => (await DraftsPage.open(page)).row('Registered elsewhere')
  await expect(await row()).toContainText('1 with errors')
  const counted = page.waitForResponse(
    response => response.url().endsWith('/changes') && response.request().method() === 'POST',
  )
  await page.goto(left)
  await expect(panel(workbench, 'In other drafts')).toContainText('1 registered in Registered first')
  await counted
  await expect(await row()).not.toContainText('error')
})

test('an order that was rejected without a reason and passes a later check is registered again unchanged, separately from all others', async ({
  workbench,
  faults,
  server,
  browser,
  session,
}) => {
  const orders = freshOrders(2)
  const numbers = orders.map(numberOf)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 orders passed.')
  await faults.set({ kind: 'response', response: () => rejection }, '/orders/japan')
  expect(await workbench.register()).toContain('2 orders were rejected.')
  await expect.poll(() => signsOf(workbench), shortIntervals).toEqual(['has errors', 'has errors'])
  expect(await workbench.check()).toBe(
    '2 orders passed. 2 orders were rejected before without a reason and aren’t counted as ready. See “Rejected before”.',
  )
  const look = async (tab: Workbench) => {
    await expect.poll(() => signsOf(tab), shortIntervals).toEqual([AGAIN, AGAIN])
    await expect(tab.registerButton).toBeDisabled()
    await expect(tab.failures).toHaveCount(0)
    await expect(panel(tab, 'Rejected before')).toContainText(
      '2 orders were rejected before without a reason',
    )
    const header = tab.header(tab.row(numbers[0] ?? ''))
    await expect(header).toHaveAccessibleDescription(
      /^Rejected without a reason \((?:.* )?\d\d:\d\d\), but passes now\./,
    )
  }
  await look(workbench)
  await workbench.reload()
  await look(workbench)
  await inSecondBrowser(browser, session, workbench.page.url(), look)

  const again = panel(workbench, 'Rejected before').getByRole('button', {
    name: 'Register again unchanged',
  })
  // Rejected again: the next step is another check, not this button.
  await again.click()
  await expect.poll(() => signsOf(workbench), shortIntervals).toEqual(['has errors', 'has errors'])
  await expect(again).toHaveCount(0)
  await workbench.check()
  await faults.reset()
  await again.click()
  await expect.poll(() => signsOf(workbench), shortIntervals).toEqual(['registered', 'registered'])
  expect((await server.registered(numbers)).map(one => one.mallOrderNumber)).toEqual(numbers)
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
})

test('a redirect stops a check and a registration in the words of the connection’s test; waiting orders stay', async ({
  workbench,
  faults,
  server,
  browser,
  session,
}) => {
  const orders = freshOrders(3)
  const numbers = orders.map(numberOf)
  const redirected = (status: number) =>
    `The address redirects elsewhere (HTTP ${status}). Lading doesn’t send credentials to redirects. Enter the final address as the base URL.`
  await workbench.paste(block(orders))
  await faults.set({ kind: 'status', status: 302, headers: { location: '/elsewhere' } })
  expect(await workbench.check()).toBe(redirected(302))
  const stopped = panel(workbench, 'Why nothing is being sent')
  await expect(stopped).toContainText('Check paused')
  await expect(stopped.getByRole('link', { name: 'Open Connections' })).toHaveAttribute(
    'href',
    '/connections',
  )
  await expect(stopped.getByRole('button', { name: 'Check again' })).toBeEnabled()
  await expect(panel(workbench, 'Errors')).not.toContainText('No problems')

  await faults.reset()
  await stopped.getByRole('button', { name: 'Check again' }).click()
  await expect(workbench.registerButton).toHaveAccessibleDescription('3 ready')
  await expect(stopped).toHaveCount(0)
  await faults.set({ kind: 'status', status: 307, headers: { location: '/elsewhere' } }, '/orders/japan')
  expect(await workbench.register()).toContain(redirected(307))
  const look = async (tab: Workbench) => {
    await expect.poll(() => signsOf(tab), shortIntervals).toEqual([WAITING, WAITING, WAITING])
    const notice = panel(tab, 'Why nothing is being sent')
    await expect(notice).toContainText(`Registration paused${redirected(307)}3 orders waiting.`)
    await expect(notice.getByRole('link', { name: 'Open Connections' })).toBeVisible()
    const response = panel(tab, 'Shipping API response')
    await expect(response.getByRole('link', { name: 'Show full response' })).toHaveAttribute(
      'href',
      /^\/history\/requests\//,
    )
    await expect(tab.page.getByRole('button', { name: 'Waiting 3', exact: true })).toBeVisible()
    await expect(tab.page.getByRole('button', { name: /^In progress/ })).toHaveCount(0)
    await expect(panel(tab, 'Errors')).not.toContainText('No problems')
  }
  await look(workbench)
  await workbench.reload()
  await look(workbench)
  await inSecondBrowser(browser, session, workbench.page.url(), look)

  await faults.reset()
  expect(await workbench.register()).toContain('3 orders registered.')
  await expect(stopped).toHaveCount(0)
  expect((await server.registered(numbers)).map(one => one.mallOrderNumber)).toEqual(numbers)
})

test('orders that were not sent, and one id for two orders, raise an alert on the sheet and on the home page', async ({
  workbench,
  connection,
  faults,
  browser,
  session,
}) => {
  const [first, second] = freshOrders(2)
  const respondWith = (entries: (number: string) => unknown) =>
    faults.set(
      {
        kind: 'response',
        response: ([number = '']) => ({ isSuccess: true, orderSuccesses: entries(number) }),
      },
      '/orders/japan',
    )
  await workbench.paste(block([first ?? {}, second ?? {}]))
  await workbench.check()
  await respondWith(() => [
    { orderId: 910_001, mallOrderNumber: numberOf(first) },
    { orderId: 910_002, mallOrderNumber: numberOf(second) },
    { orderId: 910_003, mallOrderNumber: 'NOT-SENT-9' },
  ])
  expect(await workbench.register()).toContain('2 orders registered.')
  const alert = panel(workbench, 'Action required')
  await expect(alert).toContainText('A response includes an order that wasn’t sent: NOT-SENT-9.')

  const [third] = freshOrders(1)
  const other = await Workbench.openNew(workbench.page)
  await other.choose(connection.name)
  await other.paste(block([third ?? {}]))
  await other.check()
  await respondWith(number => [{ orderId: 910_001, mallOrderNumber: number }])
  expect(await other.register()).toContain('1 order registered.')
  const look = async (tab: Workbench) => {
    await expect(panel(tab, 'Action required')).toContainText(
      `A response gives several orders the same ID 910001: ${numberOf(first)}, ${numberOf(third)}.`,
    )
    await expect(panel(tab, 'Action required')).not.toContainText('NOT-SENT-9')
  }
  await look(other)
  await other.reload()
  await look(other)
  await inSecondBrowser(browser, session, other.page.url(), look)

  const home = await DraftsPage.open(other.page)
  await expect(home.page.getByText('2 shipping API responses are wrong')).toBeVisible()
  await home.page.getByRole('link', { name: 'Review now' }).click()
  const inbox = home.page.getByRole('region', { name: 'Action required' })
  await expect(inbox).toContainText('NOT-SENT-9')
  for (const left of [1, 0]) {
    await inbox.getByRole('button', { name: 'Mark as done' }).first().click()
    await expect(inbox.getByRole('button', { name: 'Mark as done' })).toHaveCount(left)
  }
})
