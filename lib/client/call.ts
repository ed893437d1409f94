import 'server-only'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { CallError, Evidence } from '@/lib/contract/evidence'
import { API_PREFIX, type Operation } from '@/lib/contract/operations'
import { BlockedAddress, guardedConnector } from './guard'
import { type SecretMask, secretMask } from './mask'

/** Where a call goes and how it proves who it is. */
export interface Target {
  /** Origin and optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly accessToken?: string
  readonly secretKey?: string
  /** Exact origins (scheme, host, port) that may lie on private addresses: `OUTBOUND_ALLOW` and the sandbox. */
  readonly allowed: readonly string[]
}

/** Limits of one call; milliseconds from its start to the last byte of the answer. */
export interface CallOptions {
  readonly deadlineMs: number
  readonly signal?: AbortSignal
  /** Milliseconds since the epoch after which not a byte may be written any more, however late a timer fires. */
  readonly notAfter?: number
  /** How many orders the body holds: the answer may be 64 MB and 1 KB for each. */
  readonly orders?: number
  /** Shown the connection when it stands, before a byte goes out. */
  readonly onSocket?: (socket: Socket) => void
  /** Called at milestones, for crash tests. */
  readonly onStep?: (step: CallStep) => void
}

/** Milestones of a call, in their order. */
export type CallStep = 'before_connect' | 'connected' | 'headers' | 'body_read'

const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_CAP = 64 * 1024 * 1024

/** What is kept of a response that is larger than is read. */
const KEPT_HEAD = 64 * 1024
const KEPT_TAIL = 16 * 1024

/**
 * Posts `body` to an operation, once: a fresh connection, no redirect, no retry, no compression.
 * @returns what is known afterwards; trouble is in it, nothing is thrown.
 */
export async function call(
  operation: Pick<Operation, 'path' | 'auth'>,
  body: string,
  target: Target,
  options: CallOptions,
): Promise<Evidence> {
  const trace = new Trace(Buffer.from(body), target, options.onStep)
  try {
    await post(operation, trace, target, options)
  } catch (error) {
    trace.error ??= toCallError(error)
  }
  return await trace.evidence()
}

async function post(
  operation: Pick<Operation, 'path' | 'auth'>,
  trace: Trace,
  target: Target,
  { deadlineMs, signal, notAfter = Number.POSITIVE_INFINITY, orders = 0, onSocket }: CallOptions,
) {
  const url = new URL(`${target.baseUrl}${API_PREFIX}${operation.path}`)
  const trusted = target.allowed.includes(url.origin)
  if (!trusted && url.protocol !== 'https:') throw new BlockedAddress()
  const deadline = AbortSignal.timeout(deadlineMs)
  const client = new Client(url.origin, {
    connect: guardedConnector(trusted, Math.min(CONNECT_TIMEOUT_MS, deadlineMs), socket => {
      trace.connected(socket, notAfter)
      onSocket?.(socket)
    }),
    pipelining: 1,
    // The total deadline bounds everything; these two fire late and do not bound a trickle.
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  })
  try {
    trace.step('before_connect')
    const answer = await client.request({
      method: 'POST',
      path: url.pathname,
      body: trace.sent,
      reset: true,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: authorization(operation, target),
      },
    })
    trace.answered(answer.statusCode, answer.headers)
    await trace.read(answer.body, ANSWER_CAP + 1024 * orders)
  } finally {
    await client.destroy().catch(() => undefined)
  }
}

/** The access token where the operation takes one, else the bare secret key (api.md, Authentication). */
function authorization({ auth }: Pick<Operation, 'auth'>, { accessToken, secretKey }: Target): string {
  if (auth.includes('bearer') && accessToken) return `Bearer ${accessToken}`
  return auth.includes('key') && secretKey ? secretKey : ''
}

/** Collects the evidence of one call while it happens. */
class Trace {
  error: CallError | undefined
  private readonly startedAt = Date.now()
  private socket: Socket | undefined
  private connectedAt: number | undefined
  private headersAt: number | undefined
  private status: number | undefined
  private headers: Record<string, string> = {}
  private chunks: Uint8Array[] = []
  private readonly mask: SecretMask

  constructor(
    readonly sent: Buffer,
    target: Target,
    private readonly onStep: ((step: CallStep) => void) | undefined,
  ) {
    this.mask = secretMask(target)
  }

  step(step: CallStep) {
    this.onStep?.(step)
  }

  /** @throws when HTTP must not get the socket: too late, or a second one, which would mean a silent retry. */
  connected(socket: Socket, notAfter: number) {
    if (this.socket) throw new Error('a call has one connection')
    if (Date.now() >= notAfter) throw Object.assign(new Error('too late to send'), { code: 'EDEADLINE' })
    this.socket = socket
    this.connectedAt = Date.now()
    this.step('connected')
  }

  answered(status: number, headers: NodeJS.Dict<string | string[]>) {
    this.headersAt = Date.now()
    this.status = status
    this.headers = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, this.mask.text(String(value))]],
      ),
    )
    this.step('headers')
  }

  async read(body: AsyncIterable<Uint8Array>, cap: number) {
    let size = 0
    const hash = createHash('sha256')
    for await (const chunk of body) {
      size += chunk.byteLength
      hash.update(chunk)
      this.chunks.push(chunk)
      if (size > cap) return this.cut(size, cap, hash.digest('hex'))
    }
    this.step('body_read')
  }

  /** Keeps the beginning and the end of what was read. */
  private cut(bytes: number, cap: number, sha256: string) {
    const cut = { bytes, head: KEPT_HEAD, sha256 }
    this.error = { code: 'EOVERSIZE', message: `the answer is larger than ${cap} bytes`, cut }
    const head = Buffer.concat(atLeast(this.chunks, KEPT_HEAD)).subarray(0, KEPT_HEAD)
    const last = atLeast(this.chunks.toReversed(), KEPT_TAIL).toReversed()
    this.chunks = [head, Buffer.concat(last).subarray(-KEPT_TAIL)]
  }

  async evidence(): Promise<Evidence> {
    const { socket, connectedAt, headersAt, status, mask } = this
    const finishedAt = Date.now()
    const error = this.error && { ...this.error, message: mask.text(this.error.message) }
    const gone = socket ? socket.bytesWritten - socket.writableLength : 0
    return {
      connected: socket !== undefined,
      ...(error && { error }),
      ...(status !== undefined && { status }),
      headers: this.headers,
      body: await mask.bytes(Buffer.concat(this.chunks)),
      requestComplete: gone > this.sent.byteLength,
      startedAt: this.startedAt,
      ...(connectedAt !== undefined && { connectedAt }),
      ...(headersAt !== undefined && { headersAt }),
      finishedAt,
    }
  }
}

/** As many chunks as it takes to have so many bytes. */
function atLeast(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let size = 0
  const end = chunks.findIndex(chunk => {
    size += chunk.byteLength
    return size >= bytes
  })
  return end === -1 ? chunks : chunks.slice(0, end + 1)
}

function toCallError(error: unknown): CallError {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) }
  // Happy eyeballs fail with one error for each address; the first says as much as any.
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  const { code, syscall } = cause as NodeJS.ErrnoException
  const name = typeof code === 'string' ? code : cause.name
  return { code: name, ...(typeof syscall === 'string' && { syscall }), message: cause.message }
}
