import type { Page } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { Clock } from '../support/clock'
import { expect, signIn, test } from '../support/fixtures'
import { NAME, NUMBER, Sheet, wide, withPaths } from '../support/grid'
import { operatorAccount } from '../support/server'
import { Workbench } from '../support/workbench'

/** Expects a page to be in a language. */
const expectLanguage = (page: Page, language: string) =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

/** The browser's cookies for language and time zone. */
const cookieOf = async (page: Page, name: string): Promise<string | undefined> => {
  const found = (await page.context().cookies()).find(cookie => cookie.name === name)
  return found && decodeURIComponent(found.value)
}

/** Marks the document: a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
const isMarked = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mark')

test.describe('in a Korean browser in Seoul', () => {
  test.use({ locale: 'ko-KR', timezoneId: 'Asia/Seoul' })

  test('sign-in is in Korean, another language can be chosen there, and typed text stays', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/sign-in`)
    await expectLanguage(page, 'ko')
    await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
    const languages = page.getByRole('group', { name: '언어' })
    await expect(languages.getByRole('button', { name: '한국어' })).toHaveAttribute('aria-pressed', 'true')

    await page.getByLabel('이메일', { exact: true }).fill(operatorAccount.email)
    await page.getByLabel('비밀번호', { exact: true }).fill(operatorAccount.password)
    await mark(page)
    await languages.getByRole('button', { name: '日本語' }).click()
    await expectLanguage(page, 'ja')
    await isMarked(page)
    await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
    await expect(page.getByRole('button', { name: '日本語' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: '日本語' })).toBeFocused()
    await expect(page.getByLabel('メールアドレス', { exact: true })).toHaveValue(operatorAccount.email)
    await expect(page.getByLabel('パスワード', { exact: true })).toHaveValue(operatorAccount.password)

    await page.getByRole('button', { name: 'ログイン' }).click()
    await page.waitForURL(url => url.pathname !== '/sign-in')
    await expectLanguage(page, 'ja')
    expect(await cookieOf(page, 'lading-time-zone')).toBe('Asia/Seoul')
  })

  test('language and time zone are chosen under Your account, and apply at once and in every browser', async ({
    page,
    browser,
    startServer,
  }) => {
    const server = await startServer()
    await page.goto(`${server.url}/settings/account`)
    await page.getByLabel('이메일', { exact: true }).fill(operatorAccount.email)
    await page.getByLabel('비밀번호', { exact: true }).fill(operatorAccount.password)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page.getByRole('heading', { name: '언어 및 시간' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: '언어' })).toHaveText('브라우저 기본값(한국어)')
    await expect(page.getByRole('combobox', { name: '시간대' })).toHaveText('브라우저 기본값(Asia/Seoul)')

    await mark(page)
    // Until the page runs, a click on the field does nothing.
    const save = page.getByRole('form', { name: '언어 및 시간' }).getByRole('button', { name: '저장' })
    await expect(save).toBeEnabled()
    await page.getByRole('combobox', { name: '언어' }).click()
    const english = page.getByRole('option', { name: 'English' })
    await expect(english.getByText('English')).toHaveAttribute('lang', 'en')
    await english.click()
    await save.click()
    await expectLanguage(page, 'en')
    await expect(page.getByText('Language and time zone saved.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'History', exact: true })).toBeVisible()

    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toHaveAccessibleDescription('UTC+09:00')
    await page.keyboard.type('america/los')
    await expect(page.getByRole('option', { name: 'America/Los_Angeles' })).toHaveAttribute(
      'data-highlighted',
    )
    await page.keyboard.press('Enter')
    await expect(zone).toHaveText('America/Los_Angeles')
    await page.getByRole('form', { name: 'Language and time' }).getByRole('button', { name: 'Save' }).click()
    const signedIn = page.getByRole('table', { name: 'Sessions' }).locator('time').first()
    await expect
      .poll(async () => (await signedIn.innerText()).replace(/\n+/, ', '))
      .toBe(zoned(await signedIn.getAttribute('datetime'), 'America/Los_Angeles'))
    expect(await cookieOf(page, 'lading-time-zone')).toBe('America/Los_Angeles')
    await isMarked(page)
    await page.reload()
    await expectLanguage(page, 'en')
    await expect(zone).toHaveText('America/Los_Angeles')

    // Another browser follows the account once its operator signs in.
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
    })
    const elsewhere = await context.newPage()
    await elsewhere.goto('/sign-in')
    await expectLanguage(elsewhere, 'ja')
    await elsewhere.getByLabel('メールアドレス', { exact: true }).fill(operatorAccount.email)
    await elsewhere.getByLabel('パスワード', { exact: true }).fill(operatorAccount.password)
    await elsewhere.getByRole('button', { name: 'ログイン' }).click()
    await expectLanguage(elsewhere, 'en')
    await expect(elsewhere.getByRole('link', { name: 'History', exact: true })).toBeVisible()
    expect(await cookieOf(elsewhere, 'lading-time-zone')).toBe('America/Los_Angeles')

    // The browser decides again.
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Browser default (한국어)' }).click()
    await page.getByRole('form', { name: 'Language and time' }).getByRole('button', { name: 'Save' }).click()
    await expectLanguage(page, 'ko')
    expect(await cookieOf(page, 'lading-language')).toBeUndefined()
    await context.close()
  })
})

/** A time to the minute, as the desk writes it in English. */
const zoned = (at: string | null, timeZone: string): string =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at ?? 0))

