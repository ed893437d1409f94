import 'server-only'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { CallError, Evidence } from '@/lib/contract/evidence'
import { hasMoreValues } from '@/lib/contract/json/json-depth'
import { API_PREFIX, type Operation } from '@/lib/contract/operations'
import { env, ownOrigin } from '@/lib/env'
import { publish } from '@/lib/telemetry/events'
import { inSpan, traceHeaders } from '@/lib/telemetry/span'
import { userAgent } from '@/lib/version'
import { BlockedAddress, guardedConnector } from './address-guard'
import { callFailureOf } from './call-failure'
import { type SecretMask, secretMask } from './mask'

/** Where a call is sent, and its credentials. */
export interface Target {
  /** Origin and optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly accessToken?: string
  readonly secretKey?: string
  /** Exact origins (scheme, host, port) that may have private addresses: `OUTBOUND_ALLOW` and the sandbox. */
  readonly allowed: readonly string[]
}

/** Limits of one call. */
interface CallOptions {
  /** Maximum time from the start of the call to the last byte of the response. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
  /** Milliseconds since the epoch, by `now`: no byte is written after it, however late a timer fires. */
  readonly notAfter?: number
  /** The clock of `notAfter` and of the evidence; this machine's by default. */
  readonly now?: () => number
  /** How many orders the body has: the response may have 64 MB and 1 KB for each. */
  readonly orders?: number
  /** Sent as `Idempotency-Key`: the service registers the orders of one key at most once, if it honours keys. */
  readonly idempotencyKey?: string
  /** Called with the connected socket, before the first byte is written. */
  readonly onSocket?: (socket: Socket) => void
  /** Called at each milestone, for crash tests. */
  readonly onStep?: (step: CallStep) => void
}

/** Milestones of a call, in their order. */
type CallStep = 'before_connect' | 'connected' | 'headers' | 'body_read'

const CONNECT_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024
/**
 * Values of the JSON of a response; more are treated like too many bytes, because 64 MB of empty objects would take
 * gigabytes of memory and stop everything else for half a minute. A thousand errors for each order are fewer.
 */
const MAX_RESPONSE_VALUES = 4_000_000

/**
 * Pieces of a response are joined from this many, or this many bytes, on: a piece costs more memory than its bytes, and
 * a service may send single bytes.
 */
const MAX_PIECES = 256
const MAX_PIECES_BYTES = 256 * 1024

/** How much is stored of a response that exceeds a limit: its beginning and its end. */
const STORED_HEAD_BYTES = 64 * 1024
const STORED_TAIL_BYTES = 16 * 1024

/**
 * Posts `body` to an operation once, on a new connection, without redirects, retries or compression.
 * @returns the evidence; errors are part of it, and the call never throws
 */
export async function call(
  operation: Pick<Operation, 'path' | 'auth'>,
  body: string,
  target: Target,
  options: CallOptions,
): Promise<Evidence> {
  const { path } = operation
  const attributes = {
    'http.request.method': 'POST',
    'lading.api_path': path,
    'lading.orders': options.orders ?? 0,
  }
  return inSpan(
    'shipping API',
    attributes,
    async span => {
      const collector = new EvidenceCollector(Buffer.from(body), target, options)
      try {
        await post(operation, collector, target, options)
      } catch (error) {
        collector.error ??= toCallError(error)
      }
      const evidence = await collector.evidence()
      const outcome = callFailureOf(evidence)?.code ?? 'ok'
      span.setAttribute('lading.outcome', outcome)
      if (evidence.status !== undefined) span.setAttribute('http.response.status_code', evidence.status)
      publish('serviceCall', { path, outcome, ms: evidence.finishedAt - evidence.startedAt })
      return evidence
    },
    'client',
  )
}

async function post(
  operation: Pick<Operation, 'path' | 'auth'>,
  collector: EvidenceCollector,
  target: Target,
  {
    deadlineMs,
    signal,
    notAfter = Number.POSITIVE_INFINITY,
    orders = 0,
    idempotencyKey,
    onSocket,
  }: CallOptions,
) {
  const url = new URL(`${target.baseUrl}${API_PREFIX}${operation.path}`)
  const trusted = target.allowed.includes(url.origin)
  if (!trusted && url.protocol !== 'https:') throw new BlockedAddress()
  const deadline = AbortSignal.timeout(deadlineMs)
  const client = new Client(url.origin, {
    connect: guardedConnector(trusted, Math.min(CONNECT_TIMEOUT_MS, deadlineMs), socket => {
      collector.connected(socket, notAfter)
      onSocket?.(socket)
    }),
    pipelining: 1,
    // The deadline bounds the whole call; these two fire late and do not bound a slow trickle of bytes.
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  })
  try {
    collector.step('before_connect')
    const response = await client.request({
      method: 'POST',
      path: url.pathname,
      body: collector.sent,
      reset: true,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent(),
        authorization: authorization(operation, target),
        ...(isTraced(url.origin) && traceHeaders()),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    })
    collector.responded(response.statusCode, response.headers)
    await collector.read(response.body, MAX_RESPONSE_BYTES + 1024 * orders)
  } finally {
    await client.destroy().catch(() => undefined)
  }
}

