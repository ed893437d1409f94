import type { Evidence } from '@/lib/contract/evidence'
import type { Scope } from '@/lib/contract/operations'
import { DAY_MS } from '@/lib/time-units'
import type { Anomaly } from './anomalies'
import { type ProductFailure, readProductResult } from './product-registration'
import { readRegistration, type SharedId } from './registration'
import type { Trigger } from './transitions'

/** Why an environment pauses until a person acts. */
export type PauseReason = 'credential' | 'permission' | 'address' | 'redirect' | 'refused'

/**
 * What the evidence proves about one order or product. `orderId` has the service's digits unchanged; only orders get
 * one. Only products are rejected with reasons.
 */
export type Outcome =
  | { readonly state: 'REGISTERED'; readonly orderId?: string }
  | { readonly state: 'REJECTED'; readonly reasons?: readonly ProductFailure[] }
  | { readonly state: 'UNKNOWN' }
  | { readonly state: 'QUEUED' }

/** The trigger of each outcome in the transition table. */
export const triggers = {
  REGISTERED: 'registered',
  REJECTED: 'rejected',
  UNKNOWN: 'unproven',
  QUEUED: 'not_executed',
} as const satisfies Record<Outcome['state'], Trigger>

/** The class of the evidence; `mixed` when the outcomes differ. */
type EvidenceClass = 'not_executed' | 'refused' | 'unknown' | 'registered' | 'rejected' | 'mixed'

/** The outcomes of one request, and what else its evidence says. */
export interface Classified {
  readonly class: EvidenceClass
  /** The outcome of each record, by its position in `sent`. */
  readonly outcomes: readonly Outcome[]
  /** The environment pauses until a person acts. */
  readonly pause?: PauseReason
  /** How long Lading sends nothing to this environment, in milliseconds. */
  readonly waitMs?: number
  /** How long the service asked to wait, in milliseconds; may be longer than `waitMs`. */
  readonly requestedMs?: number
  /** The request was rejected for its size (413): the next one must have fewer records. */
  readonly tooLarge?: boolean
  /** Most likely a rejection; a person may confirm that for this environment (400, 408, 422, 425). */
  readonly confirmable?: boolean
  readonly anomalies: readonly Anomaly[]
  /** Order ids that the response gives to several orders. */
  readonly sharedIds?: readonly SharedId[]
}

/** The longest Retry-After that Lading follows, in milliseconds. */
export const MAX_WAIT_MS = 10 * 60_000

/** Statuses that prove that nothing was executed, and what follows from them. */
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
  // Redirects are not followed; these two say that the request was not processed.
  [307, 'redirect'],
  [308, 'redirect'],
])

/**
 * Statuses that a person may confirm, once for each environment, to mean a rejection, and the trigger for the orders
 * that such a response left unknown: the service rejected them, or did not process the request at all.
 */
export const confirmations = {
  400: 'confirmed_refused',
  408: 'confirmed_unexecuted',
  422: 'confirmed_refused',
  425: 'confirmed_unexecuted',
} as const satisfies Readonly<Record<number, Trigger>>

/** An HTTP status whose meaning a person may confirm. */
export type ConfirmableStatus = keyof typeof confirmations

/**
 * Whether a person may confirm that a response with this status means a rejection. A service that received the whole
 * request may have executed it before it timed out (408).
 * @param requestComplete whether all bytes of the request were sent
 */
export const isConfirmable = (
  status: number | null | undefined,
  requestComplete: boolean,
): status is ConfirmableStatus =>
  status !== null && status !== undefined && status in confirmations && !(status === 408 && requestComplete)

/**
 * Classifies a registration request by its evidence: the only place that decides what a response means. Evidence that
 * proves neither execution nor its absence gives UNKNOWN.
 * @param scope whether the request had orders, which are accepted all or none, or products, each by itself
 * @param sent numbers of the request, by position
 * @param confirmed statuses that a person confirmed for this environment
 */
export function classify(
  evidence: Evidence,
  scope: Scope,
  sent: readonly string[],
  confirmed: ReadonlySet<number> = new Set(),
): Classified {
  if (!evidence.connected) return sameForAll('not_executed', 'QUEUED', sent)
  const { status } = evidence
  if (status === undefined) return sameForAll('unknown', 'UNKNOWN', sent)
  if (status === 200)
    return evidence.error ? sameForAll('unknown', 'UNKNOWN', sent) : classifyBody(evidence, scope, sent)
  const refusal = refusals.get(status)
  if (refusal === 'wait') return { ...sameForAll('refused', 'QUEUED', sent), ...requestedWait(evidence) }
  if (refusal === 'size') return classifyTooLarge(sent)
  if (refusal) return { ...sameForAll('refused', 'QUEUED', sent), pause: refusal }
  if (!isConfirmable(status, evidence.requestComplete))
    return { ...sameForAll('unknown', 'UNKNOWN', sent), ...requestedWait(evidence) }
  return confirmed.has(status)
    ? { ...sameForAll('refused', 'QUEUED', sent), pause: 'refused' }
    : { ...sameForAll('unknown', 'UNKNOWN', sent), confirmable: true }
}