test.describe('an edit that is not on the server', () => {
  // The browser reports every blocked request.
  test.use({ viewport: wide, expectedErrors: [/ERR_FAILED|Failed to fetch/] })

  test('survives a change of the language in another tab, with its undo and the text that is being typed', async ({
    page,
    context,
    startServer,
  }) => {
    const server = await startServer()
    await page.goto(`${server.url}/orders/japan/new`)
    await signIn(page)
    const first = await Sheet.at(page, `${server.url}/orders/japan/new`)
    await first.paste(withPaths([NUMBER, NAME], [{ [NUMBER]: 'A-1', [NAME]: 'Yamada' }, { [NUMBER]: 'A-2' }]))
    await first.saved()
    const sheet = await Sheet.at(page, page.url())
    await page.route('**/drafts/*/changes*', route =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await sheet.goTo(1, NAME)
    await sheet.type('佐藤')
    await sheet.press('Enter')
    await sheet.type('鈴木')
    await mark(page)

    const settings = await context.newPage()
    await settings.goto(`${server.url}/settings/account`)
    await settings.getByRole('combobox', { name: 'Language' }).click()
    await settings.getByRole('option', { name: '日本語' }).click()
    await settings
      .getByRole('form', { name: 'Language and time' })
      .getByRole('button', { name: 'Save' })
      .click()
    await expectLanguage(settings, 'ja')

    // A page without a window of its own never loses the focus.
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expectLanguage(page, 'ja')
    await isMarked(page)
    await expect(page.getByRole('button', { name: '検証', exact: true })).toBeVisible()
    await sheet.expectTexts(NAME, 1, ['佐藤', '鈴木'])
    await sheet.press('Control+Z')
    await sheet.expectTexts(NAME, 1, ['佐藤', ''])
    await sheet.press('Control+Z')
    await sheet.expectTexts(NAME, 1, ['Yamada', ''])
    await sheet.press('Control+Y', 'Control+Y')
    await page.unroute('**/drafts/*/changes*')
    await sheet.saved()
    await page.reload()
    await sheet.expectTexts(NAME, 1, ['佐藤', '鈴木'])
  })
})

test.describe('half an hour into Monday in Seoul, which is Sunday in UTC', () => {
  test.use({ timezoneId: 'Asia/Seoul' })

  test('times are in Seoul time with UTC in the tooltip, and a day of the history begins at midnight in Seoul', async ({
    page,
    context,
    startServer,
  }) => {
    // In the future, because a browser drops cookies that have expired by its own clock.
    const clock = new Clock('2031-03-03T00:30:00+09:00')
    await clock.set(context)
    const server = await startServer({ SANDBOX_WAREHOUSES: '1,2', ...clock.variables })
    await page.goto(`${server.url}/orders/japan/new`)
    await signIn(page)
    const workbench = new Workbench(page)
    await expect(page.getByRole('textbox', { name: 'Draft name' })).toHaveValue('March 3, 2031')
    await workbench.paste(block(freshOrders(1)))
    await workbench.check()

    const runs = page.getByRole('table', { name: 'Runs' }).getByRole('rowheader')
    await page.goto(`${server.url}/history?day=2031-03-02`)
    await expect(page.getByText('No runs match these filters.')).toBeVisible()
    await page.goto(`${server.url}/history?day=2031-03-03`)
    await expect(runs).toHaveText(['Check'])
    const when = page.getByRole('table', { name: 'Runs' }).locator('time').first()
    await expect(when).toHaveText(/^Mar 3, 2031\s*00:\d\d:\d\d$/)
    await expect(when).toHaveAttribute('title', /^2031-03-02 15:\d\d:\d\d UTC$/)

    await runs.getByRole('link').click()
    await expect(page.getByText(/^Mar 3, 2031, 00:\d\d:\d\d$/).first()).toHaveAttribute(
      'title',
      /^2031-03-02 15:\d\d:\d\d UTC$/,
    )
    await page.goto(`${server.url}/orders/japan`)
    await expect(page.getByRole('table', { name: 'Drafts' }).locator('time')).toHaveText(
      /^(now|\d minutes? ago)$/,
    )
  })
})
