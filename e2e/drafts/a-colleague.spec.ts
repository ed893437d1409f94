import type { Browser, BrowserContext } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { makeConnection } from '../support/connections'
import { expect, signIn, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'
import { Workbench } from '../support/workbench'

/** The draft as a colleague opens it, in a browser that has never seen the desk. */
async function asColleague(
  browser: Browser,
  { cookies }: Awaited<ReturnType<BrowserContext['storageState']>>,
  url: string,
  look: (workbench: Workbench) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ storageState: { cookies, origins: [] }, locale: 'en' })
  try {
    await look(await Workbench.open(await context.newPage(), url))
  } finally {
    await context.close()
  }
}

const elsewhere = ({ page }: Workbench) =>
  page.getByRole('region', { name: 'Registered at other connections' })

test('a colleague opens my draft: the same connection and the same registered orders, without choosing anything', async ({
  workbench,
  connection,
  browser,
  session,
}) => {
  const orders = freshOrders(2)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toBe('2 orders registered.')
  const mine = await workbench.lines()
  await asColleague(browser, session, workbench.page.url(), async theirs => {
    await expect(theirs.connection).toHaveText(connection.name)
    expect(await theirs.lines()).toEqual(mine)

    // They look at another connection: so do I, and both of us read where the orders are.
    await theirs.choose('Sandbox')
    await expect(workbench.connection).toHaveText('Sandbox')
    await expect(workbench.announcement).toContainText('This draft’s connection is now Sandbox.')
    for (const sheet of [theirs, workbench]) {
      await expect(elsewhere(sheet)).toContainText(`2 of these orders are registered at ${connection.name}.`)
      const first = sheet.row(numberOf(orders[0]))
      await expect(first.getByRole('img', { name: 'registered' })).toHaveCount(0)
    }
    await expectFlawless(workbench.page, 'registered elsewhere')
    await elsewhere(workbench)
      .getByRole('button', { name: `Show at ${connection.name}` })
      .click()
    for (const sheet of [theirs, workbench]) {
      await expect(sheet.connection).toHaveText(connection.name)
      await expect(elsewhere(sheet)).toBeHidden()
    }
    expect(await workbench.lines()).toEqual(mine)
  })

  // What one draft uses does not decide for the next.
  const next = await Workbench.openNew(workbench.page)
  await expect(next.connection).toHaveText('Sandbox')
})

test('a colleague opens my draft and finds its orders, using only the keyboard', async ({
  workbench,
  connection,
  browser,
  session,
}) => {
  await workbench.paste(block(freshOrders(1)))
  expect(await workbench.check()).toBe('1 order passed.')
  expect(await workbench.register()).toBe('1 order registered.')
  await workbench.choose('Sandbox')
  await expect(elsewhere(workbench)).toBeVisible()
  await asColleague(browser, session, workbench.page.url(), async ({ page, ...theirs }) => {
    await expect(theirs.connection).toHaveText('Sandbox')
    const show = page.getByRole('button', { name: `Show at ${connection.name}` })
    await page.keyboard.press('Control+Home')
    for (let i = 0; i < 60 && !(await show.evaluate(one => one === document.activeElement)); i++)
      await page.keyboard.press('Shift+Tab')
    await expect(show).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(theirs.connection).toHaveText(connection.name)
    // Back in the sheet, where the orders are registered.
    await expect(page.locator('.grid-overlay textarea')).toBeFocused()
  })
})