/** Half of a request that is too large may fit; an order that is too large alone is rejected. */
const classifyTooLarge = (sent: readonly string[]): Classified => ({
  ...sameForAll('refused', sent.length > 1 ? 'QUEUED' : 'REJECTED', sent),
  tooLarge: true,
})

function classifyBody(evidence: Evidence, scope: Scope, sent: readonly string[]): Classified {
  const judged = classifiers[scope](evidence.body, sent)
  return judged.class === 'unknown'
    ? judged
    : { ...judged, anomalies: [...contentType(evidence), ...judged.anomalies] }
}

/** Reads the body of a response with status 200. */
const classifiers: Readonly<Record<Scope, (body: Uint8Array, sent: readonly string[]) => Classified>> = {
  orders: classifyOrders,
  products: classifyProducts,
}

function classifyOrders(body: Uint8Array, sent: readonly string[]): Classified {
  const read = readRegistration(body, sent)
  if (!read.ok) return { ...sameForAll('unknown', 'UNKNOWN', sent), anomalies: [read.anomaly] }
  const { anomalies, sharedIds } = read
  if (!read.isSuccess && read.entries === 0) return { ...sameForAll('rejected', 'REJECTED', sent), anomalies }
  const outcomes = read.orderIds.map(
    (orderId): Outcome => (orderId === undefined ? { state: 'UNKNOWN' } : { state: 'REGISTERED', orderId }),
  )
  const isComplete = read.isSuccess && outcomes.every(one => one.state === 'REGISTERED')
  return {
    class: isComplete ? 'registered' : 'mixed',
    outcomes,
    anomalies,
    ...(sharedIds.length > 0 && { sharedIds }),
  }
}

function classifyProducts(body: Uint8Array, sent: readonly string[]): Classified {
  const read = readProductResult(body, sent)
  if (!read.ok) return { ...sameForAll('unknown', 'UNKNOWN', sent), anomalies: [read.anomaly] }
  const outcomes = read.outcomes.map((outcome): Outcome => {
    if (outcome === 'registered') return { state: 'REGISTERED' }
    return outcome === 'unproven' ? { state: 'UNKNOWN' } : { state: 'REJECTED', reasons: outcome.rejectedFor }
  })
  const [state = 'UNKNOWN', ...others] = new Set(outcomes.map(one => one.state))
  return { class: others.length > 0 ? 'mixed' : classes[state], outcomes, anomalies: read.anomalies }
}

/** The class of a response with equal outcomes. */
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

const sameForAll = (kind: EvidenceClass, state: 'QUEUED' | 'UNKNOWN' | 'REJECTED', sent: readonly string[]) =>
  ({ class: kind, outcomes: sent.map(() => ({ state })), anomalies: [] }) satisfies Classified

/** Statuses with which Retry-After counts. */
const ASKS_TO_WAIT: ReadonlySet<number | undefined> = new Set([429, 503])

/** How long the service asked to wait, by 429 or 503 with a readable Retry-After; empty otherwise. */
export function requestedWait(
  evidence: Pick<Evidence, 'status' | 'headers' | 'finishedAt'>,
): Pick<Classified, 'waitMs' | 'requestedMs'> {
  const requestedMs = ASKS_TO_WAIT.has(evidence.status) ? readRequestedWait(evidence) : undefined
  return requestedMs === undefined ? {} : { requestedMs, waitMs: Math.min(requestedMs, MAX_WAIT_MS) }
}

/** The longest requested wait that is shown: a clock that is wrong by years would show nonsense. */
const MAX_REQUESTED_MS = 30 * DAY_MS

/** Seconds, as some services also write them with a fraction. */
const SECONDS = /^\d+(\.\d+)?$/

/**
 * Milliseconds of a Retry-After header (seconds or a date, RFC 9110 §10.2.3); undefined when it is missing or
 * unreadable. A date is one by the clock of the service, which its Date header shows.
 */
function readRequestedWait({ headers, finishedAt }: Pick<Evidence, 'headers' | 'finishedAt'>) {
  const text = headers['retry-after']?.trim() ?? ''
  const ms = SECONDS.test(text)
    ? Math.ceil(Number(text) * 1000)
    : dateOf(text) - (dateOf(headers.date) || finishedAt)
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_REQUESTED_MS)
}

/** Milliseconds since the epoch, or NaN. `Date.parse` alone takes `-5` and `1,5` for days of 2001. */
const dateOf = (text = ''): number => (/[a-z]/i.test(text) ? Date.parse(text) : Number.NaN)
