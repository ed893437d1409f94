import { expectFlawless } from '../support/axe'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { DeskSearch } from '../support/desk-search'
import { expect, test } from '../support/fixtures'
import { Ime } from '../support/keyboard/ime'
import { Workbench } from '../support/workbench'

test('an order is found by mouse: the row of its draft, its registration, its recipient and its order ID', async ({
  workbench,
  server,
}) => {
  const { page } = workbench
  const [one = {}, two = {}] = freshOrders(2)
  const number = numberOf(two)
  await workbench.paste(block([one, { ...two, 'recipient.name': '백두 산신령' }]))
  await workbench.name('Search by mouse')
  await workbench.saved()

  // Before it is registered there is only its row.
  const search = new DeskSearch(page)
  await page.goto('/history')
  await search.openByMouse()
  await search.field.fill(number)
  await expect(search.under('In drafts')).toHaveCount(1)
  await expect(search.under('In drafts')).toContainText('Search by mouse')
  await expect(search.under('In drafts')).toContainText('백두 산신령')
  await expect(search.under('Orders')).toHaveCount(0)
  await expectFlawless(page, 'search results', { within: '[role=dialog]' })
  await search.under('In drafts').click()
  await expect(search.dialog).toBeHidden()
  const reopened = new Workbench(page)
  await expect(reopened.active).toHaveText(number)
  await expect(page).toHaveURL(/\/orders\/japan\/[\w-]+$/)

  await reopened.check()
  await reopened.register()
  await reopened.saved()
  const [registered] = await server.registered([number])
  expect(registered).toBeDefined()
  for (const text of ['두산신', number.toLowerCase()]) {
    await search.openByMouse()
    await search.field.fill(text)
    await expect(search.under('Orders')).toContainText([number])
    await expect(search.under('Orders').first()).toContainText('Registered')
    await expect(search.under('Orders').first()).toContainText('Through the proxy')
    await expect(search.under('In drafts')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(search.dialog).toBeHidden()
  }
  await search.openByMouse()
  await search.field.fill(number)
  await search.under('Orders').click()
  await page.waitForURL(/\/history\/orders\//)
  await expect(page.getByRole('main')).toContainText(number)

  // What was opened last comes first, and says nothing of the recipient.
  await search.openByMouse()
  await expect(search.under('Recent')).toHaveText([`${number}Order`, `${number}Order in a draft`])
  await expectFlawless(page, 'recent items', { within: '[role=dialog]' })
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).toContain(number)
  expect(stored).not.toContain('백두')
  await search.under('Recent').first().click()
  await expect(search.dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText(number)

  // The page of the order leads to its row.
  await page.getByRole('main').getByRole('link', { name: 'Search by mouse' }).first().click()
  await expect(new Workbench(page).active).toHaveText(number)
})

test('using only the keyboard: pages, drafts and rows open, and Escape gives the focus back', async ({
  workbench,
}) => {
  const { page } = workbench
  const search = new DeskSearch(page)
  const orders = freshOrders(3)
  const number = numberOf(orders[2])
  await workbench.paste(block(orders))
  await workbench.name('아침 Search keys')
  await workbench.saved()

  // From the sheet, and back to the same cell.
  const before = await workbench.where()
  await search.openByKeys()
  await page.keyboard.press('Escape')
  await expect(search.dialog).toBeHidden()
  await expect.poll(() => workbench.where()).toEqual(before)
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await workbench.where()).number).not.toBe(before.number)

  // A cell that is being edited keeps the key.
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+K')
  await expect(page.locator('.grid-editor[data-open]')).toBeFocused()
  await expect(search.dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.locator('.grid-editor[data-open]')).toHaveCount(0)

  // Within the same draft: the row of an order.
  await search.openByKeys()
  await page.keyboard.type(number)
  await expect(search.active).toContainText(number)
  await page.keyboard.press('Enter')
  await expect(search.dialog).toBeHidden()
  await expect(workbench.active).toHaveText(number)
  await expect.poll(async () => (await workbench.where()).column).toBe(NUMBER)

  // Arrows go round the list.
  await search.openByKeys()
  await page.keyboard.type('Search keys')
  await expect(search.under('Drafts')).toHaveCount(1)
  const first = await search.active.textContent()
  await page.keyboard.press('ArrowUp')
  await expect(search.active).toHaveText((await search.options.last().textContent()) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(search.active).toHaveText(first ?? '')
  const described = await search.field.getAttribute('aria-activedescendant')
  expect(await search.active.getAttribute('id')).toBe(described)
  await page.keyboard.press('Escape')
  await expect(search.dialog).toBeHidden()

  // A page, with an Enter that does not wait for the list.
  await search.openByKeys()
  await page.keyboard.type('unconf')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/unknown$/)
  await expect(search.dialog).toBeHidden()
  await search.openByKeys()
  await page.keyboard.type('new general')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/orders\/general\/new$/)
  await expect(new Workbench(page).active).toBeVisible()

  // A command does not wait for results, here endless: the browser lets a page open the file picker only for some
  // seconds after a key. The picker is waited for from here on: the browser begins to hold it back a while later.
  await page.route('**/search', () => {})
  const picker = page.waitForEvent('filechooser')
  await search.openByKeys()
  await page.keyboard.type('upload')
  await page.keyboard.press('Enter')
  expect((await picker).isMultiple()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the sheet lists the key of the search', async ({ workbench }) => {
  const { page } = workbench
  await page.keyboard.press('F1')
  const list = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await list.getByRole('textbox').fill('Search all')
  await expect(list.getByRole('definition')).toHaveText('Ctrl+K')
})

