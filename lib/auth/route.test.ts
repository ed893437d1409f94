import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { env } from '@/lib/env'
import type { Role } from '@/lib/roles'
import { openPostgres } from '@/lib/store/db/postgres/postgres'
import type { Operator } from '@/lib/store/people/operators'
import { goneResponse, malformedResponse, route } from './route'

/** The operator and the origin of the request. */
const asking: { operator: Operator | undefined; origin: string | null } = {
  operator: undefined,
  origin: null,
}

vi.mock('next/headers', () => ({
  headers: async () => new Headers(asking.origin === null ? {} : { origin: asking.origin }),
}))
vi.mock('./session', () => ({ currentOperator: async () => asking.operator }))

const own = env().publicUrl
const operator = (role: Role): Operator => ({ id: 'mina', email: 'mina@x', name: 'Mina', role }) as Operator

const handler = vi.fn(async (_request: Request, { params }: { readonly params: { readonly id: string } }) =>
  Response.json({ draft: params.id }),
)
beforeEach(() => {
  handler.mockClear()
  asking.operator = operator('editor')
  asking.origin = own
})

const ask = (method: string, role: Role = 'editor') =>
  route<{ id: string }>({ role }, handler)(new Request(`${own}/drafts/7`, { method }), {
    params: Promise.resolve({ id: '7' }),
  })

/** Expects a problem that is not cached, and that the handler was not called. */
async function expectRefused(response: Response, status: number, code: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const problem = await response.json()
  expect(problem).toMatchObject({ title: code, code, status })
  expect(problem.detail).not.toBe('')
  expect(handler).not.toHaveBeenCalled()
}

const changing = ['POST', 'PUT', 'PATCH', 'DELETE']

describe('a route of the desk', () => {
  test.each(changing)('handles %s requests of an operator', async method => {
    const response = await ask(method)
    expect([response.status, await response.json()]).toEqual([200, { draft: '7' }])
    expect(handler).toHaveBeenCalledTimes(1)
  })

  test('refuses what it cannot read, and what is gone, with a sentence', async () => {
    await expectRefused(malformedResponse(), 400, 'input')
    await expectRefused(goneResponse(), 404, 'not-found')
  })

  test.each(changing)('refuses %s from a foreign page, and without an origin', async method => {
    for (const origin of ['https://elsewhere.example', 'null', `${own}.elsewhere.example`, null]) {
      asking.origin = origin
      await expectRefused(await ask(method), 403, 'origin')
    }
  })

  test('allows reading through a link from another page, because that changes nothing', async () => {
    asking.origin = 'https://elsewhere.example'
    expect((await ask('GET')).status).toBe(200)
    expect((await ask('HEAD')).status).toBe(200)
  })

  test.each(['GET', 'POST'])('refuses %s without a session', async method => {
    asking.operator = undefined
    await expectRefused(await ask(method), 401, 'signed-out')
  })

  test.each([
    ['viewer', 'editor'],
    ['editor', 'registrar'],
    ['registrar', 'administrator'],
  ] as const)('refuses a request of a %s to a route for a %s', async (role, needed) => {
    asking.operator = operator(role)
    for (const method of ['GET', 'POST']) await expectRefused(await ask(method, needed), 403, 'role')
    asking.operator = operator(needed)
    expect((await ask('POST', needed)).status).toBe(200)
  })

  test.each(['GET', 'POST'])('refuses %s of an operator who must add a second factor first', async method => {
    asking.operator = { ...operator('administrator'), mustAddSecondFactor: true }
    await expectRefused(await ask(method), 403, 'second-factor')
  })

  test('without a role is open to all operators', async () => {
    asking.operator = operator('viewer')
    const open = route<{ id: string }>({}, handler)
    const response = await open(new Request(own), { params: Promise.resolve({ id: '7' }) })
    expect(response.status).toBe(200)
  })

  test('responds with no-store unless the handler sets Cache-Control', async () => {
    expect((await ask('GET')).headers.get('cache-control')).toBe('private, no-store')
    handler.mockResolvedValueOnce(new Response('', { headers: { 'cache-control': 'private, max-age=60' } }))
    expect((await ask('GET')).headers.get('cache-control')).toBe('private, max-age=60')
  })

  test('HEAD gets the head of the response and ends its stream, whose body is never read', async () => {
    const cancel = vi.fn()
    handler.mockResolvedValueOnce(
      new Response(new ReadableStream({ cancel }), { headers: { 'content-type': 'text/event-stream' } }),
    )
    const response = await ask('HEAD')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(response.body).toBeNull()
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  test('HEAD reports a stream that cannot be ended like any other error', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const cancel = () => Promise.reject(new Error('secret'))
    handler.mockResolvedValueOnce(new Response(new ReadableStream({ cancel })))
    expect((await ask('HEAD')).status).toBe(500)
    expect(log).toHaveBeenCalled()
  })

  test('reports an unexpected error only by its log number', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    handler.mockRejectedValueOnce(new Error('secret'))
    const response = await ask('POST')
    log.mockRestore()
    expect(response.status).toBe(500)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const problem = await response.json()
    expect(problem.code).toBe('unexpected')
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  test.each([
    ['503 with Retry-After while other writers keep the database busy', 'SQLITE_BUSY', 503, '2'],
    ['503 with Retry-After while the thread of the database is away', 'SQLITE_THREAD_LOST', 503, '5'],
    ['507 while the disk is full', 'SQLITE_FULL', 507, null],
  ])('responds with %s', async (_, code, status, retryAfter) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => void vi.restoreAllMocks())
    handler.mockRejectedValueOnce(Object.assign(new Error('failed'), { name: 'SqliteError', code }))
    const response = await ask('POST')
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(await response.json()).toMatchObject({ code: 'unexpected', status })
  })

  test('responds with 400 to a text that no database takes', async () => {
    handler.mockRejectedValueOnce(
      Object.assign(new Error('NUL'), { name: 'SqliteError', code: 'SQLITE_NUL' }),
    )
    const response = await ask('POST')
    expect([response.status, (await response.json()).code]).toEqual([400, 'input'])
  })

  test('responds with 503 and Retry-After while the database server cannot be reached', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => void vi.restoreAllMocks())
    const unreachable = openPostgres('postgres://lading@127.0.0.1:1/lading')
    onTestFinished(() => unreachable.destroy())
    handler.mockImplementationOnce(async () => {
      await unreachable.selectFrom('operator').select('id').execute()
      return new Response()
    })
    const response = await ask('GET')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await response.json()).detail).toMatch(/database can’t be reached/)
  })
})
