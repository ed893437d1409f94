import type { Page } from 'playwright/test'
import { totpCode } from '@/testing/totp'
import { expectFlawless } from '../support/axe'
import { expect, signIn, signOut, test } from '../support/fixtures'
import { operatorAccount, type Server } from '../support/server'
import { Authenticator, addPasskey, saveRecoveryCodes } from './authenticator'

// The browser itself reports every response of 401, 403 and 429.
test.use({ expectedErrors: [/status of (401|403|429)|ERR_FAILED/] })
// Each starts a server of its own and signs in several times.
test.slow()

/** A code that is valid next: each code works once, and clocks may be one step off. */
const nextCode = (secret: string) => totpCode(secret, Date.now() + 30_000)

/** Fills in the password. */
async function enterPassword(page: Page, account = operatorAccount): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
}

/** Sets up an authenticator app with the code that is valid now. @returns its secret, and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
  const secret = await dialog.getByLabel('Or enter this key in the app').inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return { secret, codes: await saveRecoveryCodes(page) }
}

/** Signs the operator in who has no second factor, and opens their account. */
async function openAccount(page: Page, server: Server, origin = server.url): Promise<void> {
  await page.goto(`${origin}/settings/account`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
}

/**
 * How light a picture is at some points of its diagonal (0: black, 255: white).
 * @param points 0: first corner, 1: last
 */
const greyOf = (page: Page, png: Buffer, points: readonly number[]): Promise<number[]> =>
  page.evaluate(
    async ({ base64, at }) => {
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      return at.map(part => {
        const pixel = context?.getImageData(image.width * part, image.height * part, 1, 1).data
        return Math.max(...(pixel ?? []).slice(0, 3))
      })
    },
    { base64: png.toString('base64'), at: points },
  )

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ })

