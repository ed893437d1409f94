import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** One plain request, without the headers that a browser would add. */
export interface HttpCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A new connection for each request: the server may close a kept one just when it is used again. */
const agent = new Agent({ keepAlive: false, maxSockets: 6 })

/** Requests `path` of `origin`, unencoded, and follows no redirect. */
export function send(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: HttpCall = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, agent, headers: { ...headers, ...length } }
    const outgoing = request(options, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', chunk => chunks.push(chunk))
      incoming.on('error', reject)
      const reply = () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        })
      incoming.on('end', reply)
      // A stream of events does not end by itself: its first event counts as the reply.
      if (incoming.headers['content-type']?.startsWith('text/event-stream'))
        incoming.once('data', () => {
          reply()
          outgoing.destroy()
        })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The cookies that a response sets, as a request sends them back. */
export const cookiesOf = (reply: Reply): string =>
  (reply.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0]).join('; ')

/**
 * Sends the headers of a POST that announces `promised` bytes and, once a response has begun, the bytes, while the
 * server accepts them.
 * @returns the first line of the response, and how many bytes were sent until the connection was closed
 */
export async function sendEndless(
  origin: string,
  path: string,
  promised: number,
  method = 'POST',
): Promise<{ line: string; sent: number }> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json']
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${promised}\r\n\r\n`)
  const [response] = (await once(socket, 'data')) as [Buffer]
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.on('data', () => {})
  // Sending to a connection that the other side has closed is an error; in both cases the connection closes.
  socket.on('error', () => {})
  const more = () => {
    while (!socket.destroyed && socket.bytesWritten < promised && socket.write(Buffer.alloc(65_536, ' ')));
  }
  socket.on('drain', more)
  more()
  await closed
  return { line: response.toString('latin1').split('\r\n')[0] ?? '', sent: socket.bytesWritten }
}