test('an administrator chooses where new drafts start', async ({ startServer, page, server, connection }) => {
  const desk = await startServer({ OUTBOUND_ALLOW: server.url })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  const { accessToken, secretKey } = connection
  const own = { baseUrl: server.url, accessToken, secretKey }
  await makeConnection(page, { ...own, name: 'Hanbit trial' }, { origin: desk.url })
  await makeConnection(page, { ...own, name: 'Hanbit live' }, { origin: desk.url, environment: 'Production' })
  const started = async () => (await Workbench.open(page, `${desk.url}/orders/japan/new`)).connection
  await expect(await started()).toHaveText('Sandbox')
  const openConnections = async () => {
    await page.goto(`${desk.url}/connections`)
    await hydrated(page)
  }
  await openConnections()
  await page.getByRole('button', { name: 'Use for new drafts: Hanbit trial' }).click()
  await expect(page.getByText('New drafts now use Hanbit trial.')).toBeVisible()
  await expect(await started()).toHaveText('Hanbit trial')

  // Production is a choice of its own.
  await openConnections()
  const choose = page.getByRole('button', { name: 'Use for new drafts: Hanbit live' })
  const question = page.getByRole('dialog', { name: 'Change the connection for new drafts?' })
  await choose.click()
  await expect(question).toContainText('Hanbit live is a production connection.')
  await expectFlawless(page, 'a question about production', { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(await started()).toHaveText('Hanbit trial')
  await openConnections()
  await choose.press('Enter')
  await question.getByRole('button', { name: 'Use for new drafts' }).press('Enter')
  await expect(page.getByText('New drafts now use Hanbit live.')).toBeVisible()
  await expect(await started()).toHaveText('Hanbit live')
  await expect(page.getByText('Production · Hanbit live')).toBeVisible()
})

test('the result of a registration stays until the draft changes, and leads on', async ({
  workbench,
  connection,
}) => {
  const { page } = workbench
  const result = page.getByRole('region', { name: 'Result', exact: true })
  const [bad = {}, ...good] = freshOrders(3)
  await workbench.paste(block([...good, { ...bad, warehouseId: 'x' }]))
  await workbench.check()
  await expect(result).toContainText(`2 passed at ${connection.name}, 1 with errors`)
  await expect(result.getByRole('link', { name: 'Download IDs' })).toHaveCount(0)
  expect(await workbench.register()).toContain('2 orders registered.')
  await expect(result).toContainText(`2 registered at ${connection.name}, 1 with errors`)
  await expectFlawless(page, 'the result of a registration')

  // The ids are one click away, from the keyboard, too.
  const download = page.waitForEvent('download')
  await result.getByRole('link', { name: 'Download IDs' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/order IDs\.xlsx$/)
  await result.getByRole('button', { name: 'Copy IDs' }).press('Enter')
  await expect(workbench.announcement).toHaveText('2 order IDs copied, with the order numbers.')
  const lines = (await workbench.lines()).filter(line => line.orderId !== '')
  expect(lines.map(line => line.number)).toEqual(good.map(numberOf))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    lines.map(line => `${line.number}\t${line.orderId}`).join('\n'),
  )
  await expect(result.getByRole('link', { name: 'New draft' })).toHaveAttribute('href', '/orders/japan/new')
  await workbench.reload()
  await expect(result).toContainText(`2 registered at ${connection.name}, 1 with errors`)

  // What changes the sheet ends the result, for a later look, too.
  await workbench.write(workbench.row(numberOf(bad)), 'recipient.name', 'Mina')
  await expect(result).toBeHidden()
  await workbench.saved()
  await workbench.reload()
  await expect(page.getByRole('button', { name: /^Registered/ })).toContainText('2')
  await expect(result).toBeHidden()
})

test('the result of a run is closed with the keyboard and stays closed', async ({ workbench }) => {
  const { page } = workbench
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await workbench.paste(block(freshOrders(1)))
  await workbench.check()
  await expect(result).toBeVisible()
  await result.getByRole('button', { name: 'Close result' }).press('Enter')
  await expect(result).toBeHidden()
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
  await workbench.reload()
  await expect(page.getByRole('button', { name: /^Ready/ })).toContainText('1')
  await expect(result).toBeHidden()
  await workbench.register()
  await result.getByRole('link', { name: 'View run' }).press('Enter')
  await expect(page).toHaveURL(/\/history\/runs\//)
})