test('with an authenticator app, signing in takes a code after the password, and each code works once', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  await openAccount(page, server)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
  const qr = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  // Cameras read dark modules on a light ground, also in the dark theme. The first modules are the margin and a corner.
  await page.emulateMedia({ colorScheme: 'dark' })
  const width = Number((await qr.getAttribute('viewBox'))?.split(' ')[2])
  expect(await greyOf(page, await qr.screenshot(), [2.5 / width, 4.5 / width])).toEqual([255, 0])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectFlawless(page, 'the dialog with the QR code')
  const secret = await dialog.getByLabel('Or enter this key in the app').inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByLabel('Code', { exact: true }).press('Enter')
  await expect(dialog.getByText('Incorrect code.')).toBeVisible()
  const used = totpCode(secret, Date.now())
  await dialog.getByLabel('Code', { exact: true }).fill(used)
  await dialog.getByLabel('Code', { exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible()
  await expectFlawless(page, 'the recovery codes')
  const codes = await saveRecoveryCodes(page)
  await expect(page.getByText('10 unused codes')).toBeVisible()
  await expectFlawless(page, 'the account')
  await signOut(page)

  // The keyboard is enough, and the password without the second step begins no session.
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type(operatorAccount.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(operatorAccount.password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expectFlawless(page, 'the second step')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('next-auth.session-token')
  expect((await page.request.get(`${server.url}/drafts/any/lines`)).status()).toBe(401)
  await page.keyboard.type(used)
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText(/^Incorrect or already used code/)
  await code.fill(nextCode(secret))
  await code.press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)
  await signOut(page)

  // A recovery code replaces the app, once.
  const [recovery = ''] = codes
  for (const isFirst of [true, false]) {
    await enterPassword(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await page.keyboard.type(recovery.toUpperCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    if (isFirst) {
      await expect(page).toHaveURL(`${server.url}/`)
      await signOut(page)
    }
  }
  await expect(alert(page)).toHaveText('Incorrect or already used recovery code.')
  for (const private_ of [secret, secret.replaceAll(' ', ''), recovery, used])
    expect(server.log).not.toContain(private_)
})

test('a reset password still needs the second step, and the server can reset both', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer()
  await openAccount(page, server)
  const { secret } = await setUpApp(page)
  const printed = await server.runCommand('reset-password', '--email', operatorAccount.email)
  const stranger = await browser.newPage({ locale: 'en', baseURL: server.url })
  await stranger.goto(/http\S+\/invitation#\S+/.exec(printed)?.[0] ?? '')
  const renewed = { ...operatorAccount, password: 'another long pass phrase' }
  await stranger.getByLabel('Password').fill(renewed.password)
  await stranger.getByRole('button', { name: 'Set password' }).click()
  await stranger.waitForURL(/\/sign-in/)
  await enterPassword(stranger, renewed)
  await stranger.getByLabel('Code', { exact: true }).fill(nextCode(secret))
  await stranger.getByLabel('Code', { exact: true }).press('Enter')
  await stranger.waitForURL(`${server.url}/`)

  const output = await server.runCommand(
    'reset-password',
    '--email',
    operatorAccount.email,
    '--second-factor',
  )
  expect(output).toContain(`Removed two-step verification for “${operatorAccount.email}”`)
  await stranger.goto('/settings/account')
  await signIn(stranger, renewed)
  await expect(stranger.getByText(/^Your two-step verification was reset on the server on /)).toBeVisible()
  await stranger.goto('/settings/team')
  await expect(stranger.getByText('Two-step verification for mina reset on the server')).toBeVisible()
  await stranger.close()
})

test('a passkey signs in after the password, confirms who acts, and is void once it is removed', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ PUBLIC_URL: 'http://localhost:{port}' })
  const origin = `http://localhost:${server.port}`
  const authenticator = await Authenticator.attach(page)
  await openAccount(page, server, origin)
  await addPasskey(page, 'Office laptop')
  await saveRecoveryCodes(page)
  await expect(page.getByText('Passkey “Office laptop”')).toBeVisible()
  expect(await authenticator.credentials()).toHaveLength(1)
  // One device holds one passkey of an account.
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Add passkey' })
  await again.getByLabel('Name').fill('The same laptop')
  await again.getByLabel('Name').press('Enter')
  await expect(alert(page)).toHaveText('No passkey was created. Try again.')
  await again.getByRole('button', { name: 'Cancel' }).click()
  await signOut(page)

  await enterPassword(page)
  const use = page.getByRole('button', { name: 'Use passkey' })
  await expect(use).toBeFocused()
  await expectFlawless(page, 'the second step with a passkey')
  // A device that does not recognise its owner signs nothing.
  await authenticator.recogniseOwner(false)
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText(/^No passkey was used/)
  await authenticator.recogniseOwner(true)
  await use.click()
  await expect(page).toHaveURL(`${origin}/`)

  // It also confirms an act that grants access.
  await server.runCommand('expire-reauthentication')
  await page.goto(`${origin}/settings/account`)
  await page.getByRole('button', { name: 'New codes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  // A wrong answer is not the last one.
  await question.getByLabel('Password').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Incorrect password.')).toBeVisible()
  await question.getByRole('button', { name: 'Use passkey' }).click()
  await saveRecoveryCodes(page)
  await expect(page.getByText(/^Last used /)).toBeVisible()

  // A forged signature is refused, and the next try gets a challenge of its own.
  await signOut(page)
  await enterPassword(page)
  await authenticator.forgeKey()
  for (const _try of [1, 2]) {
    const response = page.waitForResponse(/callback\/second-step/)
    await use.click()
    expect((await response).status()).toBe(401)
    await expect(alert(page)).toHaveText(/^This passkey isn’t valid for this account/)
  }
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})

test('a passkey whose code cannot be loaded says so in place, and works once the server responds', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ PUBLIC_URL: 'http://localhost:{port}' })
  const origin = `http://localhost:${server.port}`
  const chunks = '**/_next/static/chunks/**'
  const whileCutOff = async (act: () => Promise<void>, sentence: string) => {
    await page.route(chunks, route => route.abort())
    await act()
    await expect(alert(page)).toHaveText(sentence)
    await page.unroute(chunks)
  }
  const again = 'Can’t reach Lading. Check your connection, then try again.'
  await Authenticator.attach(page)
  await openAccount(page, server, origin)
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill('Office laptop')
  const create = dialog.getByRole('button', { name: 'Continue' })
  await whileCutOff(() => create.click(), again)
  await expect(dialog.getByLabel('Name')).toHaveValue('Office laptop')
  await create.click()
  await saveRecoveryCodes(page)

  // Each document loads the code again.
  await server.runCommand('expire-reauthentication')
  await page.reload()
  await page.getByRole('button', { name: 'New codes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  const confirm = question.getByRole('button', { name: 'Use passkey' })
  await whileCutOff(() => confirm.click(), again)
  await confirm.click()
  await saveRecoveryCodes(page)

  await signOut(page)
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await page.reload()
  await enterPassword(page)
  const use = page.getByRole('button', { name: 'Use passkey' })
  await whileCutOff(() => use.click(), 'Can’t reach Lading. Check that it’s running, then try again.')
  await use.click()
  await expect(page).toHaveURL(`${origin}/`)
})

test('a passkey of one operator is refused for another, and a removed one is not asked for', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer({ PUBLIC_URL: 'http://localhost:{port}' })
  const origin = `http://localhost:${server.port}`
  await Authenticator.attach(page)
  await openAccount(page, server, origin)
  const { secret } = await setUpApp(page)
  await addPasskey(page, 'Laptop')

  // Jun sends Mina’s challenge, signed by Jun’s own device: the token decides whose passkeys count.
  await page.goto(`${origin}/settings/team`)
  const jun = { email: 'jun@shop.example', password: 'a pass phrase of jun' }
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByLabel('Email', { exact: true }).fill(jun.email)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const theirs = await (await browser.newContext({ locale: 'en', baseURL: origin })).newPage()
  await Authenticator.attach(theirs)
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill('Jun')
  await theirs.getByLabel('Password').fill(jun.password)
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.waitForURL(`${origin}/`)
  await theirs.goto('/settings/account')
  await addPasskey(theirs, 'Phone of Jun')
  await saveRecoveryCodes(theirs)
  await signOut(theirs)
  await signOut(page)
  await enterPassword(page)
  await enterPassword(theirs, jun)
  let signed = ''
  await theirs.route('**/callback/second-step', async route => {
    signed = new URLSearchParams(route.request().postData() ?? '').get('value') ?? ''
    await route.abort()
  })
  await theirs.getByRole('button', { name: 'Use passkey' }).click()
  await expect.poll(() => signed).not.toBe('')
  await page.route('**/callback/second-step', route => {
    const form = new URLSearchParams(route.request().postData() ?? '')
    if (form.get('kind') === 'passkey') form.set('value', signed)
    return route.continue({ postData: form.toString() })
  })
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(alert(page)).toHaveText(/^This passkey isn’t valid for this account/)
  await theirs.context().close()

  await page.getByLabel('Code', { exact: true }).fill(nextCode(secret))
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/settings/account`)
  await page.getByRole('button', { name: 'Remove passkey Laptop' }).click()
  await expect(page.getByText('Passkey “Laptop” removed.')).toBeVisible()
  await signOut(page)
  await enterPassword(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Use passkey' })).toHaveCount(0)
})

test('several passkeys can be kept, and one of any kind is enough where a second factor is required', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ PUBLIC_URL: 'http://localhost:{port}' })
  const origin = `http://localhost:${server.port}`
  const laptop = await Authenticator.attach(page)
  await openAccount(page, server, origin)
  await addPasskey(page, 'Office laptop')
  await saveRecoveryCodes(page)
  await laptop.detach()
  const key = await Authenticator.attach(page, 'usb')
  await addPasskey(page, 'Security key')
  expect(await key.credentials()).toHaveLength(1)
  await page.goto(`${origin}/settings/team`)
  const policy = page.getByRole('checkbox', { name: /^Require two-step verification/ })
  await policy.click()
  await expect(page.getByText(/^Two-step verification is required for/)).toBeVisible()
  await signOut(page)

  // The computer has only the key: the other passkey of the account does not matter.
  await enterPassword(page)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/settings/account`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `Passkey “${name}”` })
  await expect(row('Security key')).toContainText('Last used')
  await expect(row('Office laptop')).toContainText('Added')
  await page.getByRole('button', { name: 'Remove passkey Office laptop' }).click()
  await expect(row('Office laptop')).toHaveCount(0)
  const removeKey = page.getByRole('button', { name: 'Remove passkey Security key' })
  await removeKey.click()
  await expect(alert(page)).toHaveText(/^Your role needs two-step verification/)
  // With an app the key may go.
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
  const secret = await dialog.getByLabel('Or enter this key in the app').inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await removeKey.click()
  await expect(row('Security key')).toHaveCount(0)
  await page.goto(`${origin}/history`)
  await expect(page).toHaveURL(`${origin}/history`)
})

test('when administrators require it, registrars set it up before anything else, and a reset asks for it again', async ({
  page,
  browser,
  startServer,
}) => {
  const server = await startServer()
  await openAccount(page, server)
  await page.goto(`${server.url}/settings/team`)
  const policy = page.getByRole('checkbox', {
    name: 'Require two-step verification for registrars and administrators',
  })
  await policy.click()
  await expect(alert(page)).toHaveText('Set up your own two-step verification under Your account first.')
  await expect(policy).not.toBeChecked()
  await page.goto(`${server.url}/settings/account`)
  await setUpApp(page)
  await page.goto(`${server.url}/settings/team`)
  const jun = { email: 'jun@shop.example', password: 'a pass phrase of jun' }
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByLabel('Email', { exact: true }).fill(jun.email)
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: 'Registrar', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const theirs = await (await browser.newContext({ locale: 'en', baseURL: server.url })).newPage()
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill('Jun')
  await theirs.getByLabel('Password').fill(jun.password)
  await theirs.getByRole('button', { name: 'Join' }).click()
  await theirs.waitForURL(`${server.url}/`)

  await policy.click()
  await expect(
    page.getByText('Two-step verification is required for registrars and administrators.'),
  ).toBeVisible()
  await expect(policy).toBeChecked()
  await expectFlawless(page, 'the team')
  // The open session may do nothing else from now on.
  expect((await theirs.request.get('/drafts/any/lines')).status()).toBe(403)
  await theirs.goto('/history')
  await expect(theirs).toHaveURL(/\/second-factor\?callbackUrl=%2Fhistory$/)
  await expectFlawless(theirs, 'the page that asks for a second factor')
  await expect(theirs.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await setUpApp(theirs)
  // Enter leads on, and does not remove what was just added.
  await expect(theirs.getByRole('link', { name: 'Continue' })).toBeFocused()
  await theirs.keyboard.press('Enter')
  await expect(theirs).toHaveURL(`${server.url}/history`)
  // The last one must stay.
  await theirs.goto('/settings/account')
  await theirs.getByRole('button', { name: 'Remove authenticator app' }).click()
  await expect(alert(theirs)).toHaveText(/^Your role needs two-step verification/)

  await page.reload()
  await page.getByRole('button', { name: 'Reset two-step verification for Jun' }).click()
  await expect(page.getByText('Two-step verification for Jun reset. Jun was signed out.')).toBeVisible()
  await expect(page.getByText('mina reset two-step verification for Jun')).toBeVisible()
  await theirs.goto('/history')
  await signIn(theirs, jun)
  await expect(theirs).toHaveURL(/\/second-factor/)
  await expect(theirs.getByText(/^mina reset your two-step verification on /)).toBeVisible()
  await theirs.context().close()
})

test('the second step is in Korean and Japanese', async ({ page, startServer }) => {
  const server = await startServer()
  await openAccount(page, server)
  await setUpApp(page)
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  for (const [language, email, password, submit, title, code] of [
    ['한국어', '이메일', '비밀번호', '로그인', '2단계 인증', '인증 코드'],
    ['日本語', 'メールアドレス', 'パスワード', 'ログイン', '2段階認証', '認証コード'],
  ] as const) {
    await page.goto(`${server.url}/sign-in`)
    await page.getByRole('button', { name: language }).click()
    await page.getByLabel(email, { exact: true }).fill(operatorAccount.email)
    await page.getByLabel(password, { exact: true }).fill(operatorAccount.password)
    await page.getByRole('button', { name: submit, exact: true }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByLabel(code, { exact: true })).toBeFocused()
    await expectFlawless(page, title)
  }
})
