import { block, freshOrders } from '../support/blocks'
import { expect, signIn, test } from '../support/fixtures'
import { DraftsPage } from '../support/home'
import { hydrated } from '../support/hydrated'
import { Workbench } from '../support/workbench'

test('drafts are sorted by a heading with the keyboard, and the address contains the sorting', async ({
  startServer,
  page,
}) => {
  // A server of its own: both drafts are on the first page of its list in any sorting.
  const desk = await startServer()
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  const workbench = await Workbench.open(page, `${desk.url}/orders/japan/new`)
  await workbench.name('To be sorted')
  await workbench.paste(block(freshOrders(1)))
  const home = await DraftsPage.open(page, `${desk.url}/`)
  await home.act('To be sorted', 'Duplicate')
  await expect(home.row('Copy of To be sorted')).toBeVisible()

  const names = () =>
    page
      .getByRole('table', { name: 'Drafts' })
      .getByRole('rowheader')
      .filter({ hasText: /To be sorted$/ })
      .allTextContents()
  const heading = page.getByRole('columnheader', { name: 'Draft' })
  await heading.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Copy of To be sorted', 'To be sorted'])
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['To be sorted', 'Copy of To be sorted'])
  await page.reload()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['To be sorted', 'Copy of To be sorted'])
})

test('a column of a list is hidden and stays hidden after a reload', async ({ workbench }) => {
  const { page } = workbench
  await workbench.name('Hidden columns')
  await workbench.paste(block(freshOrders(1)))
  await DraftsPage.open(page)
  const sheet = page.getByRole('columnheader', { name: 'Sheet' })
  await expect(sheet).toBeVisible()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sheet' }).click()
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('rowheader', { name: 'Hidden columns' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sheet' }).click()
  await expect(sheet).toBeVisible()
})

test('runs are sorted from the oldest, and the orders of a run by their number', async ({ workbench }) => {
  const { page } = workbench
  await workbench.name('Two runs')
  await workbench.paste(block(freshOrders(3)))
  expect(await workbench.check()).toBe('3 orders passed.')
  expect(await workbench.register()).toContain('3 orders registered.')
  const draft = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/history?draft=${draft}`)
  const kinds = page.getByRole('table', { name: 'Runs' }).getByRole('rowheader')
  await expect(kinds.first()).toHaveText('Registration')
  const when = page.getByRole('columnheader', { name: 'Time' })
  await expect(when).toHaveAttribute('aria-sort', 'descending')
  await hydrated(page)
  await when.getByRole('button').click()
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(kinds.last()).toHaveText('Registration')

  // A day is typed digit by digit: the first one of 15 already makes a complete day.
  const day = page.getByLabel('Day', { exact: true })
  await day.fill('2026-11-01')
  await expect(page).toHaveURL(/day=2026-11-01/)
  await day.press('ArrowRight')
  await page.keyboard.type('15', { delay: 100 })
  await expect(page).toHaveURL(/day=2026-11-15/)
  await expect(day).toBeFocused()
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(day).toHaveValue('')
  await page.goto(`/history?draft=${draft}`)

  await kinds.last().getByRole('link').click()
  const table = page.getByRole('table', { name: 'Orders' })
  const numbers = () => table.getByRole('rowheader').allTextContents()
  await expect.poll(numbers).toHaveLength(3)
  const before = await numbers()
  const heading = table.getByRole('columnheader', { name: 'Order number' })
  await heading.getByRole('button').click()
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(numbers).toEqual([...before].sort().reverse())
})

test('a day stays while its year is typed slowly', async ({ page, session }) => {
  // A browser of its own: the clock stays in all pages of one.
  await page.context().addCookies(session.cookies)
  await page.goto('/history')
  await hydrated(page)
  await page.clock.install()
  const day = page.getByLabel('Day', { exact: true })
  await day.click()
  await day.press('ArrowLeft')
  await day.press('ArrowLeft')
  await page.keyboard.type('11152')
  await expect(day).toHaveValue('0002-11-15')
  await page.clock.runFor(3000)
  await page.keyboard.type('026')
  await page.clock.runFor(3000)
  await expect(page).toHaveURL(/day=2026-11-15/)
})
