import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** One request as it goes over the wire: nothing is added that a browser would add. */
export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A connection for each request: one that is kept may be closed by the server in the moment it is used again. */
const agent = new Agent({ keepAlive: false, maxSockets: 6 })

/** Asks `origin` for `path`, whatever it holds, and follows no redirect. */
export function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, agent, headers: { ...headers, ...length } }
    const outgoing = request(options, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', chunk => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The cookies that an answer sets, as a request sends them back. */
export const cookiesOf = (reply: Reply): string =>
  (reply.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0]).join('; ')
