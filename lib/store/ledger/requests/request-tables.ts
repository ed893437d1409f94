import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'

/** A request and its evidence. */
export interface AttemptTable {
  id: string
  run_id: string
  env_id: string
  origin: string
  operation: OperationId
  state: 'PREPARED' | 'SENDING' | 'RESPONDED' | 'DONE'
  order_count: number
  body_sha256: string
  body_gz: Uint8Array | null
  owner: string
  owner_pid: number
  /** Kind and age of the credential that was used; null if unknown. */
  key_id: string | null
  prepared_at: string
  /** The first request with this idempotency key, if this one repeats it. */
  replay_of: string | null
  sending_at: string | null
  hard_deadline: string | null
  connect_at: string | null
  headers_at: string | null
  finished_at: string | null
  /** 0 proves that nothing was executed. */
  connected: number | null
  request_complete: number | null
  error: string | null
  http_status: number | null
  resp_headers: string | null
  resp_body: Uint8Array | null
  resp_sha256: string | null
  classified_as: string | null
  anomalies: string | null
  /** When personal data was removed from its bodies; the hashes are still those of the originals. */
  erased_at: string | null
}

/** The receipt of a registration request. */
export interface AttemptOrderTable {
  attempt_id: string
  position: number
  ledger_order_id: string
  outcome: LedgerOrderState | null
}

/** A limit that a service's responses taught, below the operator's setting. */
export interface LearnedLimitTable {
  connection_id: string
  /** Records per request, or concurrent requests. */
  what: 'check_size' | 'register_size' | 'product_size' | 'check_parallel'
  value: number
  /** Learned from a 413, or from a timeout. */
  why: 'too_large' | 'timed_out'
  learned_at: string
}
