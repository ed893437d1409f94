import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { sampleOrders } from '@/lib/sheet/sample'
import { sheets } from '@/lib/sheet/sheets'
import { formatTsv } from '@/lib/sheet/tsv'

// Pasting 10,000 lines of all columns through the real clipboard into the real desk, until the first and then every
// cell is true on the screen; beside a bare page that only splits the same text and paints the lines in view.

const LINES = 10_000
const ROUNDS = 5
const account = { email: 'bench@shop.example', password: 'a bench has no secrets' }

const ids = sheets['orders/japan'].columns.map(column => column.id)
const block = formatTsv([ids, ...sampleOrders(LINES, 100_000).map(texts => ids.map(id => texts[id] ?? ''))])

const { findBrowser } = await import('../lib/browser.mjs')
const { build } = await import('../lib/build.mjs')
await build()
const dataDir = await mkdtemp(join(tmpdir(), 'lading-bench-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const server = spawn(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
  {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      OPERATOR_EMAIL: account.email,
      OPERATOR_PASSWORD: account.password,
    },
  },
)
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await answering()
  const ours: number[] = []
  const judged: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await pasteBare(browser))
    const { painted, done } = await pasteOurs(browser)
    ours.push(painted)
    judged.push(done)
  }
  report('paste 10,000 lines × 42 columns until painted', median(ours), median(bare))
  report('the same until every cell is judged', median(judged), median(bare))
} finally {
  await browser.close()
  server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
}

async function pasteOurs(from: Browser): Promise<{ painted: number; done: number }> {
  const page = await newPage(from)
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/`)
  await page.goto(`${url}/orders/japan/new`)
  await page.getByRole('gridcell').first().click()
  // The last order's number is in the last line; the count of orders stands in the bar.
  await watch(page, `${LINES} orders`, 'recipient.name')
  await page.keyboard.press('Control+V')
  const painted = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  const began = await page.evaluate(() => (window as unknown as { began: number }).began)
  await page.getByRole('button', { name: new RegExp(`^Not checked ${LINES}$`) }).waitFor({ timeout: 60_000 })
  const done = (await page.evaluate(() => performance.now())) - began
  await page.context().close()
  return { painted, done }
}

async function pasteBare(from: Browser): Promise<number> {
  const page = await newPage(from)
  await page.goto(`${url}/sign-in`)
  await page.setContent('<p id="count"></p><div id="lines"></div><textarea autofocus></textarea>')
  await page.evaluate(() => {
    document.querySelector('textarea')?.focus()
    document.addEventListener('paste', event => {
      event.preventDefault()
      const rows = (event.clipboardData?.getData('text/plain') ?? '').split('\n').map(row => row.split('\t'))
      const lines = document.querySelector('#lines')
      for (const row of rows.slice(1, 31)) {
        const line = document.createElement('div')
        for (const text of row.slice(0, 12))
          line.appendChild(document.createElement('span')).textContent = text
        line.firstElementChild?.setAttribute('data-column', 'recipient.name')
        lines?.append(line)
      }
      const count = document.querySelector('#count')
      if (count) count.textContent = `${rows.length - 1} orders`
    })
  })
  await watch(page, `${LINES} orders`, 'recipient.name')
  await page.keyboard.press('Control+V')
  const painted = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  await page.context().close()
  return painted
}

/** From the trusted paste event to the frame after the count and the first line are in the page. */
async function watch(page: Page, count: string, column: string): Promise<void> {
  await page.evaluate(text => navigator.clipboard.writeText(text), block)
  await page.evaluate(
    ([wanted, id]) => {
      const shared = window as unknown as { painted: Promise<number>; began: number }
      shared.painted = new Promise(resolve => {
        const begin = () => {
          shared.began = performance.now()
          const look = () => {
            const cell = document.querySelector(`[data-column="${id}"]:not(:empty)`)
            const said = document.body.textContent?.replaceAll(',', '').includes(wanted ?? '')
            if (cell && said) requestAnimationFrame(() => resolve(performance.now() - shared.began))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        window.addEventListener('paste', begin, { capture: true, once: true })
      })
    },
    [count, column],
  )
}

async function newPage(from: Browser): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    bypassCSP: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The loader of this script names functions by a helper that pages do not have.
  await context.addInitScript({ content: 'globalThis.__name = value => value' })
  return context.newPage()
}

async function answering(): Promise<void> {
  const deadline = Date.now() + 60_000
  while (
    !(await fetch(`${url}/healthz`).then(
      answer => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error('The server does not answer.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(name: string, ours: number, limit: number): void {
  console.log(JSON.stringify({ name, ours, limit, unit: 'ms' }))
}