/** Whether a service gets the id of the present trace: the embedded one, and those that an administrator names. */
const isTraced = (origin: string) => origin === ownOrigin(env()) || env().traceOrigins.includes(origin)

/** The access token if the operation accepts one, else the bare secret key. */
function authorization({ auth }: Pick<Operation, 'auth'>, { accessToken, secretKey }: Target): string {
  if (auth.includes('bearer') && accessToken) return `Bearer ${accessToken}`
  return auth.includes('key') && secretKey ? secretKey : ''
}

/** Collects the evidence of one call. */
class EvidenceCollector {
  error: CallError | undefined
  private readonly startedAt: number
  private socket: Socket | undefined
  private connectedAt: number | undefined
  private headersAt: number | undefined
  private status: number | undefined
  private headers: Record<string, string> = {}
  private chunks: Uint8Array[] = []
  /** The last bytes of the response, not yet joined to a chunk. */
  private pieces: Uint8Array[] = []
  private pieceBytes = 0
  private readonly mask: SecretMask

  constructor(
    readonly sent: Buffer,
    target: Target,
    private readonly options: Pick<CallOptions, 'onStep' | 'now'>,
  ) {
    this.mask = secretMask(target)
    this.startedAt = this.now()
  }

  step(step: CallStep) {
    this.options.onStep?.(step)
  }

  private now(): number {
    return (this.options.now ?? Date.now)()
  }

  /** @throws when HTTP must not get the socket: after `notAfter`, or for a second socket, which would be a retry. */
  connected(socket: Socket, notAfter: number) {
    if (this.socket) throw new Error('a call has one connection')
    if (this.now() >= notAfter) throw Object.assign(new Error('too late to send'), { code: 'EDEADLINE' })
    this.socket = socket
    this.connectedAt = this.now()
    this.step('connected')
  }

  responded(status: number, headers: NodeJS.Dict<string | string[]>) {
    this.headersAt = this.now()
    this.status = status
    this.headers = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, this.mask.text([value].flat().join(', '))]],
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
      this.add(chunk)
      if (size > cap) return this.cut(size, `is larger than ${cap} bytes`, hash.digest('hex'))
    }
    this.step('body_read')
    this.join()
    if (size > MAX_RESPONSE_VALUES && hasMoreValues(this.chunks, MAX_RESPONSE_VALUES))
      this.cut(size, `has more than ${MAX_RESPONSE_VALUES} values`, hash.digest('hex'))
  }

  private add(piece: Uint8Array) {
    this.pieces.push(piece)
    this.pieceBytes += piece.byteLength
    if (this.pieces.length >= MAX_PIECES || this.pieceBytes >= MAX_PIECES_BYTES) this.join()
  }

  private join() {
    this.chunks.push(Buffer.concat(this.pieces))
    this.pieces = []
    this.pieceBytes = 0
  }

  /** Keeps the beginning and the end of a response that exceeds a limit. */
  private cut(bytes: number, problem: string, sha256: string) {
    this.join()
    const cut = { bytes, head: STORED_HEAD_BYTES, sha256 }
    this.error = { code: 'EOVERSIZE', message: `the response ${problem}`, cut }
    const head = Buffer.concat(atLeast(this.chunks, STORED_HEAD_BYTES)).subarray(0, STORED_HEAD_BYTES)
    const last = atLeast(this.chunks.toReversed(), STORED_TAIL_BYTES).toReversed()
    this.chunks = [head, Buffer.concat(last).subarray(-STORED_TAIL_BYTES)]
  }

  async evidence(): Promise<Evidence> {
    const { socket, connectedAt, headersAt, status, mask } = this
    const finishedAt = this.now()
    this.join()
    const error = this.error && { ...this.error, message: mask.text(this.error.message) }
    const sentBytes = socket ? socket.bytesWritten - socket.writableLength : 0
    return {
      connected: socket !== undefined,
      ...(error && { error }),
      ...(status !== undefined && { status }),
      headers: this.headers,
      body: await mask.bytes(Buffer.concat(this.chunks)),
      requestComplete: sentBytes > this.sent.byteLength,
      startedAt: this.startedAt,
      ...(connectedAt !== undefined && { connectedAt }),
      ...(headersAt !== undefined && { headersAt }),
      finishedAt,
    }
  }
}

/** The first chunks that have at least this many bytes. */
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
  // Happy eyeballs fail with one error per address; the first is representative.
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  const { code, syscall } = cause as NodeJS.ErrnoException
  const name = typeof code === 'string' ? code : cause.name
  return { code: name, ...(typeof syscall === 'string' && { syscall }), message: cause.message }
}
