import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { reach } from '../support/keyboard/tab-to'
import { registerWithLostResponse } from '../support/lost-response'

// What needs attention is counted over the whole workspace.
test.use({ serverFor: 'inbox zero' })

test.slow()

const attentionOn = (page: Page) => page.getByRole('region', { name: 'Needs attention' })

test('inbox zero: each line of Home leads to where it is solved, using only the keyboard, until nothing is left', async ({
  workbench,
  connection,
  faults,
  server,
  browser,
  session,
}) => {
  const { page } = workbench
  const attention = attentionOn(page)
  await page.goto('/')
  await expect(attention).toContainText('Nothing needs attention.')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link')).toHaveText([
    'Test a connection',
    'Save a preset',
    'Import a file',
    'Register an order',
    'Guide to the first day',
  ])
  await expectFlawless(page, 'an empty Home')

  // An error that Lading finds itself counts before any check.
  await page.goto('/orders/japan/new')
  await workbench.choose(connection.name)
  const orders = freshOrders(3).map((order, i) => (i === 1 ? { ...order, 'recipient.name': '' } : order))
  await workbench.name('Morning')
  await workbench.paste(block(orders))
  await workbench.saved()
  const sheet = page.url()
  await page.goto('/')
  await expect(attention.getByRole('listitem')).toHaveText(['1 of 3 orders with errors MorningFix errors'])
  await expectFlawless(page, 'Home with errors')

  // The others pass a check. After the correction only one order is sent again, and all three count.
  await page.goto(sheet)
  expect(await workbench.check()).toContain('passed')
  await page.goto('/')
  await expect(attention.getByRole('listitem')).toHaveText([
    '1 of 3 orders with errors MorningFix errors',
    '2 orders ready to register Morning · Through the proxyOpen',
  ])
  await reach(page, attention.getByRole('link', { name: 'Fix errors' }))
  await expect(page).toHaveURL(sheet)
  await workbench.write(workbench.row(numberOf(orders[1])), 'recipient.name', '髙橋 真理')
  await workbench.saved()
  expect(await workbench.check()).toContain('passed')
  await page.goto('/')
  await expect(attention.getByRole('listitem')).toHaveText([
    '3 orders ready to register Morning · Through the proxyOpen',
  ])

  // A lost response leaves its orders unconfirmed.
  await reach(page, attention.getByRole('link', { name: 'Open' }))
  await expect(page).toHaveURL(sheet)
  expect(await registerWithLostResponse(workbench, faults)).toContain('3 orders are unconfirmed')
  await page.goto('/')
  await expect(attention.getByRole('listitem')).toHaveText(['3 orders unconfirmed MorningReview'])
  await reach(page, attention.getByRole('link', { name: 'Review' }))
  await expect(page).toHaveURL(/\/unknown/)
  await page
    .getByRole('link', { name: /Morning/ })
    .first()
    .press('Enter')
  for (const { mallOrderNumber, orderId } of await server.registered(orders.map(numberOf))) {
    const field = page.getByLabel(`Order ID of ${mallOrderNumber}`)
    await field.fill(orderId)
    await field.press('Enter')
    await expect(field).toHaveCount(0)
  }

  await page.goto('/')
  await expect(attention).toContainText('Nothing needs attention.')
  const figures = page.getByRole('region', { name: 'Last 30 days' })
  await expect(figures.getByRole('term').filter({ hasText: 'registered today' })).toBeVisible()
  await expect(figures.getByRole('definition').first()).toHaveText('3')
  await expect(figures.getByRole('img', { name: 'Chart: Registered orders and products' })).toBeVisible()
  await expect(figures.locator('svg .recharts-bar-rectangle').first()).toBeAttached()
  await expectFlawless(page, 'Home with charts')

  // The table has the data of the chart, and leads to the list that it counts.
  await reach(page, figures.locator('summary').first())
  const table = figures.getByRole('table', { name: 'Registered orders and products' })
  await table.getByRole('link', { name: '3', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/history\?kind=register&day=\d{4}-\d\d-\d\d&connection=/)
  await expect(page.getByRole('row').filter({ hasText: 'Morning' })).toHaveCount(1)

  await page.goto('/')
  await reach(page, steps.getByRole('button', { name: 'Hide first steps' }))
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(attention).toBeVisible()
  await expect(steps).toHaveCount(0)

  // The draft of an error is found by the shop that it came from.
  await reach(page, figures.locator('details', { hasText: 'Entered by hand' }).locator('summary'))
  const shops = figures.getByRole('table', { name: 'Errors by shop' })
  await shops.getByRole('link', { name: '1', exact: true }).press('Enter')
  await expect(page).toHaveURL(/only=typed#drafts$/)
  const filter = page.getByRole('navigation', { name: 'Draft filter' })
  const drafts = page.getByRole('table', { name: 'Drafts' }).getByRole('rowheader').getByRole('link')
  await expect(filter.locator('[aria-current=page]')).toHaveText('Errors: Entered by hand 1')
  await expect(drafts).toHaveText(['Morning'])

  // Home names five drafts with errors; all of them are in the list that its last line opens.
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
    await page.goto('/orders/japan/new')
    await workbench.name(`Draft ${name}`)
    await workbench.paste(block(freshOrders(1).map(order => ({ ...order, 'recipient.name': '' }))))
    await workbench.saved()
  }
  await page.goto('/')
  await reach(page, attention.getByRole('link', { name: '1 more', exact: true }))
  await expect(page).toHaveURL(/only=errors#drafts$/)
  await expect(filter.locator('[aria-current=page]')).toHaveText('With errors 6')
  await expect(drafts).toHaveText(['F', 'E', 'D', 'C', 'B', 'A'].map(name => `Draft ${name}`))
  await expect(filter).toBeInViewport()
  await expectFlawless(page, 'the drafts behind a line of Home')

  for (const [locale, title, days] of [
    ['ko-KR', '처리할 항목', '최근 30일'],
    ['ja-JP', '要対応', '過去30日間'],
  ] as const) {
    const phone = await browser.newPage({
      baseURL: server.url,
      locale,
      storageState: session,
      viewport: { width: 390, height: 844 },
    })
    await phone.goto('/')
    await expect(phone.getByRole('region', { name: title })).toBeVisible()
    await expect(
      phone.getByRole('region', { name: days }).locator('svg .recharts-bar-rectangle').first(),
    ).toBeAttached()
    await expectFlawless(phone, `Home in ${locale} on a phone`)
    const wider = await phone
      .locator('main section')
      .evaluateAll(all => all.filter(node => node.scrollWidth > node.clientWidth + 1).length)
    expect(wider, locale).toBe(0)
    await phone.close()
  }
})
