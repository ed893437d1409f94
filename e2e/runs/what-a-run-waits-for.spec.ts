import type { Browser, Page } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { makeConnection } from '../support/connections'
import { expect, signIn, test } from '../support/fixtures'
import { FaultProxy } from '../support/network/fault-proxy'
import { Workbench } from '../support/workbench'

const credentials = { accessToken: 'token-0123456789', secretKey: 'secret-0123456789' }
// From 23:00 on, an hour from now is tomorrow and is shown with its date.
const TIME = '(?:[A-Z][a-z]{2} \\d{1,2}, )?\\d\\d:\\d\\d'
const ASKED = new RegExp(
  `The shipping API asked to wait until ${TIME}\\. Nothing is being sent\\. Lading will retry at ${TIME}\\.`,
)

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting' })

/** The same page in the browser of another operator. */
async function elsewhere(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    locale: 'en',
  })
  const other = await context.newPage()
  await other.goto(page.url())
  return other
}

test('a service that asks for time, or is slow, is waited for with a visible notice', async ({
  startServer,
  browser,
  page,
}) => {
  const proxy = await FaultProxy.listen()
  const desk = await startServer({ OUTBOUND_ALLOW: proxy.url })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  const origin = desk.url
  await makeConnection(page, { name: 'Asks for time', baseUrl: proxy.url, ...credentials }, { origin })
  // Another environment: a wait in one does not affect the other.
  const live = { origin, environment: 'Production' } as const
  await makeConnection(page, { name: 'Takes its time', baseUrl: proxy.url, ...credentials }, live)

  const open = async (connection: string) => {
    const workbench = await Workbench.open(page, `${desk.url}/orders/japan/new`)
    await workbench.choose(connection)
    await workbench.paste(block(freshOrders(3)))
    return workbench
  }
  const first = await open('Asks for time')
  const hour = { 'retry-after': '3600' }
  await proxy.set({ kind: 'reply', status: 429, headers: hour, body: () => '{}' }, '/validators')
  await first.checkButton.click()
  await expect(first.announcement).toHaveText(ASKED)
  await expect(waiting(page)).toContainText(ASKED)
  await expect(page.getByText(new RegExp(`^Waiting until ${TIME}, 0 of 3$`))).toBeVisible()
  await first.reload()
  await expect(waiting(page)).toContainText(ASKED)
  const other = await elsewhere(browser, page)
  await expect(waiting(other)).toContainText(ASKED)
  await other.goto(`${desk.url}/`)
  await expect(
    other.getByText(new RegExp(`^Checking… The shipping API asked to wait until ${TIME}\\.$`)),
  ).toBeVisible()
  await other.goto(`${desk.url}/history`)
  await other.getByRole('link', { name: /Check/ }).first().click()
  await expect(other.getByText(ASKED)).toBeVisible()
  await other.context().close()

  // Another draft of the same environment waits for the same reason, and shows it; neither sends anything.
  const firstUrl = page.url()
  const second = await open('Asks for time')
  await second.checkButton.click()
  await expect(waiting(page)).toContainText(ASKED)
  expect(proxy.posts()).toBe(1)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await page.goto(firstUrl)
  // The buttons of the run are beside its progress, and shown once.
  await expect(page.getByRole('button', { name: /Pause|Cancel/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Paused at 0 of 3')
  // A resumed run sends nothing before the time that the service asked for.
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(waiting(page)).toContainText(ASKED)
  expect(proxy.posts()).toBe(1)

  // In the other environment a response is late.
  await proxy.set({ kind: 'response', response: () => ({}), hold: true }, '/validators')
  const slow = await open('Takes its time')
  await slow.checkButton.click()
  await expect(waiting(page)).toContainText(
    /No response from the shipping API for \d+ s\. Lading waits up to 60 s/,
  )
  await slow.reload()
  await expect(waiting(page)).toContainText(/No response from the shipping API for \d+ s/)
  proxy.release()
  await expect(waiting(page)).toHaveCount(0)
  await proxy.close()
})

test('a service whose clock differs is named at Home and beside its connection, until a response shows no difference', async ({
  startServer,
  page,
}) => {
  const proxy = await FaultProxy.listen()
  const { url: origin } = await startServer({ OUTBOUND_ALLOW: proxy.url })
  await page.goto(`${origin}/sign-in`)
  await signIn(page)
  await makeConnection(page, { name: 'Fast clock', baseUrl: proxy.url, ...credentials }, { origin })
  const respondAt = (ms: number) =>
    proxy.set({
      kind: 'reply',
      status: 422,
      headers: { date: new Date(ms).toUTCString() },
      body: () => '{}',
    })
  const isAhead = page.getByText(/This shipping API’s clock is 10 minutes ahead of this server’s/)
  const testConnection = page.getByRole('button', { name: 'Test Fast clock' })

  await respondAt(Date.now() + 10 * 60_000)
  await testConnection.click()
  await expect(isAhead).toBeVisible()
  await page.goto(`${origin}/`)
  const line = page
    .getByRole('listitem')
    .filter({ hasText: 'The clock of Fast clock’s shipping API is 10 minutes ahead of this server’s' })
  await line.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/connections#connection-/)

  await respondAt(Date.now())
  await testConnection.click()
  await expect(isAhead).toHaveCount(0)
  await page.goto(`${origin}/`)
  await expect(page.getByRole('region', { name: 'Needs attention' })).not.toContainText('clock')
  await proxy.close()
})
