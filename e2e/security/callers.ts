import { setTimeout } from 'node:timers/promises'
import { cookiesOf, type HttpCall, type Reply, send } from '../support/network/http'
import { operatorAccount, type Server } from '../support/server'
import { actionNamed, type Role, type ServerAction } from './inventory'

/** The desk's public address, behind a proxy that terminates TLS. */
export const publicUrl = 'https://desk.shop.example'

/** The headers of a request by one of the desk's own pages. */
export const ours = { origin: publicUrl, 'x-forwarded-host': new URL(publicUrl).host } as const

/** The response of an action; undefined when Next itself refused. */
export type ActionResult =
  | { ok: boolean; value?: unknown; problem?: { code: string; fields?: { name: string; message: string }[] } }
  | undefined

interface ActOptions {
  readonly path?: string
  readonly headers?: HttpCall['headers']
}

let requestCount = 0

/**
 * A new address for each request, because the server trusts the tests as its proxy: tests do not use up each other's
 * limits.
 */
const ownAddress = (): Record<string, string> => {
  requestCount++
  return { 'x-forwarded-for': `198.18.${(requestCount >> 8) & 255}.${requestCount & 255}` }
}

/** A caller of the server without a browser; without a cookie, it has no session. */
export class Caller {
  constructor(
    readonly server: Server,
    readonly cookie = '',
  ) {}

  get(path: string, headers: HttpCall['headers'] = {}): Promise<Reply> {
    return this.send(path, { headers })
  }

  /**
   * Sends a request. Next redirects requests for parts of a page to an address that names their headers; that redirect
   * is followed.
   */
  async send(path: string, { headers, ...rest }: HttpCall): Promise<Reply> {
    const cookie: Record<string, string> = this.cookie === '' ? {} : { cookie: this.cookie }
    const request = { ...rest, headers: { ...ownAddress(), ...cookie, ...headers } }
    const reply = await withRetry(() => send(this.server.url, path, request))
    const { location = '' } = reply.headers
    return /^\/[^/].*[?&]_rsc\b|^\/\?_rsc/.test(location) ? send(this.server.url, location, request) : reply
  }

  /**
   * Calls an action as a page does: when the server asks for the password, it sends the password and calls the action
   * again.
   */
  async act(
    action: Pick<ServerAction, 'id' | 'page'>,
    input: unknown,
    options: ActOptions = {},
  ): Promise<{ reply: Reply; result: ActionResult }> {
    const acted = await this.actOnce(action, input, options)
    if (acted.result?.problem?.code !== 'proof') return acted
    const { password } = operatorAccount
    await this.actOnce(actionNamed('confirmPassword'), { password }, { headers: options.headers ?? ours })
    return this.actOnce(action, input, options)
  }

  /** Calls an action as Next's own client does; `path` is by default the action's page. */
  async actOnce(
    action: Pick<ServerAction, 'id' | 'page'>,
    input: unknown,
    { path = action.page, headers = ours }: ActOptions = {},
  ): Promise<{ reply: Reply; result: ActionResult }> {
    const reply = await this.send(path, {
      method: 'POST',
      headers: {
        accept: 'text/x-component',
        'content-type': 'text/plain;charset=UTF-8',
        'next-action': action.id,
        ...headers,
      },
      body: JSON.stringify([input]),
    })
    const row = /^1:(.*)$/m.exec(reply.body)?.[1]
    return { reply, result: reply.status === 200 && row?.startsWith('{') ? JSON.parse(row) : undefined }
  }
}

/** The longest wait that the rate limit of an address imposes on a caller without a session, in seconds. */
const SHORT_WAIT = 2

/**
 * Repeats a request after the wait that the rate limit for callers without a session asks for. The wait of the sign-in
 * limit is longer, and is not waited for.
 */
async function withRetry(asking: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await asking()
    const seconds = Number(reply.headers['retry-after'])
    if (reply.status !== 429 || !(seconds <= SHORT_WAIT)) return reply
    await setTimeout(seconds * 1000)
  }
}

/**
 * Signs in by the requests of the sign-in form.
 * @param headers added to the second request: its claimed address, and cookies of the browser
 */
export async function signInBy(
  server: Server,
  account = operatorAccount,
  { cookie = '', ...headers }: Record<string, string> = {},
): Promise<{ caller: Caller; reply: Reply }> {
  const csrf = await withRetry(() => send(server.url, '/api/auth/csrf', { headers: ownAddress() }))
  const form = new URLSearchParams({ csrfToken: JSON.parse(csrf.body).csrfToken, ...account, json: 'true' })
  const reply = await send(server.url, '/api/auth/callback/credentials', {
    method: 'POST',
    headers: {
      ...ours,
      cookie: `${cookiesOf(csrf)}; ${cookie}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...ownAddress(),
      ...headers,
    },
    body: form.toString(),
  })
  return { caller: new Caller(server, cookiesOf(reply)), reply }
}

/** Adds an operator with a role, by an invitation of `administrator`. */
export async function addOperator(
  administrator: Caller,
  role: Role,
  find: (name: string) => Pick<ServerAction, 'id' | 'page'>,
  email = `${role}@shop.example`,
): Promise<Caller> {
  const invited = await administrator.act(find('inviteMember'), { email, role })
  const { url } = (invited.result?.value ?? { url: publicUrl }) as { url: string }
  const token = new URL(url).hash.slice(1)
  const joined = await new Caller(administrator.server).act(find('join'), {
    name: role,
    password: operatorAccount.password,
    token,
  })
  return new Caller(administrator.server, cookiesOf(joined.reply))
}
