import type { Page } from 'playwright/test'
import { languages } from '@/lib/words/locale/languages'
import { createKey } from '../automation/automation-key'
import { expectFlawless } from '../support/axe'
import { freshOrders, numberOf, block as ordersBlock } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { Find } from '../support/find'
import { expect, test } from '../support/fixtures'
import { NAME, NUMBER, PRICE, Sheet, withPaths } from '../support/grid'
import { ownShopTable } from '../support/own-shop'
import { lookAlike } from './alike-cells'

const lines = Array.from({ length: 9 }, (_, i) => ({
  [NUMBER]: `X${i}`,
  [NAME]: i % 2 ? '山田 太郎' : '김민수',
  [PRICE]: i % 3 ? '-10' : '1O',
}))
const block = withPaths([NUMBER, NAME, PRICE], lines)
const desk = ['/', '/orders/japan', '/connections', '/settings', '/open-api']

test('axe finds nothing on any page of the desk, light or dark', async ({ operator, browser, baseURL }) => {
  for (const path of desk) {
    await operator.emulateMedia({ colorScheme: 'light' })
    await operator.goto(path)
    await expectFlawless(operator, `${path}, light`)
    await operator.emulateMedia({ colorScheme: 'dark' })
    await expectFlawless(operator, `${path}, dark`, { rules: ['color-contrast'] })
  }
  const stranger = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'en' })
  await stranger.goto('/sign-in')
  await expectFlawless(stranger, 'sign-in')
  await stranger.close()
})

test('axe finds nothing on the API page on a phone, where no part of it scrolls sideways', async ({
  operator,
}) => {
  const size = operator.viewportSize()
  await operator.setViewportSize({ width: 390, height: 844 })
  await operator.goto('/open-api')
  await expectFlawless(operator, 'the API page on a phone')
  expect(await operator.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  if (size) await operator.setViewportSize(size)
})

test('axe finds nothing in the sheet, whatever is open, light or dark', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const look = (where: string, within?: string) =>
    expectFlawless(operator, where, { ...(within && { within }) })
  const lookInTheDark = async (where: string, within?: string) => {
    await look(where, within)
    await operator.emulateMedia({ colorScheme: 'dark' })
    await expectFlawless(operator, `${where}, dark`, { rules: ['color-contrast'], ...(within && { within }) })
    await operator.emulateMedia({ colorScheme: 'light' })
  }
  await look('an empty sheet')
  await sheet.paste(block)
  await expect(sheet.cell(1, 'recipient.zipCode')).toHaveAttribute('aria-invalid', 'true')
  await lookInTheDark('failures and warnings')
  await sheet.press('Control+H')
  await sheet.type('10')
  const find = new Find(operator)
  await find.by.fill('20')
  await expect(find.outcome).toContainText('in')
  await lookInTheDark('find and replace', 'search')
  await (await find.preview()).getByRole('checkbox').first().waitFor()
  await lookInTheDark('what replacing would do', '[role=dialog]')
  await sheet.press('Escape')
  await find.what.press('Escape')
  await sheet.press('F1')
  await look('the keys', '[data-help]')
  await sheet.press('Escape', 'Control+M')
  await expect(operator.locator('[data-field] textarea, [data-field] input').first()).toBeVisible()
  await look('the form', '#side')
  await sheet.press('Control+M', 'Control+G')
  await sheet.type('X1')
  await expect(operator.getByRole('option').first()).toBeVisible()
  await look('go to an order', '[role=dialog]')
  await sheet.press('Escape')
  await operator.getByRole('button', { name: 'More tools' }).click()
  await look('a menu', '[role=menu]')
  await sheet.press('Escape')
  await sheet.press('F2')
  await look('an editor', '.grid-overlay')
})

test('axe finds nothing where columns are matched, and the keyboard scrolls the preview', async ({
  operator,
}) => {
  const size = operator.viewportSize()
  await operator.setViewportSize({ width: 1024, height: 560 })
  await Sheet.open(operator)
  const [headings = [], first = [], ...rows] = ownShopTable('AXE')
  // More items than the preview shows, so that it counts them.
  const others = ['장갑', '목도리', '우산'].map(item => first.with(headings.indexOf('물건'), item))
  const table = [headings, first, ...others, ...rows]
  await operator.locator('input[type=file]').setInputFiles({
    name: 'own-shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.map(row => row.join(',')).join('\r\n')),
  })
  const preview = operator.getByRole('complementary', { name: 'First orders' })
  await expect(preview).toContainText('First 3 of 5 items')
  await expectFlawless(operator, 'the columns of a file', { within: '[role=dialog]' })
  if (size) await operator.setViewportSize(size)
})

test('no information is given only by colour: cells differ in shape or background, in grey and in forced colours', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, block)
  await sheet.goTo(1, NUMBER)
  const media = [
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'light', forcedColors: 'active' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const
  for (const one of media) {
    await operator.emulateMedia(one)
    expect(await lookAlike(sheet, 'recipient.email'), JSON.stringify(one)).toEqual([])
  }
})

