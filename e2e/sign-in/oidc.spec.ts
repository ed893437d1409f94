import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect, signIn, signOut, test } from '../support/fixtures'
import { operatorAccount } from '../support/server'
import { SignInProvider } from './provider'

// The browser itself reports every response of 401 and 403, and the provider's own pages ask for an icon.
test.use({ expectedErrors: [/status of (401|403|404)/] })
test.slow()

let provider: SignInProvider
test.beforeEach(async ({ page }) => {
  provider = await SignInProvider.listen()
  // The provider's own pages ask for a font of another site.
  await page.route('https://fonts.googleapis.com/**', route =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
})
test.afterEach(() => provider.close())

/** Signs in at the provider's own pages. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

/** Signs in at the provider for the first time: the person also agrees to what the desk asks for. */
async function joinAtProvider(page: Page, name: string): Promise<void> {
  await signInAtProvider(page, name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/**
 * Begins a sign-in in this browser and stops before the provider's response reaches the desk.
 * @returns the address to which the provider sends the browser back
 */
async function providersResponse(page: Page, origin: string): Promise<URL> {
  const { csrfToken } = await (await page.request.get(`${origin}/api/auth/csrf`)).json()
  const begun = await page.request.post(`${origin}/api/auth/signin/oidc`, {
    headers: { origin },
    form: { csrfToken, callbackUrl: '/', json: 'true' },
  })
  const { url } = await begun.json()
  const response = await page.request.get(url, { maxRedirects: 0 })
  return new URL(response.headers().location ?? '')
}

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Hanbit ID' })
const alert = (page: Page) => page.locator('main').getByText(/\S/)

test('a press of the provider’s button counts although the page is not interactive yet', async ({
  page,
  startServer,
}) => {
  const server = await startServer(provider.variables)
  provider.serve(server.url)
  let release = () => {}
  const pressed = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async route => {
    await pressed
    await route.continue()
  })
  await page.goto(`${server.url}/sign-in`, { waitUntil: 'commit' })
  await button(page).click()
  release()
  await expect(page.locator('input[name=login]')).toBeVisible()
})

test('the first sign-in adds the person with the role of their group, and a changed group changes the role', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer(provider.variables)
  provider.serve(server.url)
  const jun = { email: 'jun@hanbit.example', email_verified: true, name: '준 Jun', groups: ['support'] }
  provider.people.set('jun', jun)
  await page.goto(`${server.url}/history`)
  await expectFlawless(page, 'the sign-in page with a provider')
  await button(page).click()
  await joinAtProvider(page, 'jun')
  await expect(page).toHaveURL(`${server.url}/history`)
  await page.goto(`${server.url}/settings/account`)
  const account = page.getByRole('main')
  await expect(account).toContainText('jun@hanbit.example')
  await expect(account).toContainText('Viewer')
  await expect(account).toContainText('You sign in with Hanbit ID and have no password in Lading.')
  await expectFlawless(page, 'the account of a person without a password')

  // Signing out ends the session of the desk.
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get(`${server.url}/drafts/any/lines`)).status()).toBe(401)
  provider.people.set('jun', { ...jun, groups: ['support', 'shipping'] })
  await button(page).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto(`${server.url}/settings/account`)
  await expect(account).toContainText('Registrar')

  // A person who is removed at the desk stays out, whatever the provider says.
  const boss = await (await browser.newContext({ locale: 'en', baseURL: server.url })).newPage()
  await boss.goto('/settings/team')
  await signIn(boss)
  await expect(boss.getByText('jun@hanbit.example · Signs in with Hanbit ID')).toBeVisible()
  await expect(
    boss.getByText('The sign-in provider changed the role of 준 Jun: Viewer → Registrar'),
  ).toBeVisible()
  await boss.getByRole('button', { name: 'Remove 준 Jun' }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(boss.getByText('준 Jun removed and signed out.')).toBeVisible()
  await boss.context().close()
  await page.goto(`${server.url}/history`)
  await button(page).click()
  await expect(page).toHaveURL(`${server.url}/sign-in?error=removed`)
  await expect(alert(page).filter({ hasText: 'You were removed from the team.' }).first()).toBeVisible()
})

