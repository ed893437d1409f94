import type { Page } from 'playwright/test'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { PRICE } from '../support/grid'
import { Workbench } from '../support/workbench'

// The browser itself reports the response to a removed operator.
test.use({ expectedErrors: [/status of 401/] })

test('a member joins by a link, may do what their role allows, and is signed out the moment they are removed', async ({
  operator,
  browser,
  server,
}) => {
  await operator.goto('/settings/team')
  await operator.getByRole('button', { name: 'Invite a member' }).click()
  await operator.getByLabel('Email', { exact: true }).fill('jun@shop.example')
  await choose(operator, 'Role', 'Viewer')
  await operator.getByRole('button', { name: 'Create link' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Invitation link for jun@shop.example' })
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const theirs = await browser.newContext({ baseURL: server.url, locale: 'en' })
  const page = await theirs.newPage()
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto(link)
  await page.getByLabel('Your name').fill('준 Jun')
  await page.getByLabel('Password').fill('a pass phrase of jun')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`${server.url}/`)
  const token = new URL(link).hash.slice(1)
  expect(token).toMatch(/^[\w-]{43}$/)
  // A browser shows the part behind # here, and does not send it.
  const sent = requests.map(request => request.replace(`/invitation#${token}`, '/invitation'))
  expect(sent.filter(request => request.includes(token))).toEqual([])

  // A viewer reads and copies, and changes nothing.
  const draft = await Workbench.openNew(operator)
  const orders = freshOrders(2).map(texts => ({ ...texts, [PRICE]: 'free' }))
  await draft.paste(block(orders))
  const newPriceOn = (screen: Page) => screen.getByRole('textbox', { name: 'New value for all: Item price' })
  await expect(newPriceOn(operator)).toBeVisible()
  const seen = await Workbench.open(page, operator.url())
  await seen.type('999')
  await expect(seen.announcement).toContainText('You have view-only access.')
  await expect(seen.row(numberOf(orders[0]))).toHaveCount(1)
  await expect(seen.failures).toHaveCount(2)
  await expect(newPriceOn(page)).toHaveCount(0)
  await expect(seen.checkButton).toBeDisabled()
  await expect(seen.registerButton).toBeDisabled()
  await page.keyboard.press('F9')
  await expect(seen.announcement).toContainText('Only editors, registrars and administrators can check.')
  // A conversion makes a draft, which a viewer may not: it is not offered.
  const convert = (screen: Page) => screen.getByRole('menuitem', { name: 'Convert to General orders…' })
  for (const [screen, offers] of [
    [operator, 1],
    [page, 0],
  ] as const) {
    await screen.getByRole('button', { name: 'More tools' }).click()
    await expect(screen.getByRole('menuitem', { name: 'Download all' })).toBeVisible()
    await expect(convert(screen)).toHaveCount(offers)
    await screen.keyboard.press('Escape')
  }

  // An empty sheet does not ask a viewer to paste.
  const empty = await Workbench.openNew(page)
  await expect(page.getByText('This draft has no orders yet')).toBeVisible()
  await expect(page.getByText('Paste your orders here')).toHaveCount(0)
  await Workbench.open(empty.page, operator.url())

  // Another role applies at once; a used link does not work.
  await operator.goto('/settings/team')
  await choose(operator, 'Role of 준 Jun', 'Registrar')
  await expect(operator.getByText('준 Jun is now Registrar.')).toBeVisible()
  await page.reload()
  await expect(seen.active).toBeVisible()
  await expect(seen.checkButton).toBeEnabled()
  const stranger = await (await browser.newContext({ baseURL: server.url, locale: 'en' })).newPage()
  await stranger.goto(link)
  await expect(
    stranger.getByText('This link has been used, withdrawn or replaced, or has expired.'),
  ).toBeVisible()
  // Links of an older version still work; their token is removed from the part of the address that is sent.
  await stranger.goto(link.replace('#', '?token='))
  await expect(
    stranger.getByText('This link has been used, withdrawn or replaced, or has expired.'),
  ).toBeVisible()
  await expect(stranger).toHaveURL(link)

  await operator.getByRole('button', { name: 'Remove 준 Jun' }).click()
  const question = operator.getByRole('dialog', { name: 'Remove 준 Jun' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(operator.getByText('준 Jun removed and signed out.')).toBeVisible()
  expect((await page.request.get('/drafts/any/lines', { maxRedirects: 0 })).status()).toBe(401)
  await page.goto('/connections')
  await expect(page).toHaveURL(/\/sign-in/)
})

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
