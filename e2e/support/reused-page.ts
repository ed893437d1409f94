import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright/test'
import { confirmPasswordOn } from './confirm-password'

/** An address of the desk whose page loads no script. */
const NOWHERE = '/healthz'

/**
 * A browser context and a page that stay over the tests of a worker: on a page of its own each test would fetch,
 * parse and compile the desk again, which costs more than most of what it does there.
 */
export class ReusedPage {
  private context: BrowserContext | undefined
  private page: Page | undefined

  constructor(
    private readonly browser: Browser,
    private readonly baseURL: string,
    /** Of a signed-in operator. */
    private readonly cookies: Parameters<BrowserContext['addCookies']>[0],
  ) {}

  /** A page of the given size, on no page of the desk yet, in a browser that has only the operator's cookies. */
  async open(viewport: ViewportSize | null): Promise<Page> {
    this.context ??= await this.browser.newContext({
      baseURL: this.baseURL,
      locale: 'en',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    this.page ??= await this.newPage(this.context)
    await this.context.clearCookies()
    await this.context.addCookies([...this.cookies])
    if (viewport) await this.page.setViewportSize(viewport)
    await this.page.goto(NOWHERE)
    return this.page
  }

  /** Removes what a test leaves behind. A page that crashed or was closed is replaced by another. */
  async clear(): Promise<void> {
    const { context, page } = this
    if (!context || !page) return
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    if (page.isClosed()) this.page = await this.newPage(context)
    const swept = this.page ?? page
    // Without a listener, a page that asks before it is left is left: the next test must not stay on it.
    swept.removeAllListeners('dialog')
    await swept.unrouteAll({ behavior: 'ignoreErrors' })
    await swept.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: null })
    const left = (await hasLeft(swept)) ? swept : await this.replace(context, swept)
    await left.evaluate(clearStorage)
  }

  /** Closes a page that stays on the desk: closing asks nothing. @returns a new one, on no page of the desk */
  private async replace(context: BrowserContext, page: Page): Promise<Page> {
    await page.close()
    this.page = await this.newPage(context)
    await this.page.goto(NOWHERE)
    return this.page
  }

  private async newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await confirmPasswordOn(page)
    return page
  }

  /** Closes the browser context. */
  async close(): Promise<void> {
    await this.context?.close()
  }
}

/**
 * Leaves the desk. A page with unsaved edits asks before it closes, and Chromium sometimes gives up the
 * navigation meanwhile.
 * @returns whether it is left
 */
const hasLeft = (page: Page): Promise<boolean> =>
  page.goto(NOWHERE).then(
    () => true,
    () => false,
  )

/** Empties what the browser keeps of the site. */
async function clearStorage(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases())
    if (name !== undefined)
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = resolve
        request.onerror = reject
      })
}
