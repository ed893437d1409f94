import { expectFlawless } from '../support/axe'
import { DeskSearch } from '../support/desk-search'
import { expectSpoken } from '../support/english-texts'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'
import { tabTo } from '../support/keyboard/tab-to'

// The browser itself reports the address that has no chapter.
test.use({ expectedErrors: [/status of 404 .*\/help\/no-such-chapter/] })

test('using only the keyboard: help opens from the desk, a search finds a part of a chapter, and Escape empties it', async ({
  operator: page,
}) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Help', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  await expectFlawless(page, 'the chapters of the manual')

  const field = page.getByRole('searchbox', { name: 'Search help' })
  await tabTo(page, field)
  await page.keyboard.type('restore a backup')
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link')
  await expect(results.first()).toContainText('Restore a backup')
  await expectFlawless(page, 'results of the manual', { within: 'search' })
  await page.keyboard.press('ArrowDown')
  await expect(results.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help\/backup#restore-a-backup$/)
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeInViewport()
  await expect(results).toHaveCount(0)
  await expectFlawless(page, 'a chapter of the manual')

  // Enter takes the first result; Escape goes back to the field, and empties it.
  await field.focus()
  await page.keyboard.type('zzzz')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.type('unconfirmed')
  await expect(results.first()).toContainText('Unconfirmed orders')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help\/unconfirmed-orders$/)
  await expect(page.getByRole('img', { name: 'Unconfirmed orders' })).toHaveJSProperty('complete', true)

  // The search of the whole desk finds it, too.
  await hydrated(page)
  await new DeskSearch(page).openByKeys()
  await page.keyboard.type('schedule backups')
  const found = page.getByRole('group', { name: 'Help', exact: true }).getByRole('option')
  await expect(found.first()).toContainText('Schedule backups')
  await found.first().click()
  await page.waitForURL(/\/help\/backup#schedule-backups$/)
})

test('in Safari on a Mac, where a click focuses no link, the mouse opens a result of the search', async ({
  operator: page,
}) => {
  await page.goto('/help')
  await hydrated(page)
  await page.evaluate(() => {
    window.addEventListener('mousedown', event => {
      const isLink = event.target instanceof Element && event.target.closest('a') !== null
      if (event.defaultPrevented || !isLink) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
  })
  await page.getByRole('searchbox', { name: 'Search help' }).fill('restore a backup')
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link')
  await results.filter({ hasText: 'Restore a backup' }).first().click()
  await page.waitForURL(/\/help\/backup#restore-a-backup$/)
  await expect(results).toHaveCount(0)
})

test('a chapter is read in Korean, searched in Korean, and compared with the Japanese one', async ({
  operator: page,
}) => {
  const url = new URL('/', page.url()).href
  await page.context().addCookies([{ name: 'lading-language', value: 'ko', url }])
  await page.goto('/help')
  await expectSpoken(page, 'ko')
  await page.getByRole('link', { name: '미확인 주문', exact: true }).click()
  await page.waitForURL(/\/help\/unconfirmed-orders$/)
  await expectSpoken(page, 'ko')
  const contents = page.getByRole('navigation', { name: '목차' })
  await contents.getByRole('link', { name: '여러 건을 한 번에 처리하기' }).click()
  await expect(page).toHaveURL(/#resolve-many-at-once$/)
  await expect(page.getByRole('heading', { name: '여러 건을 한 번에 처리하기' })).toBeInViewport()
  await page.getByRole('searchbox', { name: '도움말 검색' }).fill('백업을')
  await expect(page.getByRole('list', { name: '검색 결과' }).getByRole('link').first()).toContainText('백업')
  await expectFlawless(page, 'a chapter in Korean')

  await page.getByRole('link', { name: '日本語', exact: true }).click()
  await page.waitForURL(/\/help\/unconfirmed-orders\?language=ja$/)
  await expect(page.getByRole('heading', { name: 'まとめて記録する' })).toBeVisible()
  await expectFlawless(page, 'a Japanese chapter for a Korean reader')
  await page.getByRole('searchbox', { name: '도움말 검색' }).fill('復元')
  const results = page.getByRole('list', { name: '검색 결과' }).getByRole('link')
  await expect(results.first()).toContainText('復元')
  await results.first().click()
  await expect(page).toHaveURL(/language=ja/)
  await page.getByRole('link', { name: '한국어', exact: true }).click()
  await expect(page).toHaveURL(/\/help\/[a-z-]+$/)
})

test('Unconfirmed links to its chapter, and an address without a chapter says so', async ({
  operator: page,
}) => {
  await page.goto('/unknown')
  await page.getByRole('link', { name: 'How to resolve unconfirmed orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unconfirmed orders' })).toBeVisible()
  await page.goto('/help/no-such-chapter')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('Settings › About shows the version, and administrators the backups', async ({ operator: page }) => {
  await page.goto('/about')
  await page.waitForURL(/\/settings\/about$/)
  const main = page.getByRole('main')
  await expect(main).toContainText(/Version\s*\d+\.\d+\.\d+/)
  await expect(main).toContainText('SQLite')
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  await expect(main).toContainText('Not scheduled (BACKUP_EVERY)')
  await expectFlawless(page, 'Settings › About')
  await page.getByRole('link', { name: 'How to back up and restore' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule backups' })).toBeVisible()
})
