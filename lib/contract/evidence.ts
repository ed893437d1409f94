/** Why no complete answer came: the code of the library or the system, `ESSRF` and `EOVERSIZE` are our own. */
export interface CallError {
  readonly code: string
  readonly syscall?: string
  readonly message: string
  /** Of a response that was too large to be read to its end: what was read of it, and what of that is kept. */
  readonly cut?: CutResponse
}

/** A response of which only the beginning and the end of what was read are kept, one behind the other. */
export interface CutResponse {
  /** Bytes that were read before reading was given up. */
  readonly bytes: number
  /** Bytes of the beginning that are kept; the rest of what is kept is the end. */
  readonly head: number
  /** Of all bytes that were read, lower-case hex. */
  readonly sha256: string
}

/**
 * What is known of one request after it ended, before anything is parsed. It is stored as it is and judged
 * by the classifier (reliability.md §3.3).
 */
export interface Evidence {
  /** Whether a guarded connection was handed to HTTP. Only `false` proves that nothing was executed. */
  readonly connected: boolean
  readonly error?: CallError
  readonly status?: number
  /** Response headers with lower-case names; repeated ones joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** Raw bytes of the answer as far as they came. */
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
export type TroubleCode =
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

/** In which way the answer of a check contradicts itself or what was sent; `lib/words` has a sentence for each. */
export type Misfit =
  | 'request_count'
  | 'sum'
  | 'failure_count'
  | 'no_failures'
  | 'foreign_position'
  | 'repeated_position'
  | 'foreign_number'
