import { test as base, expect, type Page } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { test as journey } from '../support/fixtures'
import { Server } from '../support/server'

// A server under `npm start` that ends or hangs.

// Each starts a server two to four times.
journey.slow()

/** A server under `npm start`, and a page that is connected to its debugger. */
const test = base.extend<{ server: Server; evaluate: (script: string) => Promise<void> }>({
  server: async ({ browserName: _ }, use) => {
    const server = await Server.start({ WATCHDOG_SECONDS: '5', NODE_OPTIONS: '--inspect=127.0.0.1:0' }, true)
    await use(server)
    await server.close()
  },
  evaluate: async ({ server, page }, use) => use(script => evaluateIn(page, server, script)),
})

/**
 * Makes the server run a script soon, after the debugger has disconnected: a process that ends waits for the debugger.
 * The last debugger address in the log is the server's; the supervisor's comes first.
 */
async function evaluateIn(page: Page, server: Server, script: string): Promise<void> {
  const url = server.log.match(/ws:\/\/\S+/g)?.at(-1) ?? ''
  const params = { expression: `setTimeout(() => { ${script} }, 500)` }
  await page.evaluate(
    ([url = '', message = '']) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url)
        socket.onopen = () => socket.send(message)
        socket.onerror = reject
        socket.onmessage = () => socket.close()
        socket.onclose = resolve
      }),
    [url, JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })],
  )
}

const readies = (server: Server) => server.log.split('Lading is ready').length - 1
const longTimeout = { timeout: 120_000 }

/** Ways to end a server, and the log line of each. */
const ends = {
  'is killed': ["process.kill(process.pid, 'SIGKILL')", /unexpectedly \(SIGKILL\)\. Restarting/],
  'meets an exception that nothing catches': [
    "throw new Error('a bug')",
    /uncaught exception[\s\S]*unexpectedly \(exit code 1\)\. Restarting/,
  ],
  'is blocked': [
    '(function spin() { for (;;); })()',
    /the event loop was blocked[^\n]*"stack":\["spin \([\s\S]*unexpectedly \(SIGKILL\)\. Restarting/,
  ],
} as const

test('an idle connection stays open longer than proxies use theirs', async ({ server }) => {
  const response = await fetch(`${server.url}/healthz`)
  const [, seconds] = /^timeout=(\d+)$/.exec(response.headers.get('keep-alive') ?? '') ?? []
  // Caddy's two minutes are the longest among the usual proxies.
  expect(Number(seconds)).toBeGreaterThan(120)
})

for (const [how, [script, logged]] of Object.entries(ends))
  test(`a server that ${how} is restarted by npm start, with the reason in the log`, async ({
    server,
    evaluate,
  }) => {
    await evaluate(script)
    await expect.poll(() => readies(server), longTimeout).toBe(2)
    expect(server.log).toMatch(logged)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await server.stop()).toBe(143)
  })

test('a server ends when its npm start is killed', async ({ server }) => {
  await server.kill()
  const isGone = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    )
  await expect.poll(isGone, longTimeout).toBe(true)
})

test('npm start ends at once, with the reason, when its configuration is wrong', async () => {
  const failed = await Server.start({ DISK_FLOOR_MB: 'some' }, true).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(failed).toContain('DISK_FLOOR_MB must be a whole number')
  expect(failed).not.toContain('Restarting')
})

// While the server is down, the open sheet requests changes without a response.
journey.use({ expectedErrors: [/net::ERR_/] })

journey(
  'a check that was under way in three crashes is paused, shows the reason, and is resumed by a person',
  async ({ workbench, faults, server }) => {
    await workbench.paste(block(freshOrders(3)))
    await faults.set({ kind: 'hold' }, '/validators')
    const before = faults.arrivals.length
    await workbench.checkButton.click()
    for (const crash of [1, 2, 3]) {
      // Each start resumes the run and sends a request.
      await expect.poll(() => faults.arrivals.length - before, longTimeout).toBe(crash)
      await server.restart('SIGKILL')
    }
    const { page } = workbench
    await expect(page.getByRole('region', { name: 'Why nothing is being sent' })).toContainText(
      'Lading stopped unexpectedly three times during this run',
      longTimeout,
    )
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Paused at 0 of 3')
    expect(faults.arrivals.length - before).toBe(3)
    await faults.reset()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(workbench.registerButton).toHaveAccessibleDescription('3 ready', longTimeout)
  },
)
