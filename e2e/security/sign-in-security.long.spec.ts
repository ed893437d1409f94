import { operatorAccount } from '../support/server'
import { addOperator, Caller, ours, publicUrl, signInBy } from './callers'
import { test } from './canaries'
import { actionOf, expect } from './desk'

// Requests without a page: sign-in, its cookies and passwords, as an attacker would try them.

test('pages of next-auth redirect to the sign-in page, and its unused paths do not exist', async ({
  desk,
}) => {
  for (const path of [
    'signin',
    'signin/credentials',
    'signout',
    'error?error=Configuration',
    'verify-request',
  ]) {
    const reply = await desk.anonymous.get(`/api/auth/${path}`)
    expect([path, reply.status, reply.headers.location, reply.body]).toEqual([path, 303, '/sign-in', ''])
  }
  const posts = ['signin/credentials', 'callback/other', 'session', '_log', 'signout/x']
  const replies = await Promise.all([
    ...['nothing', 'callback/credentials', 'csrf/x'].map(path => desk.anonymous.get(`/api/auth/${path}`)),
    ...posts.map(path =>
      desk.anonymous.send(`/api/auth/${path}`, { method: 'POST', headers: ours, body: 'a=b' }),
    ),
  ])
  expect(replies.map(reply => reply.status)).toEqual(replies.map(() => 404))
})

test('signing in and out accepts only requests of the desk’s own pages', async ({ desk }) => {
  const origins = ['https://evil.example', 'null', `${publicUrl}.evil.example`, 'http://desk.shop.example']
  for (const origin of origins) {
    const { reply, caller } = await signInBy(desk.server, operatorAccount, { origin })
    expect([origin, reply.status, caller.cookie]).toEqual([origin, 403, ''])
  }
  for (const path of ['callback/credentials', 'callback/second-step', 'signout']) {
    const reply = await desk.by.viewer.send(`/api/auth/${path}`, { method: 'POST', body: 'json=true' })
    expect([path, reply.status]).toEqual([path, 403])
  }
  expect((await desk.by.viewer.get('/unknown/count')).status).toBe(200)
})

test('a cookie of next-auth that another site of the domain has set keeps no person from signing in', async ({
  desk,
}) => {
  for (const value of ['x', 'javascript:alert(1)', '%00']) {
    const cookie = `__Secure-next-auth.callback-url=${value}`
    const csrf = await desk.anonymous.get('/api/auth/csrf', { cookie })
    expect([value, csrf.status, JSON.parse(csrf.body)]).toEqual([
      value,
      200,
      { csrfToken: expect.stringMatching(/^[\da-f]{64}$/) },
    ])
    const { reply, caller } = await signInBy(desk.server, operatorAccount, { cookie })
    expect([value, reply.status, new URL(JSON.parse(reply.body).url).origin]).toEqual([value, 200, publicUrl])
    expect((await caller.get('/unknown/count')).status).toBe(200)
  }
})

test('wrong passwords from other networks block no account, and the sixth from one network is refused', async ({
  desk,
}) => {
  // A new password ends the sessions of its account; the other tests need that of the administrator.
  const email = 'guessed@shop.example'
  await addOperator(desk.by.administrator, 'editor', actionOf, email)
  const from = (address: string, password: string, cookie = '') =>
    signInBy(desk.server, { email, password }, { 'x-forwarded-for': address, cookie })
  const { caller: known } = await from('203.0.113.1', operatorAccount.password)
  const device = known.cookie.split('; ').find(cookie => cookie.includes('lading-device')) ?? ''
  const [made = ''] = (
    (await from('203.0.113.2', operatorAccount.password)).reply.headers['set-cookie'] ?? []
  ).filter(cookie => cookie.includes('lading-device'))
  expect(made).toMatch(/^__Secure-lading-device-[\da-f]{16}=/)
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=lax', 'Path=/api/auth']) expect(made).toContain(flag)

  // An attacker guesses from two networks; in one of them, an IPv6 /64, each try has its own address.
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => from(n % 2 ? '203.0.113.7' : `2001:db8:1:2::${n}`, `guess ${n}`)),
  )
  expect(guesses.map(({ reply }) => reply.status).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
    429,
  ])
  const right = operatorAccount.password
  // The right password is refused there, too; but not on a known device, from another network, or in an open session.
  expect((await from('203.0.113.7', right)).reply.status).toBe(429)
  expect((await from('2001:db8:1:2:ffff::1', right)).reply.status).toBe(429)
  expect((await from('203.0.113.7', right, device)).reply.status).toBe(200)
  expect((await from('198.51.100.9', right)).reply.status).toBe(200)
  const changed = await known.act(actionOf('changePassword'), { current: right, password: right })
  expect(changed.result).toMatchObject({ ok: true })

  // A known device has its own tries, and no more than others.
  const onDevice: number[] = []
  for (let n = 0; n < 6; n++) onDevice.push((await from('198.51.100.7', `guess ${n}`, device)).reply.status)
  expect(onDevice).toEqual([401, 401, 401, 401, 401, 429])
  // An address that the client invented is not the address that the proxy saw.
  expect((await from('198.51.100.200, 203.0.113.7', right)).reply.status).toBe(429)
})

