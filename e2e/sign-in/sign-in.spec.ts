import { expect, signIn, signOut, test } from '../support/fixtures'
import { operatorAccount } from '../support/server'
import { Workbench } from '../support/workbench'

// The browser itself reports every response of 401 and 429.
test.use({ expectedErrors: [/status of (401|429)/] })

const wrong = 'Incorrect email or password. Try again.'

test('a wrong password is explained in a sentence, and the right one signs in', async ({ page, server }) => {
  await page.goto(`${server.url}/orders/japan/new`)
  await page.getByLabel('Email', { exact: true }).fill(operatorAccount.email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the pass phrase')
  // What was typed can be looked at, and who forgot it reads what to do.
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('main')).toContainText('Forgot your password? Ask an administrator')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await signIn(page)
  await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
})

test('a person who types before the scripts are loaded keeps the focus and the text', async ({
  page,
  server,
}) => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async route => {
    await released
    await route.continue()
  })
  await page.goto(`${server.url}/sign-in`, { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill(operatorAccount.email)
  await page.getByLabel('Password', { exact: true }).fill(operatorAccount.password.slice(0, 6))
  const submit = page.getByRole('button', { name: 'Sign in' })
  await expect(submit).toBeDisabled()
  release()
  await expect(submit).toBeEnabled()
  await page.keyboard.type(operatorAccount.password.slice(6))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)
})

test('the email field has the focus as soon as the form is ready, not in a later task that would interrupt typing', async ({
  page,
  server,
}) => {
  // Tasks that a script puts off until the page has time for them never run.
  await page.addInitScript(() => {
    const schedule = window.setTimeout.bind(window)
    const held = (work: TimerHandler, delay?: number, ...values: unknown[]) =>
      delay === undefined ? 0 : schedule(work, delay, ...values)
    Object.assign(window, { setTimeout: held })
  })
  await page.goto(`${server.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
})

test('signing out ends the session on the server: a copy of its cookie is worthless', async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${server.url}/sign-in`)
  await signIn(page)
  const cookies = await context.cookies()
  await signOut(page)
  await expect(page).toHaveURL(/\/sign-in/)

  await context.clearCookies()
  await context.addCookies(cookies)
  await page.goto('/connections')
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fconnections/)
  expect((await page.request.get('/drafts/any/lines', { maxRedirects: 0 })).status()).toBe(401)
})

test('the set-up link works once and opens an empty sheet; the sixth try to guess its password is refused', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
  await expect.poll(() => server.log).toContain('Set up Lading: ')
  const link = /Set up Lading: (\S+)/.exec(server.log)?.[1] ?? ''
  await page.goto(link)
  const mine = { email: 'first@shop.example', password: 'a pass phrase of mine' }
  await page.getByLabel('Email', { exact: true }).fill(mine.email)
  await page.getByLabel('Password', { exact: true }).fill(mine.password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
  await expect(page.getByText('Paste your orders here')).toBeVisible()

  const workbench = new Workbench(page)
  await page.getByRole('button', { name: 'Fill with sample' }).click()
  await expect(page.getByText('Paste your orders here')).toHaveCount(0)
  await expect.poll(() => workbench.failures.count()).toBeGreaterThan(7)
  await expect(page.getByRole('combobox', { name: 'Connection' })).toHaveText('Sandbox')
  expect(await workbench.check()).toContain('passed')

  const stranger = await browser.newPage({ locale: 'en' })
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'Lading is already set up.' })).toBeVisible()
  await expect(stranger.getByLabel('Password', { exact: true })).toHaveCount(0)

  // Six tries within a quarter of an hour, the last one with the right password.
  await stranger.goto(`${server.url}/sign-in`)
  await stranger.getByLabel('Email', { exact: true }).fill(mine.email)
  const refusal = stranger.getByRole('alert').filter({ hasText: /\S/ })
  for (const tried of [1, 2, 3, 4, 5, 6]) {
    await stranger
      .getByLabel('Password', { exact: true })
      .fill(tried <= 5 ? `guess number ${tried}` : mine.password)
    const response = stranger.waitForResponse(/callback\/credentials/)
    await stranger.getByRole('button', { name: 'Sign in' }).click()
    expect((await response).status(), `try ${tried}`).toBe(tried <= 5 ? 401 : 429)
    await expect(refusal).toHaveText(tried <= 5 ? wrong : /^Too many attempts. Try again in \d+ minutes?\.$/)
  }
  await stranger.close()
})
