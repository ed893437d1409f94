import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from 'playwright/test'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { confirmPasswordOn } from './confirm-password'
import { makeConnection } from './connections'
import { FaultProxy } from './network/fault-proxy'
import { ReusedPage } from './reused-page'
import { type Credentials, operatorAccount, Server } from './server'
import { Workbench } from './workbench'

export { expect }

interface TestFixtures {
  /** Console errors that a test expects, such as the browser's own line about a refused request. */
  expectedErrors: RegExp[]
  /** The fault proxy before the worker's embedded service: at first it passes everything and has seen nothing. */
  faults: FaultProxy
  /**
   * A page whose operator is signed in. All tests of a worker share it and its browser context, one after the
   * other: each finds it empty, and closes it when it leaves something in it for all documents to come.
   */
  operator: Page
  /** A new draft, on the connection that leads through the fault proxy. */
  workbench: Workbench
  /** Opens a new draft of a sheet, on the connection that leads through the fault proxy. */
  openSheet: (sheet: Sheet) => Promise<Workbench>
  /** Starts a server of the test's own; `variables` are added to its environment. */
  startServer: (variables?: Readonly<Record<string, string>>) => Promise<Server>
  /** What the server printed, kept with a test that fails. */
  serverLog: undefined
}

interface WorkerFixtures {
  /** A connection that leads through the fault proxy, and its credentials at the embedded service. */
  connection: { readonly name: string } & Credentials
  faultProxy: FaultProxy
  /** Names the worker; tests that name another one run on a server that no other test has written to. */
  serverFor: string
  /** Where the operator of the worker's tests sits. */
  reusedPage: ReusedPage
  /** The built application with data of its own; all tests of a worker share it. */
  server: Server
  /** The cookies of a signed-in operator. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The test of this project: a server, a fault proxy and a signed-in operator for tests that ask for them. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  serverFor: ['all', { option: true, scope: 'worker' }],

  faultProxy: [
    // Playwright reads from this pattern which fixtures are needed, so it cannot be left out.
    async ({ browserName: _ }, use) => {
      const proxy = await FaultProxy.listen()
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ faultProxy }, use) => {
      const server = await Server.start({ OUTBOUND_ALLOW: faultProxy.url, SANDBOX_WAREHOUSES: '1,2' })
      faultProxy.forwardTo(server.url)
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  session: [
    async ({ server, browser }, use) => {
      const page = await browser.newPage({ baseURL: server.url, locale: 'en' })
      await page.goto('/sign-in')
      await signIn(page)
      const state = await page.context().storageState()
      await page.close()
      await use(state)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  connection: [
    async ({ server, faultProxy, session, browser }, use) => {
      const connection = { name: 'Through the proxy', ...(await server.issueCredentials('e2e')) }
      const page = await browser.newPage({ baseURL: server.url, locale: 'en', storageState: session })
      await confirmPasswordOn(page)
      await makeConnection(page, { ...connection, baseUrl: faultProxy.url })
      await page.close()
      await use(connection)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  reusedPage: [
    async ({ browser, server, session }, use) => {
      const reusedPage = new ReusedPage(browser, server.url, session.cookies)
      await use(reusedPage)
      await reusedPage.close()
    },
    { scope: 'worker' },
  ],

  faults: async ({ faultProxy, server: _running }, use) => {
    await faultProxy.reset()
    await use(faultProxy)
    await faultProxy.reset()
  },

  baseURL: async ({ server }, use) => use(server.url),

  serverLog: [
    async ({ server }, use, testInfo) => {
      const before = server.log.length
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server log', { body: server.log.slice(before), contentType: 'text/plain' })
    },
    { auto: true },
  ],

  // Servers of a test end after its pages, which would report a lost connection.
  context: async ({ context, expectedErrors, startServer: _endsLater }, use) => {
    const expectNoErrors = watchErrors(context, expectedErrors)
    await use(context)
    expectNoErrors()
  },

  startServer: async ({ browserName: _ }, use) => {
    const servers: Server[] = []
    await use(async variables => {
      const server = await Server.start(variables)
      servers.push(server)
      return server
    })
    for (const server of servers) await server.close()
  },

  openSheet: async ({ operator, connection, faults: _clean }, use) =>
    use(async sheet => {
      const workbench = await Workbench.openNew(operator, sheet)
      await workbench.choose(connection.name)
      return workbench
    }),

  workbench: async ({ openSheet }, use) => use(await openSheet(sheets['orders/japan'])),

  operator: async ({ reusedPage, viewport, expectedErrors, startServer: _endsLater }, use) => {
    const page = await reusedPage.open(viewport)
    const expectNoErrors = watchErrors(page.context(), expectedErrors)
    await use(page)
    expectNoErrors()
    await reusedPage.clear()
  },
})

/**
 * An error in the console is a failure of the test that caused it, whatever else the test looks at.
 * @returns ends the watch; throws when there were errors beyond those expected
 */
function watchErrors(context: BrowserContext, expectedErrors: readonly RegExp[]): () => void {
  const errors: string[] = []
  const onError = (error: WebError) => errors.push(String(error.error().stack ?? error.error()))
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  }
  context.on('weberror', onError).on('console', onConsole)
  return () => {
    context.off('weberror', onError).off('console', onConsole)
    // A sheet that is open when its operator signs out asks for changes once more and receives 401.
    const expected = [...expectedErrors, /status of 401 .*\/drafts\/[^/]+\/(changes|live)\?/]
    const unexpected = errors.filter(text => !expected.some(pattern => pattern.test(text)))
    expect(unexpected, 'errors in the browser').toEqual([])
  }
}

/** Fills in the sign-in form of `page` and waits until it has let the operator in. */
export async function signIn(page: Page, account = operatorAccount): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
}

/** Signs the operator of `page` out, by the menu of their account. */
export async function signOut(
  page: Page,
  words = { account: 'Your account', signOut: 'Sign out' },
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${words.account}`) }).click()
  await page.getByRole('menuitem', { name: words.signOut }).click()
}
