import type { Evidence } from '@/lib/contract/evidence'
import type { Scope } from '@/lib/contract/operations'
import { HOUR_MS } from '@/lib/time-units'
import { type Classified, classify, type Outcome } from './classify'

// A registration request is sent with its id as `Idempotency-Key`. A service that honours keys executes the requests of
// one key at most once and repeats its first response, so a repetition can confirm an unconfirmed request.

/** How long a service remembers a key, in milliseconds: after it a repetition could be executed as a new request. */
const KEY_LIFETIME_MS = 23 * HOUR_MS

/** When and how often unconfirmed requests are sent again; times in milliseconds. */
export interface ReplayLimits {
  /** How long after its hard deadline an unconfirmed request is sent again. */
  readonly replayAfterMs: number
  /** How long the second repetition waits after the first; doubled after each further one up to `replayAfterMs`. */
  readonly replayBackoffMs: number
  /**
   * Maximum number of repetitions: until the quarantine of the last one has passed, a person may not decide that an
   * order is absent.
   */
  readonly maxReplays: number
}

/** What is known of an unconfirmed request and its repetitions. Times in milliseconds since the epoch. */
export interface ReplayHistory {
  /** When the first request with the key was sent, and its hard deadline. */
  readonly firstSentAt: number
  readonly hardDeadline: number
  /** Repetitions so far, and when the last one was sent; undefined without one. */
  readonly replays: number
  readonly lastSentAt: number | undefined
}

/**
 * When an unconfirmed request is sent again: after its quarantine, then at growing intervals.
 * @returns milliseconds since the epoch; undefined when a person must decide: after the last repetition, or when the
 * service may have forgotten the key by then
 */
export function replayDueAt(
  { firstSentAt, hardDeadline, replays, lastSentAt }: ReplayHistory,
  limits: ReplayLimits,
  now: number,
): number | undefined {
  if (replays >= limits.maxReplays) return undefined
  const due =
    lastSentAt === undefined
      ? hardDeadline + limits.replayAfterMs
      : lastSentAt + Math.min(limits.replayBackoffMs * 2 ** (replays - 1), limits.replayAfterMs)
  return Math.max(due, now) - firstSentAt < KEY_LIFETIME_MS ? due : undefined
}

/**
 * What the response to a repetition proves. `open`: nothing, so that it is repeated later. `contradiction`: it denies
 * or renames a registration that an earlier response to the same key proved, so the service does not honour keys.
 */
export type ReplayJudgement =
  | { readonly kind: 'proven'; readonly classified: Classified }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'contradiction'
      /** By position in the request. */
      readonly orders: readonly { readonly position: number; readonly orderId: string | null }[]
    }

/**
 * Judges the response to a repetition. Only a complete response with status 200 proves anything: whether the first
 * request was executed does not follow from a connection that failed or from an error status.
 * @param sent numbers of the request, by position
 * @param known what earlier responses to the same key proved, by position: an order id, null for a registration without
 * one, undefined for an unconfirmed order
 */
export function judgeReplay(
  evidence: Evidence,
  scope: Scope,
  sent: readonly string[],
  known: readonly (string | null | undefined)[],
): ReplayJudgement {
  if (!evidence.connected || evidence.status !== 200 || evidence.error) return { kind: 'open' }
  const classified = classify(evidence, scope, sent)
  const contradicted = classified.outcomes.flatMap((outcome, position) =>
    contradicts(outcome, known[position])
      ? [{ position, orderId: outcome.state === 'REGISTERED' ? (outcome.orderId ?? null) : null }]
      : [],
  )
  if (contradicted.length > 0) return { kind: 'contradiction', orders: contradicted }
  const proves = classified.outcomes.some(
    ({ state }, position) => known[position] === undefined && state !== 'UNKNOWN',
  )
  return proves ? { kind: 'proven', classified } : { kind: 'open' }
}

function contradicts(outcome: Outcome, known: string | null | undefined): boolean {
  if (known === undefined || outcome.state === 'UNKNOWN') return false
  if (outcome.state !== 'REGISTERED') return true
  return known !== null && outcome.orderId !== undefined && outcome.orderId !== known
}
