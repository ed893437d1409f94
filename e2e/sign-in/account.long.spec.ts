import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect, signIn, test } from '../support/fixtures'
import { operatorAccount, type Server } from '../support/server'

// The browser itself reports the response to a request whose session has ended.
test.use({ expectedErrors: [/status of 401/] })

/** A signed-in browser of its own. */
async function signedIn(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en' })
  await signInAgain(context, server)
  return context.newPage()
}

/** Signs in by the requests of the sign-in form. */
async function signInAgain({ request }: BrowserContext, server: Server): Promise<void> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { ...operatorAccount, csrfToken, json: 'true' }
  const reply = await request.post('/api/auth/callback/credentials', {
    form,
    headers: { origin: server.url },
  })
  expect(reply.status()).toBe(200)
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a password that is easy to guess is refused with the reason, below its field', async ({ operator }) => {
  await operator.goto('/settings/account')
  await operator.getByRole('button', { name: 'Change password' }).click()
  await field(operator, 'Current password').fill(operatorAccount.password)
  const form = operator.getByRole('dialog', { name: 'Change password' })
  const chosen = field(operator, 'New password')
  for (const [password, reason] of [
    ['Passw0rd2026', 'This password is too common. Choose one that’s harder to guess.'],
    ['mina-2026!', 'Too similar to your'],
    ['lading.desk', 'Too similar to “Lading”.'],
  ] as const) {
    await chosen.fill(password)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(operator.getByText(reason)).toBeVisible()
    await expect(chosen).toHaveAttribute('aria-invalid', 'true')
    await expect(chosen).toBeFocused()
  }
  await chosen.fill(operatorAccount.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(operator.getByText('Password changed.')).toBeVisible()
})

test('before an API client is created, an older session is asked for its password', async ({
  browser,
  startServer,
}) => {
  const server = await startServer()
  const page = await signedIn(browser, server)
  await page.goto('/settings')
  const name = field(page, 'Name')
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  const secrets = page.getByRole('dialog', { name: /^Credentials for/ })

  // Right after sign-in no password is asked for.
  await page.getByRole('button', { name: 'New client' }).click()
  await name.fill('Hanbit Store')
  await name.press('Enter')
  await expect(secrets).toBeVisible()
  await secrets.getByRole('button', { name: 'I’ve saved them' }).click()

  await server.runCommand('expire-reauthentication')
  await page.getByRole('button', { name: 'New client' }).click()
  await name.fill('Blossom Beauty')
  await name.press('Enter')
  await expect(question).toBeVisible()
  await expect(question.getByLabel('Password')).toBeFocused()
  await expectFlawless(page, 'the question for the password', { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Nothing was changed. Confirm your password to do this.')).toBeVisible()
  await expect(page.getByRole('rowgroup', { name: 'Blossom Beauty' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Create client' }).click()
  await question.getByLabel('Password').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Incorrect password.')).toBeVisible()
  await question.getByLabel('Password').fill(operatorAccount.password)
  await page.keyboard.press('Enter')
  await expect(secrets).toContainText('Blossom Beauty')
  await secrets.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('rowgroup', { name: 'Blossom Beauty' })).toBeVisible()

  // For ten minutes the password is not asked for again, here or on other pages.
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await field(page, 'Email').fill('boss@shop.example')
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: 'Administrator' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation link for boss@shop.example' })).toBeVisible()
  await page.context().close()
})

test('an operator sees where they are signed in and signs out elsewhere', async ({
  browser,
  startServer,
}) => {
  const server = await startServer()
  const here = await signedIn(browser, server)
  const there = await signedIn(browser, server)
  const third = await signedIn(browser, server)

  await here.goto('/settings/account')
  const sessions = here.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('rowheader')).toHaveCount(3)
  await expect(sessions.getByRole('row').filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(sessions.getByRole('rowheader').first()).toContainText(/Chrome on Linux\s*127\.0\.0\.1/)
  await expectFlawless(here, 'Your account')
  await here.emulateMedia({ colorScheme: 'dark' })
  await expectFlawless(here, 'Your account, dark', { rules: ['color-contrast'] })

  // A browser that signs in again leaves no second session.
  const before = await there.context().cookies()
  await signInAgain(there.context(), server)
  await here.reload()
  await expect(sessions.getByRole('rowheader')).toHaveCount(3)
  const copy = await browser.newContext({ baseURL: server.url })
  await copy.addCookies(before)
  expect((await copy.request.get('/unknown/count')).status()).toBe(401)
  await copy.close()

  // Newest first: the browser that has just signed in again is the one whose session ends.
  await sessions.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
  await expect(here.getByText('Chrome on Linux signed out.')).toBeVisible()
  await expect(sessions.getByRole('rowheader')).toHaveCount(2)
  await expect(here.getByRole('heading', { name: 'Sessions' })).toBeFocused()
  await there.goto('/connections')
  await expect(there).toHaveURL(/\/sign-in/)
  expect((await third.request.get('/unknown/count')).status()).toBe(200)

  await here.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(here.getByText('1 other session signed out.')).toBeVisible()
  await expect(sessions.getByRole('rowheader')).toHaveCount(1)
  expect((await third.request.get('/unknown/count')).status()).toBe(401)
  expect((await here.request.get('/unknown/count')).status()).toBe(200)
  for (const page of [here, there, third]) await page.context().close()
})

test('a link printed on the server sets a new password and ends all sessions', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer()
  const elsewhere = await signedIn(browser, server)
  const printed = await server.runCommand('reset-password', '--email', operatorAccount.email)
  await page.goto(/http\S+/.exec(printed)?.[0] ?? '')
  await expect(page.getByText(`For ${operatorAccount.email}.`)).toBeVisible()
  const chosen = field(page, 'Password')
  await chosen.fill('mina@shop.example')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Too similar to your email address.')).toBeVisible()
  await chosen.fill('four green bicycles')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(`${server.url}/`)
  await elsewhere.goto('/connections')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await signIn(elsewhere, { ...operatorAccount, password: 'four green bicycles' })
  await elsewhere.goto('/settings/team')
  await expect(elsewhere.getByText('Password reset link for mina created on the server')).toBeVisible()
  await elsewhere.context().close()
})
