import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { type Sheet, sheets } from '@/lib/sheet/sheets'
import { makeConnection } from './connections'
import { FaultProxy } from './fault-proxy'
import { type Credentials, operatorAccount, Server } from './server'
import { Workbench } from './workbench'

export { expect }

interface TestFixtures {
  /** Console errors that a test expects, such as the browser's own line about a refused request. */
  expectedErrors: RegExp[]
  /** The fault proxy before the worker's embedded service: at first it passes everything and has seen nothing. */
  faults: FaultProxy
  /** A page whose operator is signed in. */
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
  /** The built application with data of its own; all tests of a worker share it. */
  server: Server
  /** The cookies of a signed-in operator. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The test of this project: a server, a fault proxy and a signed-in operator for whoever asks for them. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],

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
    { scope: 'worker', timeout: 90_000 },
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
    { scope: 'worker', timeout: 90_000 },
  ],

  connection: [
    async ({ server, faultProxy, session, browser }, use) => {
      const connection = { name: 'Through the proxy', ...(await server.issueCredentials('e2e')) }
      const page = await browser.newPage({ baseURL: server.url, locale: 'en', storageState: session })
      await makeConnection(page, { ...connection, baseUrl: faultProxy.url })
      await page.close()
      await use(connection)
    },
    { scope: 'worker', timeout: 90_000 },
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

  // An error in the console is a failure of the test that caused it, whatever else the test looks at.
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = []
    context.on('weberror', error => errors.push(String(error.error().stack ?? error.error())))
    context.on('console', message => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
    })
    await use(context)
    // A sheet that is open when its operator signs out asks once more what is new, and is told that they did.
    const expected = [...expectedErrors, /status of 401 .*\/drafts\/[^/]+\/changes\?/]
    const unexpected = errors.filter(text => !expected.some(pattern => pattern.test(text)))
    expect(unexpected, 'errors in the browser').toEqual([])
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

  operator: async ({ page, context, session }, use) => {
    await context.addCookies(session.cookies)
    await use(page)
  },
})

/** Fills in the sign-in form of `page` and waits until it has let the operator in. */
export async function signIn(page: Page, account = operatorAccount): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
}
