import type { Browser, BrowserContext, Locator, Page } from 'playwright/test'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type Language, languages } from '@/lib/words/locale/languages'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { registerWithLostResponse } from '../support/lost-response'

const PHONE = { width: 390, height: 844 }

/** Opens a page as a phone shows it. */
async function onPhone(
  browser: Browser,
  desk: Page,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<Page> {
  const baseURL = new URL('/', desk.url()).href
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en', baseURL, storageState }
  return (await browser.newContext(options)).newPage()
}

const cardsOf = (page: Page) => page.locator('[data-order]')
const card = (page: Page, number: string) => cardsOf(page).filter({ hasText: number })
const form = (page: Page) => page.getByRole('region', { name: 'Form', exact: true })
const focused = (page: Page) => page.locator(':focus')

/** The form's field of a column. */
const field = (page: Page, column: string): Locator =>
  form(page).locator(`[data-field="${column}"]`).locator('textarea, input')

/** Buttons, fields and tabs that a finger would miss, and parts of the page that reach over its edge. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    for (const one of document.querySelectorAll<HTMLElement>(
      'main button, main input, main textarea, main select, main nav a',
    )) {
      const { width, height, right, left } = one.getBoundingClientRect()
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        width <= 1 ||
        one.matches('[aria-hidden=true]')
      )
        continue
      const name = one.getAttribute('aria-label') ?? one.textContent ?? one.outerHTML
      // The name of a draft is a heading, and the button in a field is a second way to its choices.
      if (!one.closest('h1, [data-field]') && height < 39.5)
        found.push(`${name} is ${Math.round(height)} high`)
      if (right > innerWidth + 0.5 || left < -0.5) found.push(`${name} reaches over the edge`)
    }
    for (const one of document.querySelectorAll<HTMLElement>('main, main *')) {
      const { overflowX } = getComputedStyle(one)
      if (!one.checkVisibility({ visibilityProperty: true }) || one.scrollWidth <= one.clientWidth + 1)
        continue
      if (['auto', 'scroll'].includes(overflowX)) found.push(`${one.outerHTML.slice(0, 80)} scrolls sideways`)
      // An announcement is hidden from sight in a box of one pixel.
      if (one.matches('p') && one.clientWidth > 1) found.push(`“${one.textContent}” is wider than its place`)
    }
    for (const row of document.querySelectorAll('main tr'))
      if (row.scrollHeight > row.clientHeight + 1) found.push(`“${row.textContent}” covers what is below`)
    return found
  })

test('an operator on a phone reads a draft as cards, corrects two cells, checks and registers', async ({
  workbench,
  browser,
  session,
}) => {
  const [correct = {}, ...toFail] = freshOrders(3)
  const [noCode, badPrice] = [
    { ...toFail[0], 'recipient.zipCode': '' },
    { ...toFail[1], 'items[].price': '12O0' },
  ]
  await workbench.name('자사몰 주문 11월 28일 주문 12건')
  await workbench.paste(block([correct, noCode, badPrice]))
  await workbench.saved()
  const phone = await onPhone(browser, workbench.page, session)
  await phone.goto(workbench.page.url())

  await expect(cardsOf(phone)).toHaveCount(3)
  await expect(phone.getByRole('grid')).toHaveCount(0)
  await expect(card(phone, numberOf(correct))).toContainText('山田 太郎 · 1 item')
  await expect(card(phone, numberOf(noCode))).toContainText('has errors')
  await expect(card(phone, numberOf(noCode))).toContainText('Recipient postal code')
  await expect(card(phone, numberOf(badPrice))).toContainText('12O0')
  await expect.poll(() => faults(phone)).toEqual([])
  const cut = phone.locator('h1 input').evaluate(name => name.scrollWidth - name.clientWidth)
  expect(await cut, 'the name of the draft is whole').toBe(0)
  await expectFlawless(phone, 'the cards')

  // The list of all errors, which covers the cards.
  const panel = phone.getByRole('button', { name: 'Errors: 2' })
  await panel.tap()
  await expect(phone.getByRole('region', { name: 'Errors' }).getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => faults(phone)).toEqual([])
  await panel.tap()

  await phone
    .getByRole('group', { name: 'Show' })
    .getByRole('button', { name: /^Errors/ })
    .tap()
  await expect(cardsOf(phone)).toHaveCount(2)
  await card(phone, numberOf(noCode))
    .getByRole('button', { name: /postal code/ })
    .tap()
  await expect(field(phone, 'recipient.zipCode')).toBeFocused()
  await expectFlawless(phone, 'the form')
  await expect.poll(() => faults(phone)).toEqual([])
  await focused(phone).fill('150-0041')
  await form(phone).getByRole('button', { name: 'Next error' }).tap()
  await expect(field(phone, 'items[].price')).toBeFocused()
  await expect(field(phone, 'items[].price')).toHaveValue('12O0')
  await focused(phone).fill('1200')
  await form(phone).getByRole('button', { name: 'Close' }).tap()
  await expect(form(phone)).toBeHidden()

  await phone.getByRole('group', { name: 'Show' }).getByRole('button', { name: /^All/ }).tap()
  await expect(cardsOf(phone)).toHaveCount(3)
  await expect(phone.getByText('has errors')).toHaveCount(0)
  await phone.getByRole('button', { name: 'Check', exact: true }).tap()
  await expect(cardsOf(phone).filter({ hasText: 'ready to register' })).toHaveCount(3)
  await phone.getByRole('button', { name: 'Register', exact: true }).tap()
  await expect(cardsOf(phone).filter({ hasText: 'Order ID' })).toHaveCount(3)
  await expect(phone.getByRole('region', { name: 'Result' })).toContainText('3 registered')
  // The sentence has a line of its own above the links.
  const summary = phone.getByRole('region', { name: 'Result' }).locator('strong')
  expect((await summary.boundingBox())?.width).toBeGreaterThan(PHONE.width / 2)
  await expect.poll(() => faults(phone)).toEqual([])
  // The same sheet: a desk that has it open shows what was corrected.
  await expect(workbench.page.getByRole('gridcell', { name: '150-0041' }).first()).toBeVisible()
  await phone.context().close()
})

test('on a phone the bar below the cards says that a stopped registration needs a person', async ({
  workbench,
  browser,
  session,
  faults,
}) => {
  await workbench.paste(block(freshOrders(2)))
  await workbench.check()
  expect(await registerWithLostResponse(workbench, faults)).toContain('2 orders are unconfirmed')
  const phone = await onPhone(browser, workbench.page, session)
  await phone.goto(workbench.page.url())
  await phone.getByRole('button', { name: 'Action required · Errors: none' }).tap()
  await expect(phone.getByRole('region', { name: 'Why nothing is being sent' })).toBeVisible()
  await expectFlawless(phone, 'the notice of a stopped registration')
  await phone.context().close()
})

test('in a window of 640 pixels, as one of 1280 is at 200 %, the sheet has its columns and says in full that it is saved', async ({
  workbench,
  browser,
  session,
}) => {
  await workbench.name('Qoo10 Japan, orders of November 28')
  await workbench.paste(block(freshOrders(3).map(order => ({ ...order, warehouseId: 'x' }))))
  await workbench.saved()
  const url = workbench.page.url()
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, storageState: session })
  const page = await context.newPage()
  await page.goto(new URL('/', url).href)
  await switchLanguage(page, 'ja')
  await page.goto(url)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(0)
  const state = page.locator('[data-save]')
  await expect(state).toContainText('保存済み')
  expect(await state.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
  expect(await faults(page)).not.toContain('the page scrolls sideways')
  await context.close()
})

test('the card of a product without options counts none', async ({ openSheet, browser, session }) => {
  const workbench = await openSheet(sheets.products)
  await workbench.paste('shopProductId\tproductName\nP-1\tMug\nP-2\tShirt\nP-2\tShirt\n')
  const phone = await onPhone(browser, workbench.page, session)
  await phone.goto(workbench.page.url())
  await expect(card(phone, 'P-2')).toContainText('Shirt · 2 options')
  await expect(card(phone, 'P-1')).toContainText('Mug')
  await expect(card(phone, 'P-1').getByRole('button').first()).not.toContainText('option')
  await phone.context().close()
})

test('a long draft has pages of cards, and the next error opens the page and the field that it is on', async ({
  workbench,
  browser,
  session,
}) => {
  const orders = freshOrders(120)
  const last = { ...orders[109], 'recipient.contact': '' }
  await workbench.paste(block(orders.with(109, last)))
  await workbench.saved()
  const phone = await onPhone(browser, workbench.page, session)
  await phone.goto(workbench.page.url())
  await expect(cardsOf(phone)).toHaveCount(50)
  await phone.getByRole('button', { name: 'Next page' }).tap()
  await expect(card(phone, numberOf(orders[50]))).toBeVisible()
  await phone.getByRole('button', { name: 'Next error' }).tap()
  await expect(form(phone).getByRole('heading', { name: 'Order 110 of 120' })).toBeVisible()
  await expect(field(phone, 'recipient.contact')).toBeFocused()
  await focused(phone).fill('080-1234-5678')
  await form(phone).getByRole('button', { name: 'Close' }).tap()
  await expect(card(phone, numberOf(last)).getByRole('button').first()).toBeFocused()
  await expect(cardsOf(phone)).toHaveCount(20)
  await phone.getByRole('button', { name: 'Undo' }).tap()
  await expect(card(phone, numberOf(last))).toContainText('has errors')
  await phone.context().close()
})

for (const language of languages)
  test(`on a phone nothing reaches over the edge in ${language}`, async ({ workbench, browser, session }) => {
    const [order = {}] = freshOrders(1)
    const address = '東京都渋谷区神南一丁目二番三号グランドハイツ渋谷壱番館'.repeat(12)
    await workbench.name('스마트스토어 11월 23일 오전에 내려받은 아주 긴 이름의 주문 파일')
    await workbench.paste(block([{ ...order, 'recipient.address': address, 'items[].quantity': '1.5' }]))
    await workbench.saved()
    const url = workbench.page.url()
    const phone = await onPhone(browser, workbench.page, session)
    await phone.goto('/')
    await switchLanguage(phone, language)
    const settings = ['/settings', '/settings/account', '/settings/messages', '/settings/recipes']
    for (const path of [url, '/', '/orders/japan', '/history', '/unknown', ...settings]) {
      await phone.goto(path)
      await expect(phone.locator('html')).toHaveAttribute('lang', language)
      if (path === url) await expect(cardsOf(phone)).toHaveCount(1)
      await expect.poll(() => faults(phone), `${path} in ${language}`).toEqual([])
      if (path === url) expect((await phone.locator('h1 input').boundingBox())?.width).toBeGreaterThan(340)
    }
    await phone.context().close()
  })

const switchLanguage = (page: Page, value: Language) =>
  page.context().addCookies([{ name: 'lading-language', value, url: new URL('/', page.url()).href }])
