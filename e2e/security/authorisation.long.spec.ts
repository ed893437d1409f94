import { operatorAccount } from '../support/server'
import { ours, publicUrl, signInBy } from './callers'
import { actionOf, expect, test } from './desk'
import { handlers, type Role, roles, serverActions } from './inventory'

// Requests without a page: every action and route is called by every caller without access.

const { actions, unmatched } = serverActions()
const routes = handlers()

const rank = (role: Role) => roles.indexOf(role)

/** Other pages that each action is posted to. */
const elsewhere = ['/', '/sign-in']

/** An input that no schema accepts: it shows which callers pass the guard, and no action runs. */
const nothing = null

test('sources and build have the same actions and routes', () => {
  expect(unmatched).toEqual([])
  expect(actions.length).toBeGreaterThan(40)
  expect(
    actions
      .filter(action => action.role === undefined)
      .map(action => action.name)
      .toSorted(),
  ).toEqual(['join', 'openInvitation', 'openSetUp', 'setUp'])
  const open = new Set(
    routes.filter(route => route.role === undefined && route.allow === undefined).map(route => route.file),
  )
  expect(
    [...open].filter(file => !/^app\/(api\/auth|desk-api|healthz|metrics|open-api|simulator)\//.test(file)),
  ).toEqual([])
  expect(routes.filter(route => route.role !== undefined).length).toBeGreaterThan(8)
})

test('no action runs without a session, on any page', async ({ desk }) => {
  const guarded = actions.filter(action => action.role !== undefined)
  const replies = await Promise.all(
    guarded.flatMap(action =>
      [action.page, ...elsewhere].map(async path => {
        const { reply, result } = await desk.anonymous.act(action, nothing, { path })
        return `${action.file} ${action.name} ${path} ${result?.problem?.code ?? reply.status}`
      }),
    ),
  )
  expect(replies.filter(line => !line.endsWith(' signed-out'))).toEqual([])
})

test('an action runs for its role and higher roles, and is refused to lower ones', async ({ desk }) => {
  const wrong = await Promise.all(
    actions.flatMap(action =>
      roles.map(async role => {
        const { reply, result } = await desk.by[role].act(action, nothing)
        const isBelow = action.role !== undefined && rank(role) < rank(action.role)
        // A caller with the role gets an error about the input: the role is checked first.
        const expected = isBelow ? 'role' : 'input'
        const code = result?.problem?.code ?? `${reply.status}`
        const isPrivate = /no-store/.test(reply.headers['cache-control'] ?? '')
        return code === expected && isPrivate ? [] : [`${action.file} ${action.name} as ${role}: ${code}`]
      }),
    ),
  )
  expect(wrong.flat()).toEqual([])
})

test('an action accepts only requests of the desk’s own pages, whatever forwarded headers say', async ({
  desk,
}) => {
  const foreign: Record<string, Record<string, string>> = {
    none: { 'x-forwarded-host': ours['x-forwarded-host'] },
    null: { ...ours, origin: 'null' },
    other: { ...ours, origin: 'https://evil.example' },
    'other, forwarded': {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'host=evil.example;proto=https',
    },
    'plain http': { ...ours, origin: publicUrl.replace('https:', 'http:') },
  }
  const replies = await Promise.all(
    actions.flatMap(action =>
      Object.entries(foreign).map(async ([name, headers]) => {
        const { reply, result } = await desk.by.administrator.act(action, nothing, { headers })
        const code = result?.problem?.code ?? (reply.status >= 400 ? 'origin' : `${reply.status}`)
        return code === 'origin' ? [] : [`${action.name} from ${name}: ${code}`]
      }),
    ),
  )
  expect(replies.flat()).toEqual([])
})

test('a route serves only its role and higher roles, and changes nothing for other sites', async ({
  desk,
}) => {
  const guarded = routes.filter(route => route.role !== undefined)
  const wrong = await Promise.all(
    guarded.flatMap(({ path, method, role: needed }) =>
      ([undefined, ...roles] as const).map(async role => {
        const caller = role ? desk.by[role] : desk.anonymous
        const reply = await caller.send(path, { method, headers: ours })
        const isBelow = role !== undefined && needed !== undefined && rank(role) < rank(needed)
        const expected = role === undefined ? 401 : isBelow ? 403 : undefined
        const isRefused = reply.status === 401 || reply.status === 403
        const isRight = expected === undefined ? !isRefused : reply.status === expected
        const isPrivate = /no-store/.test(reply.headers['cache-control'] ?? '')
        return isRight && isPrivate ? [] : [`${method} ${path} as ${role}: ${reply.status}`]
      }),
    ),
  )
  const changing = guarded.filter(route => !['GET', 'HEAD'].includes(route.method))
  const origins: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ]
  const foreign = await Promise.all(
    changing.flatMap(({ path, method }) =>
      origins.map(async headers => {
        const { status } = await desk.by.administrator.send(path, { method, headers })
        return status === 403 ? [] : [`${method} ${path}: ${status}`]
      }),
    ),
  )
  expect([...wrong.flat(), ...foreign.flat()]).toEqual([])
})

