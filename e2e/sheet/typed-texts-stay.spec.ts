import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { ITEM, NAME, NUMBER, Sheet, wide, withPaths } from '../support/grid'
import { Ime } from '../support/keyboard/ime'

test.use({ viewport: wide, expectedErrors: [/ERR_FAILED|Failed to fetch/] })

/** A saved draft of one order, opened from the list of drafts. */
async function openFromList(page: Page): Promise<Sheet> {
  const made = await Sheet.open(page, withPaths([NUMBER], [{ [NUMBER]: 'FIRST' }]))
  await made.saved()
  const { pathname } = new URL(page.url())
  await page.goto('/orders/japan')
  await page.locator(`a[href="${pathname}"]`).first().click()
  await expect(made.editor).toBeFocused()
  return made
}

/** Answers every question of the browser whether to leave. @returns the questions so far */
function leaveAnyway(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', dialog => {
    asked.push(dialog.type())
    dialog.accept().catch(() => {})
  })
  return asked
}

/** Types into the name of the first order; the editor stays open. */
async function typeName(sheet: Sheet, text: string): Promise<void> {
  await sheet.goTo(1, NAME)
  await sheet.type(text)
  await expect(sheet.editor).toHaveValue(text)
}

test('a text in an open editor is saved when the operator goes back', async ({ operator: page }) => {
  const asked = leaveAnyway(page)
  const sheet = await openFromList(page)
  const url = page.url()
  await typeName(sheet, 'typed, then back')
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\/japan$/)
  await expect(async () => {
    const again = await Sheet.at(page, url)
    await again.expectTexts(NAME, 1, ['typed, then back'])
  }).toPass()
  expect(asked).toEqual([])
})

test('a text in an open editor stays when the page is reloaded, also without a connection to the server', async ({
  operator: page,
}) => {
  const asked = leaveAnyway(page)
  const sheet = await openFromList(page)
  await typeName(sheet, 'typed, then reloaded')
  await page.reload()
  await sheet.expectTexts(NAME, 1, ['typed, then reloaded'])
  expect(asked).toEqual(['beforeunload'])
  await sheet.saved()

  // Requests that outlive their page would pass the routes of a test.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (input, init) =>
      init?.method === 'POST' ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
  })
  await typeName(sheet, 'typed offline')
  await page.reload()
  await expect(sheet.announcement).toHaveText(/Restored 1 row with unsaved changes/)
  await sheet.expectTexts(NAME, 1, ['typed offline'])
  await sheet.saved()
})

test('a text in an open editor stays when the tab is closed', async ({ operator }) => {
  const context = operator.context()
  const page = await context.newPage()
  leaveAnyway(page)
  const sheet = await openFromList(page)
  const url = page.url()
  await typeName(sheet, 'typed, then closed')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  const again = await Sheet.at(await context.newPage(), url)
  await again.expectTexts(NAME, 1, ['typed, then closed'])
})

test('a text stays when the window gets too narrow for the sheet', async ({ operator: page }) => {
  const sheet = await openFromList(page)
  await typeName(sheet, 'typed, then narrow')
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(page.getByText('typed, then narrow')).toBeVisible()
})

test('an editor that is cancelled, or holds what the cell holds, lets the page be left without a question', async ({
  operator: page,
}) => {
  const asked = leaveAnyway(page)
  const sheet = await openFromList(page)
  await typeName(sheet, 'cancelled')
  await sheet.press('Escape')
  await page.reload()
  await sheet.expectTexts(NAME, 1, [''])
  await sheet.goTo(1, NUMBER)
  await sheet.press('F2')
  await page.reload()
  await sheet.expectTexts(NUMBER, 1, ['FIRST'])
  expect(asked).toEqual([])
})

test('a text that an input method is composing is saved when the page is reloaded', async ({
  operator: page,
}) => {
  leaveAnyway(page)
  const sheet = await openFromList(page)
  await sheet.goTo(1, NAME)
  const ime = await Ime.on(page)
  await ime.compose(['기', '김', '김철'])
  await expect(sheet.editor).toHaveValue('김철')
  await page.reload()
  await sheet.expectTexts(NAME, 1, ['김철'])
})

test('a name that is being typed stays when the page is reloaded or left by Back, and Escape discards it', async ({
  operator: page,
}) => {
  const asked = leaveAnyway(page)
  const sheet = await openFromList(page)
  const url = page.url()
  const name = page.getByRole('textbox', { name: 'Draft name' })
  await name.fill('Monday')
  await page.reload()
  await expect(name).toHaveValue('Monday')
  expect(asked).toEqual(['beforeunload'])
  await sheet.saved()
  await name.fill('Discarded')
  await sheet.press('Escape')
  await page.reload()
  await expect(name).toHaveValue('Monday')
  expect(asked).toHaveLength(1)

  await page.goto('/orders/japan')
  await page
    .locator(`a[href="${new URL(url).pathname}"]`)
    .first()
    .click()
  await expect(sheet.editor).toBeFocused()
  await name.fill('Tuesday')
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\/japan$/)
  await expect(async () => {
    await page.goto('/orders/japan')
    await expect(page.getByRole('link', { name: 'Tuesday' }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a text that is typed into a blank row stays there while a colleague pastes', async ({
  operator,
  browser,
  session,
}) => {
  const mine = await Sheet.open(operator, withPaths([NUMBER], [{ [NUMBER]: 'FIRST' }]))
  await mine.saved()
  const context = await browser.newContext({ storageState: session, viewport: wide, locale: 'en' })
  const theirs = await Sheet.at(await context.newPage(), operator.url())
  await theirs.goTo(10, NAME)
  await theirs.type('typed while they paste')
  await mine.goTo(2, NUMBER)
  await mine.paste(Array.from({ length: 60 }, (_, i) => `P${i}`).join('\n'))
  await mine.saved()
  await expect(theirs.grid).toHaveAttribute('aria-rowcount', '72')
  await theirs.type(', and after')
  await theirs.press('Enter')
  await theirs.saved()
  await theirs.expectTexts(NAME, 70, ['typed while they paste, and after'])
  await context.close()
})

test('a block that is pasted before the recipes are loaded goes where it was pasted', async ({
  operator,
}) => {
  const page = await operator.context().newPage()
  await page.setViewportSize(wide)
  let isSlow = false
  let goOn = () => {}
  const slow = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route('**/_next/static/chunks/**', async route => {
    if (isSlow) await slow
    await route.continue()
  })
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const sheet = await Sheet.at(page, '/orders/japan/new')
  isSlow = true
  await sheet.goTo(1, NAME)
  await sheet.paste('김철수\t서울\t강남\n이영희\t부산\t해운대\n')
  await expect(sheet.announcement).toHaveText('Pasting…')
  await sheet.goTo(6, ITEM)
  await sheet.type('mine')
  await sheet.press('Enter')
  goOn()
  await sheet.expectTexts(NAME, 1, ['김철수', '이영희', ''])
  await sheet.expectTexts(ITEM, 6, ['mine', ''])
  await page.close()
})
