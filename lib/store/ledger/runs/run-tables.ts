import 'server-only'
import type { Generated } from 'kysely'
import type { OperationId } from '@/lib/contract/operations'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'

export type RunKind = 'check' | 'register'

/**
 * `preparing` until all orders are enqueued, `cancelling` until all queued orders are returned
 * (run-lifecycle.ts): nothing is sent then. `paused` waits for a person, `stopped` ended with a problem;
 * both can be resumed.
 */
export type RunState = 'preparing' | 'cancelling' | 'running' | 'paused' | 'stopped' | 'cancelled' | 'done'

/** A recorded request to check or register, until its orders are frozen and its run has started or was refused. */
export interface RunRequestTable {
  /** Also the id of the run that is started. */
  id: string
  /** Created by the caller: the same id is the same request. */
  client_request_id: string
  kind: RunKind
  sheet: string
  draft_id: string
  connection_id: string
  /** The revision of the draft that the operator saw; null: not known. Lines that changed later are left out. */
  revision: number | null
  /** 1: only records that were rejected before and passed since. */
  again: number
  /** The number of records that the operator typed to confirm a registration in production. */
  confirmed: number | null
  /** The rejected request whose orders are sent again in halves. */
  halving: string | null
  started_by: string
  /** The language of the operator who made the request; the result contains sentences in it. */
  language: Generated<string>
  requested_at: string
  /** Boot id of the process that prepares it; null: no process does yet. */
  owner: string | null
  /** Processes in a row that died while preparing it. */
  crashes: Generated<number>
  /** The number of prepared orders, and of all; 0 of 0: unknown yet. */
  done: Generated<number>
  total: Generated<number>
  finished_at: string | null
  /** JSON of the started run, or of why none was started. */
  result: string | null
}

/** One check or registration, once its orders are frozen. */
export interface RunTable {
  id: string
  kind: RunKind
  operation: OperationId
  draft_id: string
  connection_id: string
  env_id: string
  /** Created by the browser, so that a repeated request starts one run. */
  client_request_id: string
  started_by: string
  started_at: string
  finished_at: string | null
  state: RunState
  /** JSON of why it is paused or stopped. */
  problem: string | null
  /** Boot id of the process that works on it or prepares it. */
  owner: string | null
  total: number
  /** JSON list of refused orders with reasons. */
  refused: string
  /** The rejected attempt whose failing orders this run looks for by halving. */
  halving: string | null
  /**
   * The number of records that the operator typed to confirm it, which may be more than `total`; null: none, or a
   * server of an earlier version started it.
   */
  confirmed: number | null
  /**
   * Revision of the connection when a person last started or resumed the run; null: that of the next
   * request.
   */
  door: string | null
  /** Processes in a row that died while working on it, since a person last resumed it. */
  crashes: Generated<number>
  /** When personal data of its orders was erased. */
  erased_at: string | null
  /** When a slow check request was sent, and until when its response is awaited. */
  slow_since: string | null
  slow_until: string | null
  /** JSON of a notice about a response that did not stop it. */
  notice: string | null
}

/**
 * An order of a check run. Earlier versions stored the order here; now these columns are empty and refer to
 * a form.
 */
export interface RunOrderTable {
  run_id: string
  position: number
  /** In `checked_form`; null: stored in this row. */
  form_id: number | null
  mall_order_number: string
  payload: string
  sha256: string
  fingerprint: string
  /** JSON list. */
  line_ids: string
  state: 'waiting' | 'passed' | 'failed'
}

/**
 * The number of orders of a run in a state, maintained by triggers like all counts (docs/decisions/0052);
 * the sum of its slots.
 */
export interface RunCountTable {
  run_id: string
  state: RunOrderTable['state'] | LedgerOrderState
  /** On PostgreSQL, concurrent transactions add to different slots. */
  slot: number
  count: number
}

/** A process that works on runs, and its last heartbeat. */
export interface RunnerTable {
  boot_id: string
  host: string
  pid: number
  started_at: string
  beat_at: string
}