test('people without a mapped group, without a verified address, and forged responses are refused', async ({
  page,
  startServer,
}) => {
  const server = await startServer(provider.variables)
  provider.serve(server.url)
  const account = { email: operatorAccount.email, email_verified: false, name: 'Mina' }
  provider.people.set('stranger', { ...account, groups: ['sales'] })
  await page.goto(`${server.url}/sign-in`)
  await button(page).click()
  await joinAtProvider(page, 'stranger')
  await expect(page).toHaveURL(`${server.url}/sign-in?error=role`)
  await expect(page.getByText('Hanbit ID gave you no role in Lading.')).toBeVisible()
  await expectFlawless(page, 'a refused person')
  // An unverified address of an administrator does not open their account.
  provider.people.set('stranger', { ...account, groups: ['desk-admins'] })
  await button(page).click()
  await expect(page).toHaveURL(`${server.url}/sign-in?error=email`)
  await expect(page.getByText('Hanbit ID didn’t confirm your email address')).toBeVisible()

  // A verified one does: the operator then signs in both ways.
  provider.people.set('stranger', { ...account, email_verified: true, groups: ['desk-admins'] })
  const callback = page.waitForRequest(/\/api\/auth\/callback\/oidc\?/)
  await button(page).click()
  const used = (await callback).url()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()

  // The same response again, a response to another sign-in, and one that this browser did not ask for.
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const forged = new URL(used)
  forged.searchParams.set('state', 'of-another-sign-in')
  for (const url of [used, forged.href, `${server.url}/api/auth/callback/oidc?code=x&state=y`]) {
    await page.goto(url)
    await expect(page).toHaveURL(`${server.url}/sign-in?error=provider`)
    await expect(page.getByText('Signing in with Hanbit ID didn’t work.')).toBeVisible()
  }
  // An unused code of another sign-in with the state of this one: its PKCE verifier and nonce do not fit.
  const other = await providersResponse(page, server.url)
  const mixed = await providersResponse(page, server.url)
  const code = other.searchParams.get('code') ?? ''
  mixed.searchParams.set('code', code)
  await page.goto(`${server.url}/sign-in`)
  await page.goto(mixed.href)
  await expect(page).toHaveURL(`${server.url}/sign-in?error=provider`)
  // Unchanged, such a response signs in.
  const whole = await providersResponse(page, server.url)
  await page.goto(whole.href)
  await expect(page).toHaveURL(`${server.url}/`)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(server.log).not.toContain(code)
  expect(server.log).not.toContain(new URL(used).searchParams.get('code'))
  await signIn(page)
  await expect(page).toHaveURL(`${server.url}/`)
})

test('with OIDC_ONLY passwords work only for the emergency administrator, and the provider confirms acts', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer({ ...provider.variables, OIDC_ONLY: '1' })
  provider.serve(server.url)
  provider.people.set('sora', {
    email: 'sora@hanbit.example',
    email_verified: true,
    name: 'Sora',
    groups: ['desk-admins'],
  })
  await page.goto(`${server.url}/settings/team`)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expect(button(page)).toBeFocused()
  await expect(button(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await joinAtProvider(page, 'sora')
  await expect(page).toHaveURL(`${server.url}/settings/team`)
  await expect(page.getByText('People join by signing in with Hanbit ID')).toBeVisible()

  // After ten minutes an act that grants access asks to sign in at the provider again.
  await server.runCommand('expire-reauthentication')
  const policy = page.getByRole('checkbox', { name: /^Require two-step verification/ })
  await policy.click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectFlawless(page, 'the question before an act')
  await question.getByRole('button', { name: 'Continue with Hanbit ID' }).click()
  await signInAtProvider(page, 'sora')
  await expect(page).toHaveURL(`${server.url}/settings/team`)
  await policy.click()
  await expect(
    page.getByText('Set up your own two-step verification under Your account first.'),
  ).toBeVisible()

  const boss = await (await browser.newContext({ locale: 'en', baseURL: server.url })).newPage()
  await boss.goto('/sign-in')
  await boss.getByRole('link', { name: 'Sign in with a password' }).click()
  await expect(
    boss.getByText('Passwords work only for the emergency administrator of this server.'),
  ).toBeVisible()
  await signIn(boss)
  await expect(boss).toHaveURL(`${server.url}/`)
  await boss.context().close()
})
