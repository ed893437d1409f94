import type { Evidence } from '@/lib/contract/evidence'
import type { Scope } from '@/lib/contract/operations'
import { type Anomaly, readRegistration, type SharedId } from './registration'
import { type Reason, readProductResult } from './registration-products'
import type { Trigger } from './transitions'

/** Why an environment stops sending until a person acts. */
export type PauseReason = 'credential' | 'permission' | 'address' | 'redirect' | 'refused'

/**
 * What the evidence says about one order or product. `orderId` is the service's digits as they came, which only orders
 * get; only products are refused with their reasons.
 */
export type Outcome =
  | { readonly state: 'REGISTERED'; readonly orderId?: string }
  | { readonly state: 'REJECTED'; readonly reasons?: readonly Reason[] }
  | { readonly state: 'UNKNOWN' }
  | { readonly state: 'QUEUED' }

/** The step that each outcome takes in the transition table. */
export const triggers = {
  REGISTERED: 'registered',
  REJECTED: 'rejected',
  UNKNOWN: 'unproven',
  QUEUED: 'not_executed',
} as const satisfies Record<Outcome['state'], Trigger>

/** The row of reliability.md §3.3 that the evidence falls into; `mixed` when not all outcomes are the same. */
export type EvidenceClass = 'not_executed' | 'refused' | 'unknown' | 'registered' | 'rejected' | 'mixed'

/** What one request came to. */
export interface Classified {
  readonly class: EvidenceClass
  /** By position of `sent`. */
  readonly outcomes: readonly Outcome[]
  /** The environment stops until a person acts. */
  readonly pause?: PauseReason
  /** Nothing goes to this environment for so many milliseconds. */
  readonly waitMs?: number
  /** The service asked for so many milliseconds, which may be more than we wait. */
  readonly askedMs?: number
  /** The request was refused for its size (413): fewer records may go. */
  readonly tooLarge?: boolean
  /** The service most likely refused; a person may confirm that for this environment (400, 422, …). */
  readonly confirmable?: boolean
  readonly anomalies: readonly Anomaly[]
  /** Ids that the answer gives several orders. */
  readonly sharedIds?: readonly SharedId[]
}

/** Retry-After beyond this is not believed. */
export const LONGEST_WAIT_MS = 10 * 60_000

/** Statuses that prove that nothing was executed, and what they ask for. */
const refusals: ReadonlyMap<number, PauseReason | 'wait' | 'size'> = new Map([
  [401, 'credential'],
  [403, 'permission'],
  [404, 'address'],
  [405, 'address'],
  [411, 'refused'],
  [413, 'size'],
  [414, 'refused'],
  [415, 'refused'],
  [429, 'wait'],
  [431, 'refused'],
  // Redirects are not followed; these two promise that the request was not processed.
  [307, 'redirect'],
  [308, 'redirect'],
])

/**
 * Statuses that a person may confirm, once for each environment, to mean a refusal, and what then becomes of the orders
 * that such an answer left unknown: the service refused what they say, or it did not take the request up at all.
 */
export const confirmations = {
  400: 'confirmed_refused',
  408: 'confirmed_unexecuted',
  422: 'confirmed_refused',
  425: 'confirmed_unexecuted',
} as const satisfies Readonly<Record<number, Trigger>>

export type ConfirmableStatus = keyof typeof confirmations

/**
 * Whether a person may confirm that an answer with this status means a refusal. A service that had our whole request
 * may have executed it before it gave up waiting (408).
 * @param requestComplete whether all bytes of the request left our socket
 */
export const isConfirmable = (
  status: number | null | undefined,
  requestComplete: boolean,
): status is ConfirmableStatus =>
  status !== null && status !== undefined && status in confirmations && !(status === 408 && requestComplete)

/**
 * Judges a registration request by its evidence: pure, and the only place that decides what an answer means.
 * Whatever proves neither execution nor its absence is UNKNOWN.
 * @param scope whether the request carried orders, which are taken all or none, or products, each for itself
 * @param sent the numbers of the request, by position
 * @param confirmed the confirmable statuses that a person confirmed for this environment
 */
export function classify(
  evidence: Evidence,
  scope: Scope,
  sent: readonly string[],
  confirmed: ReadonlySet<number> = new Set(),
): Classified {
  if (!evidence.connected) return all('not_executed', 'QUEUED', sent)
  const { status } = evidence
  if (status === undefined) return all('unknown', 'UNKNOWN', sent)
  if (status === 200)
    return evidence.error ? all('unknown', 'UNKNOWN', sent) : judgeAnswer(evidence, scope, sent)
  const refusal = refusals.get(status)
  if (refusal === 'wait') return { ...all('refused', 'QUEUED', sent), ...askedWait(evidence) }
  if (refusal === 'size') return tooLarge(sent)
  if (refusal) return { ...all('refused', 'QUEUED', sent), pause: refusal }
  if (!isConfirmable(status, evidence.requestComplete))
    return { ...all('unknown', 'UNKNOWN', sent), ...askedWait(evidence) }
  return confirmed.has(status)
    ? { ...all('refused', 'QUEUED', sent), pause: 'refused' }
    : { ...all('unknown', 'UNKNOWN', sent), confirmable: true }
}

