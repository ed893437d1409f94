import type { AuthOptions } from 'next-auth'
import { expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { POST } from './route'

const INNER = 'connect ECONNREFUSED 10.20.30.40:5432'

/** Why the database fails. */
const failing = { error: new Error(INNER) }

const { publicUrl } = env()

vi.mock('next/headers', () => ({
  headers: async () => new Headers({ origin: publicUrl }),
  cookies: async () => new Map(),
}))
vi.mock('@/lib/store/db/database', async original => ({
  ...(await original<object>()),
  database: () => Promise.reject(failing.error),
}))
vi.mock('@/lib/auth/sign-in/known-device', () => ({ findKnownDevice: async () => undefined }))
vi.mock('@/lib/log/log', async original => ({ ...(await original<object>()), logFault: () => {} }))
// What next-auth does with a provider that throws; its handlers run only within a request of Next.
vi.mock('next-auth', () => ({
  default: ({ providers }: AuthOptions) => {
    return async (request: Request) => {
      const provider = providers.find(({ id, options }) => request.url.endsWith(String(options?.id ?? id)))
      const form = Object.fromEntries(new URLSearchParams(await request.text()))
      try {
        const { authorize } = (provider?.options ?? {}) as {
          authorize?(form: object): Promise<object | null>
        }
        const user = await authorize?.(form)
        return Response.json(
          { url: user ? '/' : '/error?error=CredentialsSignin' },
          { status: user ? 200 : 401 },
        )
      } catch (error) {
        return Response.json({ url: `/error?error=${(error as Error).message}` }, { status: 401 })
      }
    }
  },
}))

const steps = [
  ['credentials', { email: 'mina@shop.example', password: 'a long enough pass phrase' }],
  ['second-step', { token: 'token', kind: 'totp', value: '123456' }],
] as const

const signIn = (provider: string, values: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams(values).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  const url = `${publicUrl}/api/auth/callback/${provider}`
  return POST(new Request(url, { method: 'POST', headers, body }), {
    params: Promise.resolve({ nextauth: ['callback', provider] }),
  })
}

test.each(steps)('a full disk during %s is named as the reason', async (provider, values) => {
  failing.error = Object.assign(new Error('database or disk is full'), {
    name: 'SqliteError',
    code: 'SQLITE_FULL',
  })
  const response = await signIn(provider, values)
  expect(response.status).toBe(507)
  expect((await response.json()).detail).toMatch(/can’t sign you in.*disk is full/)
})

test.each(steps)(
  'a database that fails during %s is not reported as a wrong password, and its message stays on the server',
  async (provider, values) => {
    failing.error = new Error(INNER)
    const response = await signIn(provider, values)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text).detail).toMatch(/give your administrator this ID/)
    expect(text).not.toContain('10.20.30.40')
  },
)

test('an email address with a NUL character is a malformed request, and no fault of the server', async () => {
  failing.error = Object.assign(new Error('NUL'), { name: 'SqliteError', code: 'SQLITE_NUL' })
  const response = await signIn('credentials', { email: 'mina@shop.example\0', password: 'a pass phrase' })
  expect([response.status, (await response.json()).code]).toEqual([400, 'input'])
})
