import { type Browser, chromium, type Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { NAME, NUMBER, Sheet, wide, withPaths, ZIP } from '../support/grid'
import { Ime } from '../support/keyboard/ime'
import { RecordPanel } from '../support/record-panel'

test.use({ viewport: wide })

/** Blocks the changes of others from a page until `release`. @returns the function that releases them */
async function holdBackUpdates(page: Page): Promise<() => void> {
  let release = () => {}
  const until = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/changes\?/, async route => {
    await until
    await route.fallback()
  })
  // Only from now on: one that began before is not held back.
  const asks = page.waitForRequest(/\/changes\?/)
  // An earlier request may still get its response. A page that becomes visible sends one at once, even while its
  // stream is silent.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await asks
  return release
}

/** Opens the draft in another browser. */
async function openElsewhere(
  browser: Browser,
  session: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
  url: string,
) {
  const context = await browser.newContext({ storageState: session, viewport: wide, locale: 'en' })
  return Sheet.at(await context.newPage(), url)
}

async function write(sheet: Sheet, row: number, column: string, text: string): Promise<void> {
  await sheet.goTo(row, column)
  await sheet.type(text)
  await sheet.press('Enter')
}

test('two people on one draft see each other’s edits, and nothing is overwritten silently', async ({
  operator,
  browser,
  session,
}) => {
  const lines = ['1', '2', '3'].map(number => ({ [NUMBER]: `N${number}` }))
  const mine = await Sheet.open(operator, withPaths([NUMBER, NAME, ZIP], lines))
  await mine.saved()
  const theirs = await openElsewhere(browser, session, operator.url())
  for (const sheet of [mine, theirs]) await expect(sheet.page.getByText(/^Also here: you/)).toBeVisible()
  const alert = (sheet: Sheet) => sheet.page.getByRole('alert').filter({ hasText: 'of yours' })

  // Different cells of one line; active cell and undo are separate for each person.
  await write(mine, 1, NAME, 'Mina')
  await write(theirs, 1, ZIP, '150-0041')
  for (const sheet of [mine, theirs]) {
    await expect(sheet.cell(1, NAME)).toHaveText('Mina')
    await expect(sheet.cell(1, ZIP)).toHaveText('150-0041')
  }
  await mine.expectAt(2, NAME)
  await theirs.press('Control+Z')
  await expect(mine.cell(1, ZIP)).toHaveText('')
  await expect(mine.cell(1, NAME)).toHaveText('Mina')
  await theirs.press('Control+Z')
  await theirs.expectTexts(NAME, 1, ['Mina'])

  // The same cell: the later text stays, and the person with the earlier text gets a notice and can restore it.
  const deliver = await holdBackUpdates(theirs.page)
  await write(mine, 2, NAME, 'early')
  await mine.saved()
  await write(theirs, 2, NAME, 'late')
  await expect(theirs.announcement).toHaveText(/You overwrote a value/)
  await expect(mine.cell(2, NAME)).toHaveText('late')
  await expect(alert(mine)).toContainText('“early” in Recipient name, row 2')
  deliver()
  await alert(mine).getByRole('button', { name: 'Restore mine' }).click()
  await expect(alert(mine)).toHaveCount(0)
  await expect(theirs.cell(2, NAME)).toHaveText('early')
  await mine.press('Control+Z')
  await expect(theirs.cell(2, NAME)).toHaveText('late')

  // A text that is being typed stays, and wins over a change that arrived meanwhile.
  await theirs.goTo(2, NAME)
  await theirs.press('F2')
  await theirs.page.keyboard.type('r')
  await write(mine, 2, NAME, 'meanwhile')
  await expect(theirs.cell(2, NAME)).toHaveText('meanwhile')
  await expect(theirs.editor).toHaveValue('later')
  await theirs.press('Enter')
  await expect(mine.cell(2, NAME)).toHaveText('later')
  await expect(alert(mine)).toContainText('“meanwhile”')
  await alert(mine).getByRole('button', { name: 'Keep as is' }).click()

  // The same holds for text in the form, where a half-composed syllable is not written yet.
  const ime = await Ime.on(theirs.page)
  await theirs.goTo(2, NAME)
  await theirs.press('Control+m')
  const field = new RecordPanel(theirs.page).field('Recipient', 'Name')
  await field.fill('')
  await ime.compose(['ㅎ', '하'])
  await write(mine, 2, NAME, 'beside the form')
  await expect(theirs.cell(2, NAME)).toHaveText('beside the form')
  await ime.commit('한')
  await expect(field).toHaveValue('한')
  await theirs.press('Control+m')
  await expect(theirs.announcement).toHaveText(/You overwrote a value/)
  await expect(mine.cell(2, NAME)).toHaveText('한')
  await expect(alert(mine)).toContainText('“beside the form”')
  await alert(mine).getByRole('button', { name: 'Keep as is' }).click()

  // A line that one person removes while the other writes into it comes back.
  const deliverAgain = await holdBackUpdates(theirs.page)
  await mine.goTo(3, NAME)
  await mine.press('Control+Alt+-')
  await mine.expectTexts(NUMBER, 3, [''])
  await mine.saved()
  await write(theirs, 3, NAME, 'still here')
  await expect(mine.cell(3, NAME)).toHaveText('still here')
  await expect(operator.getByRole('alert').filter({ hasText: 'is back' })).toBeVisible()
  deliverAgain()
  // The sheet does not say when the server knows that the notice was read: a reload before that shows it again.
  const dismissal = operator.waitForRequest(request => request.headers()['next-action'] !== undefined)
  await operator.getByRole('button', { name: 'Keep as is' }).click()
  await (await dismissal).response()

  // Both have the same sheet, even after a reload, and no notice appears twice.
  const all = ['Mina', '한', 'still here', '']
  await mine.expectTexts(NAME, 1, all)
  await theirs.expectTexts(NAME, 1, all)
  await mine.saved()
  await operator.reload()
  await mine.expectTexts(NAME, 1, all)
  await expect(operator.getByText(/^Also here: you/)).toBeVisible()
  await expect(operator.getByRole('button', { name: 'Keep as is' })).toHaveCount(0)
  await theirs.page.goto('/')
  await expect(operator.getByText(/^Also here/)).toHaveCount(0)
  await theirs.page.context().close()
})

