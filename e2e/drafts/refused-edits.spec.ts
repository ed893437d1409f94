import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { NAME, NUMBER, Sheet, wide, withPaths } from '../support/grid'

test.use({ viewport: wide, expectedErrors: [/ERR_FAILED|Failed to fetch|status of 403/] })

const CHANGES = /\/drafts\/[^/]+\/changes$/

const stateOf = (page: Page) => page.locator('[data-save]')

test('edits of an operator who may no longer edit are not sent again and again, stay, and are saved later', async ({
  page: operator,
  session,
}) => {
  // A browser of its own: the clock stays in all pages of one.
  await operator.context().addCookies(session.cookies)
  const sheet = await Sheet.open(operator, withPaths([NUMBER], [{ [NUMBER]: 'R-1' }]))
  await sheet.saved()
  await operator.clock.install()
  let tries = 0
  await operator.route(CHANGES, route => {
    if (route.request().method() !== 'POST') return route.fallback()
    tries++
    const problem = {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      code: 'role',
      detail: 'Your role doesn’t allow this.',
    }
    return route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem })
  })
  await sheet.goTo(1, NAME)
  await sheet.type('Mina')
  await sheet.press('Enter')
  await operator.clock.runFor(1000)
  await expect(stateOf(operator)).toContainText('You may no longer edit drafts.')
  const before = tries
  // Another tab joins, which this one reads: no reason to send the edits again.
  const other = await operator.context().newPage()
  await Sheet.at(other, operator.url())
  const alsoHere = operator.getByText('Also here: ')
  await expect
    .poll(async () => {
      await operator.clock.runFor(3000)
      return alsoHere.isVisible()
    })
    .toBe(true)
  await operator.clock.runFor(5000)
  expect(tries).toBe(before)
  await other.close()
  await operator.unroute(CHANGES)
  await operator.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await sheet.saved()
  await sheet.expectTexts(NAME, 1, ['Mina'])
})

test('a page with edits that are not saved asks before it closes, and one whose edits are saved does not', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER], [{ [NUMBER]: 'U-1' }]))
  await sheet.saved()
  const dialogs: string[] = []
  operator.on('dialog', async dialog => {
    dialogs.push(dialog.type())
    await dialog.dismiss()
  })
  await operator.route(CHANGES, route =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await sheet.goTo(1, NAME)
  await sheet.type('Mina')
  await sheet.press('Enter')
  await expect(stateOf(operator)).toHaveAttribute('data-save', 'failed')
  await operator.close({ runBeforeUnload: true })
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  await sheet.expectTexts(NAME, 1, ['Mina'])
  await operator.unroute(CHANGES)
  await sheet.saved()
  await operator.reload()
  expect(dialogs).toEqual(['beforeunload'])
})

test('a check that could not be saved no longer says so once all is saved', async ({ operator }) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER], [{ [NUMBER]: 'U-2' }]))
  await sheet.saved()
  await operator.route(CHANGES, route =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await sheet.goTo(1, NAME)
  await sheet.type('Mina')
  await sheet.press('Enter', 'F9')
  await expect(sheet.announcement).toContainText('Can’t reach Lading.')
  await operator.unroute(CHANGES)
  await sheet.saved()
  await expect(sheet.announcement).toHaveText('All changes are saved. Lading saves automatically.')
})

test('a new draft counts as saved once its connection is stored, too, and asks nothing then when it is left', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.saved()
  let sent = 0
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/orders\/japan\//, async route => {
    const request = route.request()
    if ('next-action' in request.headers() && request.postData()?.includes('connectionId')) {
      sent++
      await released
    }
    await route.fallback()
  })
  const isAsking = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const stored = page.waitForResponse(CHANGES)
  const pasted = workbench.paste(withPaths([NUMBER], [{ [NUMBER]: 'C-1' }]))
  await stored
  await expect.poll(() => sent).toBe(1)
  await expect(stateOf(page)).toHaveAttribute('data-save', 'saving')
  expect(await isAsking()).toBe(true)
  release()
  await pasted
  expect(await isAsking()).toBe(false)
})