test('a Korean recipient is typed with an input method, whose Enter opens nothing', async ({ workbench }) => {
  const { page } = workbench
  const search = new DeskSearch(page)
  const [order = {}] = freshOrders(1)
  await workbench.paste(block([{ ...order, 'recipient.name': '간송 미술' }]))
  await workbench.check()
  await workbench.register()
  await workbench.saved()
  await page.goto('/')
  const ime = await Ime.on(page)
  await search.openByKeys()
  await ime.compose(['ㄱ', '가', '간', '간ㅅ', '간소', '간송'])
  await expect(search.under('Orders').first()).toContainText('간송 미술')
  await ime.commit('간송')
  await expect(search.field).toHaveValue('간송')
  await expect(search.dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/history\/orders\//)
  await expect(page.getByRole('main')).toContainText(numberOf(order))
})

test('a result that is late does not replace a newer one', async ({ operator }) => {
  const search = new DeskSearch(operator)
  await operator.goto('/')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  let settle = () => {}
  const settled = new Promise<void>(resolve => {
    settle = resolve
  })
  await operator.route('**/search', async route => {
    if (route.request().postDataJSON().text === 'first-text') {
      arrive()
      await held
      await route
        .fulfill({ json: { items: [{ kind: 'request', id: 'x', href: '/', title: 'LATE' }] } })
        .catch(() => {})
      settle()
      return
    }
    await route.continue()
  })
  await search.openByMouse()
  await search.field.fill('first-text')
  await arrived
  await search.field.fill('second-text')
  await expect(search.dialog.getByText('Nothing found for “second-text”', { exact: false })).toBeVisible()
  release()
  await settled
  // A page that takes the late result draws it before it is idle.
  await operator.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await expect(search.options.filter({ hasText: 'second-text' })).toHaveCount(2)
  await expect(search.dialog.getByText('LATE')).toHaveCount(0)
  await operator.unrouteAll({ behavior: 'wait' })
})

test('a viewer finds orders and pages, and is offered no command that needs a role', async ({
  operator,
  browser,
  server,
}) => {
  const draft = await Workbench.openNew(operator)
  const orders = freshOrders(1)
  await draft.paste(block(orders))
  await operator.goto('/settings/team')
  await operator.getByRole('button', { name: 'Invite a member' }).click()
  await operator.getByLabel('Email', { exact: true }).fill('viewer@search.example')
  await operator.getByRole('combobox', { name: 'Role', exact: true }).click()
  await operator.getByRole('option', { name: 'Viewer', exact: true }).click()
  await operator.getByRole('button', { name: 'Create link' }).click()
  const link = await operator.getByRole('dialog').getByLabel('Link').inputValue()
  const theirs = await browser.newContext({ baseURL: server.url, locale: 'en' })
  const page = await theirs.newPage()
  await page.goto(link)
  await page.getByLabel('Your name').fill('Vera')
  await page.getByLabel('Password').fill('a pass phrase of vera')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`${server.url}/`)

  const search = new DeskSearch(page)
  await search.openByKeys()
  await expect(search.under('Commands')).toHaveText(['Sign out'])
  await expect(search.options.filter({ hasText: 'Team' })).toHaveCount(0)
  await expect(search.under('Recent')).toHaveCount(0)
  await page.keyboard.type(numberOf(orders[0]))
  await expect(search.under('In drafts')).toHaveCount(1)
  await search.under('In drafts').click()
  await expect(new Workbench(page).active).toHaveText(numberOf(orders[0]))
  await search.openByKeys()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sign-in/)
  await theirs.close()
})

test('on a narrow screen the search has a button of its own and fits', async ({ operator }) => {
  await operator.setViewportSize({ width: 390, height: 800 })
  await operator.goto('/history')
  const search = new DeskSearch(operator)
  await search.openByMouse()
  await search.field.fill('settings')
  // The heading says what a row is, so the row does not repeat it.
  await expect(search.under('Pages').first()).toHaveText('Settings')
  const box = await search.dialog.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await expectFlawless(operator, 'search on a narrow screen', { within: '[role=dialog]' })
})

test('what is typed right after Ctrl+K or Ctrl+G is in the search, without a pause and on a slow computer', async ({
  workbench,
}) => {
  const { page } = workbench
  const search = new DeskSearch(page)
  const [order = {}] = freshOrders(1)
  await workbench.paste(block([order]))
  await workbench.saved()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const key = (type: 'rawKeyDown' | 'keyDown' | 'keyUp', name: string, more: object = {}) =>
    browser.send('Input.dispatchKeyEvent', { type, key: name, ...more })
  const text = '1120-10003'
  const goTo = page.getByRole('dialog', { name: 'Go to order' })
  try {
    for (const [letter, dialog, field] of [
      ['K', search.dialog, search.field],
      ['G', goTo, goTo.getByRole('combobox')],
    ] as const) {
      const opening = {
        code: `Key${letter}`,
        windowsVirtualKeyCode: letter.charCodeAt(0),
        modifiers: 2,
      }
      // All keys are pressed before the page has reacted to the first one.
      await Promise.all([
        key('rawKeyDown', letter.toLowerCase(), opening),
        key('keyUp', letter.toLowerCase(), opening),
        ...[...text].flatMap(typed => [key('keyDown', typed, { text: typed }), key('keyUp', typed)]),
      ])
      await expect(field).toHaveValue(text)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  } finally {
    // Later journeys use the same page.
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await browser.detach()
  }
  await expect(workbench.active).toHaveText(numberOf(order))
  await expect(page.locator('.grid-editor[data-open]')).toHaveCount(0)
})