test('a method that a route does not take is refused with those that it takes, with and without a session', async ({
  desk,
}) => {
  const refused = routes.filter(route => route.allow !== undefined)
  expect(refused.length).toBeGreaterThan(100)
  const wrong = await Promise.all(
    refused.flatMap(({ path, method, allow }) =>
      [desk.anonymous, desk.by.administrator].map(async caller => {
        const { status, headers } = await caller.send(path, { method, headers: ours })
        return status === 405 && headers.allow === allow
          ? []
          : [`${method} ${path}: ${status} ${headers.allow}`]
      }),
    ),
  )
  expect(wrong.flat()).toEqual([])
})

/** A connection as its form sends it. */
const connection = {
  name: 'Asked for',
  environment: 'test',
  baseUrl: 'https://api.example',
  accessToken: '',
  secretKey: '',
  warehouses: '',
  checkSize: '10',
  registerSize: '10',
  checkParallel: '1',
}
const end = { lifetime: '30', lastDay: '' }
const who = { id: 'no such id' }
const webhook = { ...who, url: 'https://hooks.example/', events: ['run.finished'], isEnabled: true }

/** Actions that grant access, with input that their schemas accept. */
const handingOut: readonly [name: string, input: unknown][] = [
  ['createClient', { name: 'Asked for', scopes: 'both', ...end }],
  ['issueSecret', { clientId: 'no such id', kind: 'key', ...end }],
  ['renewCredential', { credentialId: 'no such id' }],
  ['inviteMember', { email: 'boss@shop.example', role: 'administrator' }],
  ['linkToPassword', who],
  ['changeRole', { ...who, role: 'administrator' }],
  ['restoreMember', who],
  ['resetSecondFactor', who],
  ['setSecondFactorPolicy', { isRequired: false }],
  ['beginTotp', {}],
  ['deleteTotp', {}],
  ['beginPasskey', {}],
  ['deletePasskey', who],
  ['renewRecoveryCodes', {}],
  ['saveConnection', connection],
  ['saveWebhook', webhook],
  ['rotateSecret', who],
  ['createDeskKey', { name: 'Asked for', scopes: 'intake', ...end }],
]

/** Similar actions that grant none. */
const others: readonly [name: string, input: unknown][] = [
  ['inviteMember', { email: 'ed@shop.example', role: 'editor' }],
  ['changeRole', { ...who, role: 'registrar' }],
  ['revokeAccess', { clientId: 'no such id' }],
  ['deleteConnection', { id: 'no such id', name: '' }],
  ['deleteWebhook', who],
  ['sendTest', who],
  ['sendAgain', who],
]

test('access is granted only to a session that confirmed its password within ten minutes', async ({
  desk,
}) => {
  const { caller } = await signInBy(desk.server)
  const proofQuestions = async (acts: typeof handingOut) => {
    const codes: string[] = []
    for (const [name, input] of acts) {
      const { result } = await caller.actOnce(actionOf(name), input)
      codes.push(`${name} ${result?.problem?.code === 'proof' ? 'asks' : 'does not ask'}`)
    }
    return codes
  }
  const none = (acts: typeof handingOut) => acts.map(([name]) => `${name} does not ask`)
  await desk.server.runCommand('expire-reauthentication')
  expect(await proofQuestions(handingOut)).toEqual(handingOut.map(([name]) => `${name} asks`))
  expect(await proofQuestions(others)).toEqual(none(others))

  const confirm = async (password: string) =>
    (await caller.actOnce(actionOf('confirmPassword'), { password })).result
  expect(await confirm('not the pass phrase')).toMatchObject({
    problem: { fields: [{ name: 'password', message: 'Incorrect password.' }] },
  })
  expect(await proofQuestions(handingOut.slice(0, 1))).toEqual(['createClient asks'])
  expect(await confirm(operatorAccount.password)).toMatchObject({ ok: true })
  expect(await proofQuestions(handingOut)).toEqual(none(handingOut))

  // A change of the target of orders or of secrets asks for the password; a change of name or size does not.
  const listed = await caller.get('/connections', { rsc: '1' })
  const id = /"id":"([^"]+)","name":"Asked for"/.exec(listed.body)?.[1]
  await desk.server.runCommand('expire-reauthentication')
  const saved = async (change: Partial<typeof connection>) =>
    (await caller.actOnce(actionOf('saveConnection'), { ...connection, id, ...change })).result
  expect(await saved({ checkSize: '20', warehouses: '1' })).toMatchObject({ ok: true })
  for (const change of [
    { baseUrl: 'https://elsewhere.example' },
    { environment: 'production' },
    { accessToken: 'another' },
    { secretKey: 'another' },
  ])
    expect(await saved(change)).toMatchObject({ problem: { code: 'proof' } })
})