/** Of what is too large, half may fit; what is too large alone is refused for that. */
const tooLarge = (sent: readonly string[]): Classified => ({
  ...all('refused', sent.length > 1 ? 'QUEUED' : 'REJECTED', sent),
  tooLarge: true,
})

function judgeAnswer(evidence: Evidence, scope: Scope, sent: readonly string[]): Classified {
  const judged = judges[scope](evidence.body, sent)
  return judged.class === 'unknown'
    ? judged
    : { ...judged, anomalies: [...contentType(evidence), ...judged.anomalies] }
}

/** Who reads what an answer with status 200 says. */
const judges: Readonly<Record<Scope, (body: Uint8Array, sent: readonly string[]) => Classified>> = {
  orders: judgeOrders,
  products: judgeProducts,
}

function judgeOrders(body: Uint8Array, sent: readonly string[]): Classified {
  const read = readRegistration(body, sent)
  if (!read.ok) return { ...all('unknown', 'UNKNOWN', sent), anomalies: [read.anomaly] }
  const { anomalies, sharedIds } = read
  if (!read.isSuccess && read.entries === 0) return { ...all('rejected', 'REJECTED', sent), anomalies }
  const outcomes = read.orderIds.map(
    (orderId): Outcome => (orderId === undefined ? { state: 'UNKNOWN' } : { state: 'REGISTERED', orderId }),
  )
  const whole = read.isSuccess && outcomes.every(one => one.state === 'REGISTERED')
  return {
    class: whole ? 'registered' : 'mixed',
    outcomes,
    anomalies,
    ...(sharedIds.length > 0 && { sharedIds }),
  }
}

function judgeProducts(body: Uint8Array, sent: readonly string[]): Classified {
  const read = readProductResult(body, sent)
  if (!read.ok) return { ...all('unknown', 'UNKNOWN', sent), anomalies: [read.anomaly] }
  const outcomes = read.fates.map((fate): Outcome => {
    if (fate === 'taken') return { state: 'REGISTERED' }
    return fate === 'unproven' ? { state: 'UNKNOWN' } : { state: 'REJECTED', reasons: fate.refused }
  })
  const [state = 'UNKNOWN', ...others] = new Set(outcomes.map(one => one.state))
  return { class: others.length > 0 ? 'mixed' : classes[state], outcomes, anomalies: read.anomalies }
}

/** The class of an answer by which everything stands alike. */
const classes = {
  REGISTERED: 'registered',
  REJECTED: 'rejected',
  UNKNOWN: 'unknown',
  QUEUED: 'not_executed',
} as const satisfies Record<Outcome['state'], EvidenceClass>

const contentType = ({ headers }: Evidence): Anomaly[] =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')
    ? []
    : [{ kind: 'content_type', detail: headers['content-type'] ?? '' }]

const all = (kind: EvidenceClass, state: 'QUEUED' | 'UNKNOWN' | 'REJECTED', sent: readonly string[]) =>
  ({ class: kind, outcomes: sent.map(() => ({ state })), anomalies: [] }) satisfies Classified

/** Statuses by which a service may ask to be left alone for a while. */
const ASKS_TO_WAIT: ReadonlySet<number | undefined> = new Set([429, 503])

/** How long the service asked to be left alone, if it did: by 429 or 503 with a Retry-After that says something. */
export function askedWait({
  status,
  headers,
  finishedAt,
}: Pick<Evidence, 'status' | 'headers' | 'finishedAt'>): Pick<Classified, 'waitMs' | 'askedMs'> {
  const askedMs = ASKS_TO_WAIT.has(status) ? readAsked(headers['retry-after'], finishedAt) : undefined
  return askedMs === undefined ? {} : { askedMs, waitMs: Math.min(askedMs, LONGEST_WAIT_MS) }
}

/**
 * Milliseconds that a Retry-After header asks for: seconds or a date, at most ten minutes, undefined when it
 * says nothing.
 * @param now milliseconds since the epoch, for a date
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const asked = readAsked(header, now)
  return asked === undefined ? undefined : Math.min(asked, LONGEST_WAIT_MS)
}

/** What a header asks for is told up to here: a clock that is wrong by years says nothing to a person. */
const LONGEST_ASKED_MS = 30 * 86_400_000

function readAsked(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_ASKED_MS)
}
