import type { Page } from 'playwright/test'
import { operations } from '@/lib/contract/operations'
import { freshOrders, payloadOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { chooseByArrows } from '../support/keyboard/choose-by-arrows'

/** The status and the message with which the embedded service at `origin` responds. */
async function send(url: string, authorization: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { detail }: { detail?: string } = await response.json()
  return { status: response.status, detail }
}

const addressOf = (origin: string, operation: keyof typeof operations) =>
  `${origin}/open-api/v1${operations[operation].path}`

/**
 * Presses the revoke button, and waits until the dialog is closed: behind an open dialog no other element is
 * accessible.
 */
async function confirmRevocation(page: Page) {
  await question(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(question(page)).toHaveCount(0)
}

/**
 * The dialog that asks before a revocation. Its name differs from that of the toast, which is also a dialog to
 * browsers.
 */
const question = (page: Page) => page.getByRole('dialog', { name: /^Revoke/ })

/** Closes the dialog of secrets with its button, by keyboard. `first` is the focused element in it. */
async function keepByKeyboard(page: Page, first: string) {
  const focus = page.locator(':focus')
  await expect(focus).toHaveAccessibleName(first)
  await page.keyboard.press('Shift+Tab')
  await expect(focus).toHaveText('I’ve saved them')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The secret of a kind in the dialog, before the dialog is closed. */
const shown = (page: Page, kind: 'Access token' | 'Secret key') =>
  page.getByRole('dialog').getByLabel(kind, { exact: true }).inputValue()

test('a client with the permission for orders is created, sees its credentials once, may send orders, and is revoked', async ({
  operator: page,
  server,
}) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API clients')
  await expect(page).toHaveTitle(/^API clients/)
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hanbit Store')
  await page.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name: 'Orders only' }).click()
  await page.getByRole('button', { name: 'Create client' }).click()

  await expect(page.getByRole('dialog')).toContainText('They won’t be shown again.')
  const token = await shown(page, 'Access token')
  const key = await shown(page, 'Secret key')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const secretOf = (credential: string) => credential.slice(-20, -4)
  for (const credential of [token, key]) expect(await page.content()).not.toContain(secretOf(credential))
  await page.reload()
  for (const credential of [token, key]) expect(await page.content()).not.toContain(secretOf(credential))

  const client = page.getByRole('rowgroup', { name: 'Hanbit Store' })
  await expect(client.getByRole('rowheader').first()).toHaveText(/Hanbit Store\s*OrdersCreated by/)
  const keyRow = client.getByRole('row', { name: `${key.slice(0, 11)}…${key.slice(-4)}` })
  await expect(keyRow).toContainText('Not used yet')

  const orders = { data: freshOrders(1).map(payloadOf) }
  const check = addressOf(server.url, 'checkJapanOrders')
  expect((await send(check, `Bearer ${token}`, orders)).status).toBe(200)
  expect((await send(check, key, orders)).status).toBe(200)
  const refused = await send(addressOf(server.url, 'registerProducts'), key, { products: [{}] })
  expect(refused).toEqual({ status: 403, detail: expect.stringContaining('lack the “products” scope') })

  await page.reload()
  await expect(keyRow).not.toContainText('Not used yet')
  await keyRow.getByRole('button', { name: /^Revoke/ }).click()
  await expect(question(page)).toContainText(
    'It stops working immediately, along with anything that uses it.',
  )
  await confirmRevocation(page)
  await expect(keyRow).toHaveCount(0)
  expect((await send(check, key, orders)).status).toBe(401)
  expect((await send(check, `Bearer ${token}`, orders)).status).toBe(200)

  await client.getByRole('button', { name: 'Revoke Hanbit Store' }).click()
  await confirmRevocation(page)
  await expect(client).toHaveCount(0)
  expect((await send(check, `Bearer ${token}`, orders)).status).toBe(401)
  await page.getByRole('button', { name: 'Show inactive' }).click()
  await expect(client).toContainText('Revoked on')
})

test('using only the keyboard a key is issued, renewed and revoked, and the focus is never lost', async ({
  operator: page,
}) => {
  const focus = page.locator(':focus')
  await page.goto('/settings')
  const open = page.getByRole('button', { name: 'New client' })
  // Until the page reacts to it, it takes no focus.
  await expect(open).toBeEnabled()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(focus).toHaveAccessibleName('Name')
  await page.keyboard.type('Blossom Beauty')
  await page.keyboard.press('Enter')
  await expect(focus).toHaveAccessibleName('Access token')
  // An accidental key must not lose a secret that is shown once.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keepByKeyboard(page, 'Access token')
  await expect(focus).toHaveText('New client')

  await page.getByRole('button', { name: 'Issue to Blossom Beauty' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Issue to Blossom Beauty' })).toBeVisible()
  await expect(focus).toHaveAccessibleName('Type')
  await page.getByRole('combobox', { name: 'Secret key expiration' }).focus()
  await page.keyboard.press('Enter')
  await chooseByArrows(page.getByRole('listbox'), 'No expiration', {
    role: 'option',
    arrow: 'ArrowUp',
  })
  await page.getByRole('button', { name: 'Issue', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Valid until revoked')
  await keepByKeyboard(page, 'Secret key')

  const client = page.getByRole('rowgroup', { name: 'Blossom Beauty' })
  await expect(client.getByRole('row')).toHaveCount(4)
  const renew = client.getByRole('button', { name: /^Renew ldg_sk_/ }).first()
  await renew.focus()
  await page.keyboard.press('Enter')
  await keepByKeyboard(page, 'Secret key')
  await expect(focus).toHaveAccessibleName(/^Renew ldg_sk_/)
  await expect(client.getByRole('row')).toHaveCount(5)

  await client
    .getByRole('button', { name: /^Revoke ldg_sk_/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(focus).toHaveText('Cancel')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(client.getByRole('row')).toHaveCount(4)
  await expect(focus).toHaveText('New client')
})

test('Lading’s own client is marked as its own, and cannot be revoked', async ({ operator: page }) => {
  await page.goto('/settings')
  const desk = page.getByRole('rowgroup', { name: 'Lading desk' })
  await expect(desk).toContainText('Lading itself.')
  await expect(desk.getByRole('button')).toHaveCount(0)
})
