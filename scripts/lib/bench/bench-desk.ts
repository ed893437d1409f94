import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { benchAccount, serveBuilt } from './built-server'

const { findBrowser } = await import('../browser/browser.mjs')

/** The longest wait for a page, in milliseconds. Measured work may be slow. */
const TIMEOUT_MS = 300_000

/** The built desk, and a browser that measures it. */
export class BenchDesk {
  private constructor(
    readonly url: string,
    /** A folder that is removed with it. */
    readonly folder: string,
    readonly browser: Awaited<ReturnType<typeof chromium.launch>>,
    private readonly kill: () => void,
  ) {}

  /** Builds if necessary, and starts. The caller closes it. */
  static async open(): Promise<BenchDesk> {
    const folder = await mkdtemp(join(tmpdir(), 'lading-bench-'))
    const { url, child } = await serveBuilt(folder)
    const args = ['--no-sandbox', '--disable-gpu']
    const browser = await chromium.launch({ executablePath: findBrowser(), args })
    return new BenchDesk(url, folder, browser, () => child.kill('SIGKILL'))
  }

  /** A page of its own browser context, at the desk's origin, not signed in. */
  async newPage(): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en',
      bypassCSP: true,
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // tsx names functions by a helper that pages do not have.
    await context.addInitScript({ content: 'globalThis.__name = value => value' })
    const page = await context.newPage()
    await page.goto(`${this.url}/sign-in`)
    return page
  }

  /** A page with an empty sheet of orders to Japan. */
  async newSheet(): Promise<Page> {
    const page = await this.newPage()
    await page.getByLabel('Email').fill(benchAccount.email)
    await page.getByLabel('Password').fill(benchAccount.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${this.url}/`)
    await page.goto(`${this.url}/orders/japan/new`)
    await page.getByRole('gridcell').first().waitFor()
    return page
  }

  async close(): Promise<void> {
    await this.browser.close()
    this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }
}
