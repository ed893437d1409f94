import type { Page } from 'playwright/test'
import { expect, signIn, signOut, test } from '../support/fixtures'
import { NAME, NUMBER, Sheet, wide, withPaths, ZIP } from '../support/grid'

test.use({ viewport: wide, expectedErrors: [/ERR_FAILED|Failed to fetch|status of 40[049]/] })

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ [NUMBER]: `N${String(from + i).padStart(4, '0')}` }))

/** Blocks all saves to the server. */
const cutOff = (page: Page) =>
  page.route(
    () => true,
    route => (route.request().method() === 'POST' ? route.abort() : route.fallback()),
  )

/** Blocks all saves, and types a name into the first row. */
async function typeUnsaved(sheet: Sheet): Promise<void> {
  await cutOff(sheet.page)
  await sheet.goTo(1, NAME)
  await sheet.type('typed')
  await sheet.press('Enter')
}

/** Waits until the browser has stored this many acts that the server may not have. */
const writtenDown = (page: Page, count: number) => expect.poll(() => held(page, 'unsent')).toBe(count)

/** A draft of two orders with an edit that only the browser has. */
async function openWithUnsavedEdit(page: Page): Promise<Sheet> {
  const sheet = await Sheet.open(page, withPaths([NUMBER], numbers(2)))
  await sheet.saved()
  await typeUnsaved(sheet)
  await writtenDown(page, 1)
  return sheet
}

/** Number of entries in a store of the journal. */
const held = (page: Page, store: string): Promise<number> =>
  page.evaluate(
    name =>
      new Promise<number>(resolve => {
        indexedDB.open('lading-journal').onsuccess = event => {
          const db = (event.target as IDBOpenDBRequest).result
          const count = db.transaction(name).objectStore(name).count()
          count.onsuccess = () => {
            db.close()
            resolve(count.result)
          }
        }
      }),
    store,
  )

/** Ends the tab as a crash does: none of its code runs any more. @returns another tab of the same browser */
async function crash(page: Page): Promise<Page> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await crashed
  const next = await context.newPage()
  await page.close()
  return next
}

test('edits that were not saved when the tab died are there when the draft is opened again', async ({
  operator,
  browser,
  session,
  baseURL,
}) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME], numbers(3)))
  await sheet.saved()
  const url = operator.url()
  await typeUnsaved(sheet)
  await sheet.goTo(3, NAME)
  await sheet.type('too late')
  await sheet.press('Enter')
  await sheet.goTo(4, NUMBER)
  await sheet.paste(withPaths([NUMBER, ZIP], numbers(1000, 100)))
  await expect(sheet.announcement).toHaveText(/Pasted 1,000 rows/)
  await writtenDown(operator, 3)

  // Another operator changes a line of the draft meanwhile.
  const elsewhere = await browser.newContext({ storageState: session, baseURL })
  const theirs = await Sheet.at(await elsewhere.newPage(), url)
  await theirs.goTo(3, NAME)
  await theirs.type('theirs')
  await theirs.press('Enter')
  await theirs.saved()
  await elsewhere.close()

  const again = await Sheet.at(await crash(operator), url)
  await expect(again.announcement).toHaveText(
    /Restored 1,001 rows with unsaved changes.*1 row was changed elsewhere/,
  )
  await again.expectTexts(NAME, 1, ['typed', '', 'theirs'])
  await again.expectTexts(NUMBER, 3, ['N0002', 'N0100'])
  await expect(again.grid).toHaveAttribute('aria-rowcount', '1006')
  await again.saved()
  await expect.poll(() => held(again.page, 'unsent')).toBe(0)
  await again.press('Control+Z')
  await expect(again.grid).toHaveAttribute('aria-rowcount', '42')
  await again.press('Control+Z')
  await again.expectTexts(NAME, 1, ['', '', 'theirs'])
})

/** Longer than a browser needs on a calm machine, in milliseconds. */
const SLOW_READ_MS = 2500

/**
 * Makes reads of the journal's acts wait, as on a busy machine: a write lasts this long. Resolves once it has begun.
 */
const slowDown = (page: Page) =>
  page.evaluate(
    duration =>
      new Promise<void>(resolve => {
        indexedDB.open('lading-journal').onsuccess = event => {
          const db = (event.target as IDBOpenDBRequest).result
          const log = db.transaction('log', 'readwrite').objectStore('log')
          const end = performance.now() + duration
          const read = () => {
            log.count().onsuccess = () => (performance.now() < end ? read() : db.close())
          }
          log.count().onsuccess = () => {
            resolve()
            read()
          }
        }
      }),
    SLOW_READ_MS,
  )

test('unsaved edits are there when the draft is opened in a browser whose database is slow', async ({
  operator,
}) => {
  await openWithUnsavedEdit(operator)
  const url = operator.url()
  const next = await crash(operator)
  const another = await next.context().newPage()
  await another.goto('/')
  await slowDown(another)
  const again = await Sheet.at(next, url)
  await again.expectTexts(NAME, 1, ['typed', ''])
  await again.saved()
  await another.close()
})

test('a new draft that never reached the server comes back; signing out leaves nothing in the browser', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${baseURL}/sign-in`)
  await signIn(page)
  const sheet = await Sheet.open(page)
  await cutOff(page)
  await sheet.paste(withPaths([NUMBER], numbers(2)))
  await writtenDown(page, 1)
  const again = await Sheet.at(await crash(page), '/orders/japan/new')
  await again.expectTexts(NUMBER, 1, ['N0000', 'N0001', ''])
  await again.saved()
  await expect(again.page).not.toHaveURL(/new$/)
  await signOut(again.page)
  await expect(again.page).toHaveURL(/sign-in/)
  for (const store of ['drafts', 'log', 'parts', 'unsent']) expect(await held(again.page, store)).toBe(0)
})

test('a sign-out that does not reach the server says so, and keeps the session and unsaved edits', async ({
  operator,
}) => {
  const sheet = await openWithUnsavedEdit(operator)
  const url = operator.url()
  await signOut(operator)
  await expect(operator.getByText('Check your connection, then try again.')).toBeVisible()
  expect([operator.url(), await held(operator, 'unsent')]).toEqual([url, 1])
  await operator.unrouteAll()
  await sheet.saved()
  await sheet.expectTexts(NAME, 1, ['typed', ''])
})

test('an update of the server is reported, and edits survive the reload', async ({ operator }) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER], numbers(1)))
  await sheet.saved()
  // Like the next version, the server does not understand this page's requests.
  await operator.route(/\/drafts\/[^/]+\/changes$/, route =>
    route.request().method() === 'POST' ? route.continue({ postData: '{}' }) : route.fallback(),
  )
  await sheet.goTo(1, NAME)
  await sheet.type('Mina')
  await sheet.press('Enter')
  await expect(operator.locator('[data-save]')).toContainText('Lading was updated. Reload the page')
  await operator.unrouteAll()
  operator.once('dialog', dialog => dialog.accept())
  await operator.reload()
  await expect(sheet.cell(1, NAME)).toHaveText('Mina')
  await sheet.saved()
})