test('cookies are locked to the host and to https, small, and invalid when their session ends', async ({
  desk,
}) => {
  const account = { ...operatorAccount, email: 'cookies@shop.example' }
  await addOperator(desk.by.administrator, 'editor', actionOf, account.email)
  const { caller, reply } = await signInBy(desk.server, account)
  const [session = ''] = (reply.headers['set-cookie'] ?? []).filter(cookie =>
    cookie.includes('session-token'),
  )
  expect(session).toMatch(/^__Secure-next-auth\.session-token=/)
  // Names and values of attributes are case-insensitive (RFC 6265, 5.2).
  for (const flag of ['httponly', 'secure', 'samesite=lax', 'path=/'])
    expect(session.toLowerCase()).toContain(`; ${flag}`)
  expect(session.toLowerCase()).not.toContain('; domain')
  expect(session.length).toBeLessThan(4096)
  const isIn = async (who: Caller) => (await who.get('/unknown/count')).status === 200

  // A new password ends the other sessions, signing out ends this one: copies of their cookies are worthless.
  const { caller: elsewhere } = await signInBy(desk.server, account)
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, true])
  const { password } = account
  const changed = await caller.act(actionOf('changePassword'), { current: password, password })
  expect(changed.result).toMatchObject({ ok: true })
  expect([await isIn(caller), await isIn(elsewhere)]).toEqual([true, false])
  await caller.act(actionOf('signOut'), {})
  expect(await isIn(caller)).toBe(false)
  expect(await isIn(desk.by.viewer)).toBe(true)
})

test('a removed operator is signed out at once with every copy of the cookie, and cannot sign in again', async ({
  desk,
}) => {
  const { caller: administrator } = await signInBy(desk.server)
  const email = 'leaver@shop.example'
  const leaver = await addOperator(administrator, 'editor', actionOf, email)
  const copy = new Caller(desk.server, leaver.cookie)
  const nameDraft = actionOf('nameDraft')
  const statuses = async () => [
    (await copy.get('/unknown/count')).status,
    (await copy.get('/settings/account')).status,
    (await copy.act(nameDraft, null)).result?.problem?.code,
  ]
  expect(await statuses()).toEqual([200, 200, 'input'])
  const team = await administrator.get('/settings/team', { rsc: '1' })
  const id = new RegExp(`"id":"([^"]+)","email":"${email}"`).exec(team.body)?.[1]
  expect((await administrator.act(actionOf('removeMember'), { id })).result).toMatchObject({ ok: true })
  expect(await statuses()).toEqual([401, 307, 'signed-out'])
  const again = await signInBy(desk.server, { ...operatorAccount, email })
  expect([again.reply.status, again.caller.cookie.includes('session-token')]).toEqual([401, false])
})

test('passwords outside their bounds are refused by the server, whatever its pages accept', async ({
  desk,
}) => {
  const { password: current } = operatorAccount
  for (const password of ['a'.repeat(7), 'a'.repeat(129), '']) {
    const tried = await Promise.all([
      desk.by.viewer.act(actionOf('changePassword'), { current, password }),
      desk.anonymous.act(actionOf('join'), { name: 'Eve', password, token: 'x' }),
      desk.anonymous.act(actionOf('setUp'), { email: 'eve@shop.example', name: 'Eve', password, token: 'x' }),
    ])
    expect(tried.map(({ result }) => result?.problem?.code)).toEqual(['input', 'input', 'input'])
  }
})

test('passwords that are easy to guess are refused by the server, with the reason', async ({ desk }) => {
  const { password: current } = operatorAccount
  const reasons: [password: string, reason: RegExp][] = [
    ['P@ssw0rd2026', /password is too common/],
    ['Lading-2026', /similar to “Lading”/],
    ['viewer-1234', /similar to your name/],
    ['shop.example', /similar to your email/],
  ]
  for (const [password, reason] of reasons) {
    const { result } = await desk.by.viewer.act(actionOf('changePassword'), { current, password })
    expect(result?.problem?.fields).toEqual([{ name: 'password', message: expect.stringMatching(reason) }])
  }
})

test('signing in redirects to no other site, and no other provider exists', async ({ desk }) => {
  const providers = await desk.anonymous.get('/api/auth/providers')
  expect(Object.keys(JSON.parse(providers.body))).toEqual(['credentials', 'second-step'])
  const corpus = ['https://evil.example', '//evil.example', '/\\evil.example', 'https:evil.example']
  const more = [
    'javascript:alert(1)',
    '/%5Cevil.example',
    `${publicUrl}@evil.example`,
    `${publicUrl}.evil.example`,
  ]
  for (const callbackUrl of [...corpus, ...more]) {
    const encoded = encodeURIComponent(callbackUrl)
    const response = await desk.by.viewer.get(`/sign-in?callbackUrl=${encoded}`)
    const to = new URL(response.headers.location ?? '', publicUrl)
    expect([response.status, to.origin]).toEqual([307, publicUrl])
    const out = await desk.anonymous.get(`/api/auth/signin?callbackUrl=${encoded}`)
    expect(new URL(out.headers.location ?? publicUrl, publicUrl).origin).toBe(publicUrl)
  }
})
