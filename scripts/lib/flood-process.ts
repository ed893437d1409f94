import { type ClientRequest, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

// Floods a server from a process of its own, so that whoever measures the server is not slowed down by it. Told what to
// send by a message; goes on until its parent disconnects, and answers `report` with how often it was answered what.

/** What is sent, again and again. */
export interface Flood {
  readonly url: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
  /** Bytes that each connection sends per second; undefined: as fast as they are taken. */
  readonly bytesPerSecond?: number
}

/** Answers by their status; `broken` counts connections that were closed before. */
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
  }
}

/** Bytes of a piece that is sent at once. */
const PIECE = 65_536

async function send({ url, path, method, headers, body, bytesPerSecond }: Flood): Promise<string> {
  const bytes = Buffer.from(body)
  const length = bytes.length === 0 ? {} : { 'content-length': bytes.length }
  const outgoing = request(`${url}${path}`, { method, headers: { ...headers, ...length } })
  const answered = new Promise<string>(resolve => {
    outgoing.on('response', incoming => {
      incoming.resume()
      incoming.on('close', () => resolve(String(incoming.statusCode)))
    })
    outgoing.on('error', () => resolve('broken'))
  })
  if (bytesPerSecond === undefined) outgoing.end(bytes)
  else await sendSlowly(outgoing, bytes, bytesPerSecond)
  return answered
}

async function sendSlowly(outgoing: ClientRequest, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += PIECE) {
    outgoing.write(bytes.subarray(at, at + PIECE))
    await setTimeout((PIECE / bytesPerSecond) * 1000)
  }
  outgoing.end()
}
