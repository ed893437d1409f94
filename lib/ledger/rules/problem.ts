import type { CallFailureCode, ResultMismatch } from '@/lib/contract/evidence'
import type { UnconfirmedCause } from './unconfirmed-cause'

/**
 * Why a run waits for a person or did not start; its sentence is `runs.problem.<code>` in lib/words. The first group
 * are failures of a request (lib/client/call-failure.ts).
 */
export type RunProblemCode =
  | CallFailureCode
  // The ledger's own reasons.
  | 'unknown_outcome'
  | 'token_ended'
  | 'no_credential'
  | 'after_restore'
  | 'after_lost_commits'
  | 'crashed'
  | 'service_refused'
  | 'not_sent'
  | 'draft_away'
  | 'draft_erasing'
  | 'connection_gone'
  | 'connection_moved'
  | 'connection_changed'
  | 'unconfirmed'
  | 'not_taken_in'
  | 'storage'
  | 'waits_for_storage'
  | 'not_durable'
  | 'malformed'
  | 'by_operator'

/** A problem as it is stored with a run and shown. */
export interface RunProblem {
  readonly code: RunProblemCode
  /** HTTP status, if one came. */
  readonly status?: number
  /** How many orders or products are affected. */
  readonly count?: number
  /** The credential of the request, if it was not the access token. */
  readonly credential?: 'key'
  /** Why a request left its orders unconfirmed. */
  readonly cause?: UnconfirmedCause
  /** Of `unknown_outcome`: a person had paused the run before. */
  readonly isPaused?: true
  /** The request whose response it is about. */
  readonly attemptId?: string
  /** How a response contradicts the request (`CallFailure.mismatch`), under the name that stored runs have. */
  readonly misfit?: ResultMismatch
  /** Machine text for a detail view, never shown without a sentence. */
  readonly detail?: string
}

/** The problem that is stored with a run, as JSON. */
export const readRunProblem = (stored: string | null): RunProblem | undefined =>
  stored === null ? undefined : JSON.parse(stored)

/** Something odd about a response that did not stop the run. */
export interface RunNotice {
  /** `by_number`: the response's positions were wrong, so its errors were matched by order numbers. */
  readonly code: 'by_number'
  /** The request whose response it is about. */
  readonly attemptId: string
}

/** Why a running run sends nothing now. */
export type Waiting =
  /** The service asked to wait until `askedUntil`. Lading tries again at `until`, which may be earlier. ISO 8601. */
  | { readonly kind: 'asked'; readonly until: string; readonly askedUntil: string }
  /** Another draft is being registered in the same environment. */
  | { readonly kind: 'turn' }
  /** A request has been under way for `seconds`; its deadline is `of` seconds. */
  | { readonly kind: 'response'; readonly seconds: number; readonly of: number }

/** Why a run did not accept an order or a product. */
type RefusalReason =
  | 'already_registered'
  | 'already_queued'
  | 'unknown'
  | 'given_up'
  | 'not_checked'
  | 'repeated_number'
  | 'changed'
  | 'cancelled_by_shop'

/** An order or a product that a run did not accept. */
export interface RefusedOrder {
  /** The sender's number: `mallOrderNumber` or `shopProductId`. */
  readonly mallOrderNumber: string
  readonly reason: RefusalReason
  /** The service's id, if it is registered. */
  readonly orderId?: string
}

/** Why Lading itself fails an order or a product; its sentence is `runs.failure.<code>` in lib/words. */
export type OwnFailureCode =
  | 'order_too_large'
  | 'refused_alone'
  | 'given_up'
  | 'registered_otherwise'
  | 'cancelled_by_shop'
  | 'more_errors'
