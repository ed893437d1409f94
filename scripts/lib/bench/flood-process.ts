import { type ClientRequest, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

// Floods a server from a separate process, so that the measuring process is not slowed down. A message says what to
// send. It sends until its parent disconnects, and responds to `report` with the number of responses by status.

/** The request that is sent repeatedly. */
export interface Flood {
  readonly url: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
  /** Bytes that each connection sends per second; undefined: as fast as they are taken. */
  readonly bytesPerSecond?: number
  /** Aborts a request that is refused with 429, and starts the next one after this many milliseconds. */
  readonly pauseAfter429?: number
}

/** Responses by status; `broken` counts connections that closed without one. */
export type FloodReport = Readonly<Record<string, number>>

const counts: Record<string, number> = {}
let isOver = false
process.on('disconnect', () => process.exit())
process.on('message', (message: Flood | 'stop') => {
  if (message === 'stop') {
    isOver = true
    process.send?.(counts)
    return
  }
  for (let at = 0; at < message.connections; at++) void flood(message)
})

async function flood(what: Flood): Promise<void> {
  while (!isOver) {
    const status = await send(what)
    counts[status] = (counts[status] ?? 0) + 1
    if (what.pauseAfter429 !== undefined && status === '429') await setTimeout(what.pauseAfter429)
  }
}

/** Bytes that are sent at once. */
const CHUNK_SIZE = 65_536

async function send({
  url,
  path,
  method,
  headers,
  body,
  bytesPerSecond,
  pauseAfter429,
}: Flood): Promise<string> {
  const bytes = Buffer.from(body)
  const length = bytes.length === 0 ? {} : { 'content-length': bytes.length }
  const outgoing = request(`${url}${path}`, { method, headers: { ...headers, ...length } })
  const reported = new Promise<string>(resolve => {
    outgoing.on('response', incoming => {
      incoming.resume()
      if (incoming.statusCode === 429 && pauseAfter429 !== undefined) {
        resolve('429')
        outgoing.destroy()
      }
      incoming.on('close', () => resolve(String(incoming.statusCode)))
    })
    outgoing.on('error', () => resolve('broken'))
  })
  if (bytesPerSecond === undefined) outgoing.end(bytes)
  else await sendSlowly(outgoing, bytes, bytesPerSecond)
  return reported
}

async function sendSlowly(outgoing: ClientRequest, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += CHUNK_SIZE) {
    outgoing.write(bytes.subarray(at, at + CHUNK_SIZE))
    await setTimeout((CHUNK_SIZE / bytesPerSecond) * 1000)
  }
  outgoing.end()
}