test('a fill that is dragged while a colleague inserts a row fills the rows that the operator sees', async ({
  operator,
  browser,
  session,
}) => {
  const lines = ['1', '2', '3', '4'].map(number => ({ [NUMBER]: `N${number}`, [NAME]: number }))
  const mine = await Sheet.open(operator, withPaths([NUMBER, NAME], lines))
  await mine.saved()
  const theirs = await openElsewhere(browser, session, operator.url())
  await mine.goTo(2, NAME)
  const box = await mine.cell(2, NAME).boundingBox()
  await operator.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + (box?.height ?? 0) - 3)
  await operator.mouse.down()
  await mine.cell(3, NAME).hover()
  await theirs.goTo(1, NUMBER)
  await theirs.press('Control+Alt+=')
  await expect(mine.cell(3, NUMBER)).toHaveText('N2')
  await operator.mouse.up()
  await mine.expectTexts(NAME, 1, ['1', '', '2', '2', '4'])
  await theirs.page.context().close()
})

test('a browser that was killed is no longer shown as present after half a minute', async ({
  operator,
  session,
}) => {
  const mine = await Sheet.open(operator, withPaths([NUMBER, NAME], [{ [NUMBER]: 'N1' }]))
  await mine.saved()
  const { executablePath } = test.info().project.use.launchOptions ?? {}
  const theirs = await chromium.launchServer({ ...(executablePath && { executablePath }) })
  const browser = await chromium.connect(theirs.wsEndpoint())
  const context = await browser.newContext({ storageState: session, viewport: wide, locale: 'en' })
  const page = await context.newPage()
  // The server notices the end of a stream; a browser that died before it had one counts as present until its timeout.
  const stream = page.waitForResponse(/\/live\?/)
  await Sheet.at(page, operator.url())
  await stream
  await expect(mine.page.getByText(/^Also here: you/)).toBeVisible()
  await theirs.kill()
  // A silent workbench counts as present for 75 seconds.
  await expect(mine.page.getByText(/^Also here: you/)).toHaveCount(0, { timeout: 45_000 })
})
