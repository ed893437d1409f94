import type { Misfit, TroubleCode } from '@/lib/contract/evidence'
import type { Cause } from './problem-cause'

/**
 * Why a run waits for a person or did not start; `runs.problem.<code>` of lib/words is its sentence.
 * The first group is trouble of a request (lib/client/trouble.ts).
 */
export type ProblemCode =
  | TroubleCode
  // The ledger's own reasons.
  | 'unknown_outcome'
  | 'token_ended'
  | 'no_credential'
  | 'after_restore'
  | 'crashed'
  | 'service_refused'
  | 'not_sent'
  | 'draft_away'
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
export interface Problem {
  readonly code: ProblemCode
  /** HTTP status, where one came. */
  readonly status?: number
  /** How many orders or products it is about. */
  readonly count?: number
  /** What the request went out with, where that is not the access token. */
  readonly credential?: 'key'
  /** Why a request left its orders unconfirmed. */
  readonly cause?: Cause
  /** The request whose response it is about. */
  readonly attemptId?: string
  /** In which way an answer does not fit what was sent. */
  readonly misfit?: Misfit
  /** Text of a machine, for a detail view; never shown alone. */
  readonly detail?: string
}

/** What is to be known of a response to a run that went on all the same. */
export interface RunNotice {
  /** `by_number`: its positions were wrong, and what it says was placed by the numbers of orders. */
  readonly code: 'by_number'
  /** The request whose response it is about. */
  readonly attemptId: string
}

/** Why an order or a product was not taken into a run. */
export type RefusalReason =
  | 'already_registered'
  | 'already_queued'
  | 'unknown'
  | 'given_up'
  | 'not_checked'
  | 'repeated_number'

/** An order or a product that was not taken into a run. */
export interface Refusal {
  /** The number by which its sender knows it. */
  readonly mallOrderNumber: string
  readonly reason: RefusalReason
  /** The service's id, when it is registered. */
  readonly orderId?: string
}