test('in forced colours an elbow still joins a further row to its order', async ({ operator }) => {
  const items = [0, 1].map(i => ({ [NUMBER]: 'ELBOW', [NAME]: '山田 太郎', [PRICE]: `${i}` }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME, PRICE], items))
  const gutter = sheet.grid.locator('[role=row][data-continues] > [role=rowheader]')
  await operator.emulateMedia({ forcedColors: 'active' })
  await expect(gutter).toHaveCSS('background-image', /gradient/)
  await operator.emulateMedia({ forcedColors: 'none' })
})

test('on a tablet the lists of History show all of their columns, in every language', async ({
  workbench,
}) => {
  const { page } = workbench
  const size = page.viewportSize()
  const orders = freshOrders(2)
  await workbench.paste(ordersBlock(orders))
  await workbench.check()
  await workbench.register()
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const language of languages) {
    await page.context().addCookies([{ name: 'lading-language', value: language, url: page.url() }])
    for (const path of ['/history', `/history?q=${numberOf(orders[0])}`]) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('table').getByRole('rowheader').first()).toBeVisible()
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('main table')].map(
          ({ parentElement: box }) => box && box.scrollWidth - box.clientWidth,
        ),
      )
      expect(cut, `${path} in ${language}`).toEqual([0])
    }
  }
  await page.context().clearCookies({ name: 'lading-language' })
  if (size) await page.setViewportSize(size)
})

test('on a tablet the rows of wide tables are stacked, so that none of their buttons is out of view', async ({
  operator,
}) => {
  const size = operator.viewportSize()
  await confirmPasswordOn(operator)
  await operator.goto('/settings/keys')
  const { origin } = new URL(operator.url())
  await createKey(operator, 'a tablet')
  const sideways = () =>
    operator.evaluate(() =>
      [...document.querySelectorAll('main table')].map(
        ({ parentElement: box }) => box && box.scrollWidth - box.clientWidth,
      ),
    )
  for (const language of languages) {
    await operator.context().addCookies([{ name: 'lading-language', value: language, url: origin }])
    for (const path of ['/settings/keys', '/settings/team', '/settings', '/connections']) {
      await operator.goto(path)
      await expect(operator.locator('html')).toHaveAttribute('lang', language)
      await expect(operator.getByRole('table').getByRole('rowheader').first()).toBeVisible()
      for (const width of [960, 820, 720]) {
        await operator.setViewportSize({ width, height: 1000 })
        expect(await sideways(), `${path} in ${language}, ${width} wide`).toEqual([0])
      }
    }
  }
  await operator.context().clearCookies({ name: 'lading-language' })

  // Stacked, a value has its heading beside it, and the name of a row is above its values.
  await operator.setViewportSize({ width: 820, height: 1000 })
  await operator.goto('/settings/keys')
  const row = operator.getByRole('row', { name: 'a tablet' })
  const created = row.locator('[data-label=Created]')
  expect(await created.evaluate(cell => getComputedStyle(cell, '::before').content)).not.toBe('none')
  const [name, value] = [await row.getByRole('rowheader').boundingBox(), await created.boundingBox()]
  expect(value?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1)
  await expect(row.getByRole('button', { name: /^Revoke/ })).toBeInViewport({ ratio: 1 })
  await expectFlawless(operator, 'stacked rows')
  // With enough room the same rows are a table.
  await operator.setViewportSize({ width: 1440, height: 1000 })
  const [wideName, wideValue] = [await row.getByRole('rowheader').boundingBox(), await created.boundingBox()]
  expect(wideValue?.y).toBe(wideName?.y)
  if (size) await operator.setViewportSize(size)
})

test('at 200 % zoom the sheet keeps its space, and every page reflows at 320 pixels', async ({
  operator,
}) => {
  await operator.setViewportSize({ width: 720, height: 450 })
  const sheet = await Sheet.open(operator, block)
  const box = await sheet.grid.boundingBox()
  expect(box?.width).toBeGreaterThan(600)
  expect(box?.height).toBeGreaterThan(240)
  for (const name of ['Check', 'Register', 'Next error'])
    await expect(operator.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  const list = operator.getByRole('region', { name: 'Errors' })
  await expect(list).toBeHidden()
  await operator.getByRole('button', { name: /^Errors: \d/ }).click()
  await expect(list).toBeVisible()
  await operator.getByRole('button', { name: /^Errors: \d/ }).click()
  await sheet.press('Control+F')
  await expect(new Find(operator).what).toBeInViewport({ ratio: 1 })
  await sheet.press('Escape')
  await operator.getByRole('button', { name: 'Menu', exact: true }).click()
  await operator.getByRole('link', { name: 'Settings' }).click()
  await expect(operator).toHaveURL(/settings/)
  await expect(operator.getByRole('link', { name: 'Settings' })).toBeHidden()

  await operator.setViewportSize({ width: 320, height: 512 })
  for (const path of desk) {
    await operator.goto(path)
    expect(await overflow(operator), path).toEqual([])
  }
})

/** Elements that make a page wider than its window: the page and its main part. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')]
      .filter(part => part.scrollWidth > part.clientWidth)
      .map(part => part.tagName),
  )
