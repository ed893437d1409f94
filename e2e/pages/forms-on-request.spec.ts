import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect, signIn, test } from '../support/fixtures'

/** The button that opens each form, and the field that gets the focus. */
const forms = [
  ['/connections', 'New connection', 'Name'],
  ['/settings/presets', 'New preset', 'Sheet'],
  ['/settings/products', 'New product', 'Item code'],
  ['/settings/team', 'Invite a member', 'Email'],
  ['/settings/notifications', 'New webhook', 'URL'],
  ['/settings', 'New client', 'Name'],
  ['/settings/account', 'Change password', 'Current password'],
] as const

test('using only the keyboard every form opens over its list when it is asked for, and gives the focus back', async ({
  operator: page,
}) => {
  const focus = page.locator(':focus')
  for (const [path, button, first] of forms) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: first, exact: true })).toHaveCount(0)
    const opener = page.getByRole('button', { name: button })
    await expect(opener).toBeEnabled()
    await opener.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: button })
    await expect(panel).toBeVisible()
    await expect(focus, path).toHaveAccessibleName(first)
    await expectFlawless(page, button, { within: '[role=dialog]' })
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(opener, path).toBeFocused()
  }
})

test('an entry is edited in a panel with its name, and after its deletion the focus is on the button for a new one', async ({
  operator: page,
}) => {
  const focus = page.locator(':focus')
  await page.goto('/settings/presets')
  await page.getByRole('button', { name: 'New preset' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Seoul box')
  await page.getByLabel('Sender name').fill('Hanbit')
  // Another sheet keeps what is typed.
  const sheet = page.getByRole('combobox', { name: 'Sheet' })
  for (const title of ['Products', 'General orders']) {
    await sheet.click()
    await page.getByRole('option', { name: title }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Seoul box')
  }
  await expect(page.getByLabel('Sender name')).toHaveValue('Hanbit')
  await page.getByLabel('Sender name').press('Enter')
  await expect(page.getByRole('row', { name: 'Seoul box' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New preset' })).toBeFocused()

  const edit = page.getByRole('button', { name: 'Edit Seoul box' })
  await edit.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Edit Seoul box' })
  await expect(focus).toHaveAccessibleName('Name')
  await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await panel.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Seoul box' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New preset' })).toBeFocused()
})

test('in a panel, Escape closes the question in front of it first, and what was typed stays', async ({
  page,
  startServer,
}) => {
  test.slow()
  const server = await startServer()
  await page.goto(`${server.url}/sign-in`)
  await signIn(page)
  await page.goto(`${server.url}/connections`)
  await page.getByRole('button', { name: 'New connection' }).click()
  const fill = (label: string, text: string) => field(page, label).fill(text)
  await fill('Name', 'Second carrier')
  await fill('Base URL', 'https://api.carrier.example')
  await page.getByText('Advanced', { exact: true }).click()
  await fill('Orders per registration', '20')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: 'Second carrier' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Second carrier' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit Second carrier' })
  await expect(field(page, 'Orders per registration')).toBeHidden()
  await fill('Name', 'Third carrier')
  await fill('Base URL', 'https://api.third.example')
  await server.runCommand('expire-reauthentication')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(question.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Third carrier')

  await page.getByRole('button', { name: 'Delete…', exact: true }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete this connection?' })
  await expect(deletion.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(deletion).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.getByRole('button', { name: 'Delete…', exact: true }).click()
  await deletion.getByRole('textbox').fill('Second carrier')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: 'Second carrier' })).toHaveCount(0)
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('Escape asks before a form loses what was typed; Cancel and an untouched form do not', async ({
  operator: page,
}) => {
  await page.goto('/connections')
  await page.getByRole('button', { name: 'New connection' }).click()
  const panel = page.getByRole('dialog', { name: 'New connection' })
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'New connection' }).click()
  await panel.getByLabel('Access token').fill('typed once')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(panel.getByLabel('Access token')).toHaveValue('typed once')
  await panel.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'New connection' }).click()
  await panel.getByLabel('Access token').fill('typed again')
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(panel).toHaveCount(0)
})

test('Escape asks also before a form loses what was chosen from a list', async ({ operator: page }) => {
  await page.goto('/settings/products')
  await page.getByRole('button', { name: 'New product' }).click()
  const panel = page.getByRole('dialog', { name: 'New product' })
  const origin = panel.getByRole('combobox', { name: 'Item origin country' })
  const list = page.getByRole('listbox')
  await origin.click()
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await origin.click()
  await page.getByRole('option', { name: 'KR South Korea', exact: true }).click()
  await expect(origin).toHaveText('KR South Korea')
  // An Escape before the list is closed would be the list's.
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(origin).toHaveText('KR South Korea')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(panel).toHaveCount(0)

  // A list that was opened and closed has changed nothing.
  await page.getByRole('button', { name: 'New product' }).click()
  await origin.click()
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
