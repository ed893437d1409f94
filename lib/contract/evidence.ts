/** Why no complete response came: the code of the library or the system, `ESSRF` and `EOVERSIZE` are our own. */
export interface CallError {
  readonly code: string
  readonly syscall?: string
  readonly message: string
  /** For a response that was too large to read to its end: what was read, and which part is kept. */
  readonly cut?: CutResponse
}

/** A response that is kept in part: the beginning and the end of what was read, concatenated. */
export interface CutResponse {
  /** Bytes that were read until reading was aborted. */
  readonly bytes: number
  /** Bytes of the beginning that are kept; the rest of what is kept is the end. */
  readonly head: number
  /** SHA-256 of all bytes that were read, lower-case hex. */
  readonly sha256: string
}

/**
 * What is known of one request after it ended, before anything is parsed. It is stored as it is, and judged by the
 * classifier (lib/ledger/rules/classify.ts).
 */
export interface Evidence {
  /** Whether a guarded connection was handed to HTTP. Only `false` proves that nothing was executed. */
  readonly connected: boolean
  readonly error?: CallError
  readonly status?: number
  /** Response headers with lower-case names; repeated ones joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** Raw bytes of the response, as far as they were received. */
  readonly body: Uint8Array
  /** Whether the whole request left our socket; says nothing about execution. */
  readonly requestComplete: boolean
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly connectedAt?: number
  readonly headersAt?: number
  readonly finishedAt: number
}

/** Why a call brought no result; `lib/words` has a sentence for each. */
export type CallFailureCode =
  | 'blocked'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'timed_out'
  | 'interrupted'
  | 'answer_too_large'
  | 'credential'
  | 'permission'
  | 'address'
  | 'redirect'
  | 'too_large'
  | 'busy'
  | 'service_failed'
  | 'unexpected_status'
  | 'not_json'
  | 'contradictory'
  | 'other_shape'
  | 'does_not_fit'

/** How the response of a check contradicts itself or the request; `lib/words` has a sentence for each. */
export type ResultMismatch =
  | 'request_count'
  | 'sum'
  | 'failure_count'
  | 'no_failures'
  | 'foreign_position'
  | 'repeated_position'
  | 'foreign_number'
