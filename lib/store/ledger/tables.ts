import 'server-only'
import type { Generated } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { CheckTables, RecordVariant } from './checks/check-tables'

/** Tables of the registration ledger: runs, requests, orders, and those of checks. */
export interface LedgerTables extends CheckTables {
  run_request: RunRequestTable
  run: RunTable
  run_order: RunOrderTable
  run_count: RunCountTable
  draft_order_count: DraftOrderCountTable
  draft_elsewhere: DraftElsewhereTable
  ledger_order: LedgerOrderTable
  ledger_order_line: LedgerOrderLineTable
  ledger_event: LedgerEventTable
  attempt: AttemptTable
  attempt_order: AttemptOrderTable
  ledger_environment: LedgerEnvironmentTable
  ledger_scope: LedgerScopeTable
  learned_limit: LearnedLimitTable
  runner: RunnerTable
  check_turn: CheckTurnTable
  resolution: ResolutionTable
  ledger_alarm: LedgerAlarmTable
  shop_cancellation: ShopCancellationTable
  cancelled_number: CancelledNumberTable
  parcel_key: ParcelKeyTable
}

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
  operation: string
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

/** The number of a draft's records in an environment whose newest registration decides their status. */
interface DraftOrderCountTable {
  draft_id: string
  env_id: string
  kind: 'registered' | 'failing' | 'unknown' | 'busy'
  slot: number
  count: number
}

/**
 * A number of a draft that an order of another draft holds. A trigger deletes it when that order releases
 * the number.
 */
interface DraftElsewhereTable {
  draft_id: string
  env_id: string
  scope: LedgerOrderTable['scope']
  mall_order_number: string
}

/** A registration of an order or product. At most one row of an environment and scope holds a number. */
export interface LedgerOrderTable {
  id: string
  env_id: string
  /** The kind of number: numbers of orders (of all variants) and ids of products may be equal. */
  scope: 'orders' | 'products'
  variant: RecordVariant
  /** The sender's number: mallOrderNumber or shopProductId. */
  mall_order_number: string
  /** From earlier versions; '' if it is packed. */
  payload: string
  /** The compressed payload (payload-compression.ts). */
  packed: Uint8Array | null
  sha256: string
  /** The form that is checked instead of the payload, if it differs; from earlier versions. */
  checked_payload: string | null
  checked_packed: Uint8Array | null
  checked_sha256: string | null
  fingerprint: string
  line_ids: string
  state: LedgerOrderState
  /** 1 for the first registration of this number here, then counting up. */
  generation: number
  /** The service's id as text; products get none. */
  order_id: string | null
  current_attempt: string | null
  /** How often in a row it was returned as not executed. */
  returned: number
  /**
   * Where the reason of a rejection was found: in this order, in other orders of its request, nowhere, or
   * without a response.
   */
  explained: 'here' | 'elsewhere' | 'nowhere' | 'unavailable' | null
  draft_id: string
  run_id: string
  position: number
  created_by: string
  created_at: string
  updated_at: string
  /** When its personal data was erased (ISO 8601); hashes, states, numbers and ids stay. */
  erased_at: string | null
}

/** A draft line of an order, as in its `line_ids`; rows never change. */
interface LedgerOrderLineTable {
  draft_id: string
  line_id: string
  ledger_order_id: string
}

/** A state change of an order; a trigger prevents changes and deletion. */
export interface LedgerEventTable {
  seq: Generated<number>
  ledger_order_id: string
  attempt_id: string | null
  from_state: string
  to_state: string
  actor: string
  reason: string
  /** The operator's note. */
  note: string | null
  /** The resolution that made the change. */
  resolution_id: string | null
  at: string
}

/** An operator's resolution of unknown orders, and its evidence. */
export interface ResolutionTable {
  id: string
  env_id: string
  /** `paste`: by a list copied from the shipping company's console. */
  means: 'typed' | 'paste'
  operator_id: string
  note: string | null
  at: string
  /** Rows of the list: JSON of [number, order id or null]. */
  evidence: string | null
  /** Of the pasted list, lower-case hex. */
  evidence_sha256: string | null
}

/**
 * Something that a person must see: a late response contradicts a resolution, or a response names orders
 * that were not sent (`foreign_order`) or assigns one id twice (`repeated_id`).
 */
export interface LedgerAlarmTable {
  id: string
  env_id: string
  ledger_order_id: string
  attempt_id: string
  kind: 'taken_back' | 'possible_double' | 'other_id' | 'foreign_order' | 'repeated_id'
  /** The order id of the late response, or the id that two orders have. */
  order_id: string | null
  /** JSON list of the numbers concerned, if not that of its order. */
  numbers: string | null
  at: string
  seen_by: string | null
  seen_at: string | null
}

/** A request and its evidence. */
export interface AttemptTable {
  id: string
  run_id: string
  env_id: string
  origin: string
  operation: string
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
interface AttemptOrderTable {
  attempt_id: string
  position: number
  ledger_order_id: string
  outcome: string | null
}

/** Settings of an environment for registrations. */
export interface LedgerEnvironmentTable {
  env_id: string
  /** Boot id of the process that may have a registration in flight here. */
  lease_owner: string | null
  lease_run: string | null
  /** No request is sent earlier, checks included. */
  not_before: string | null
  /**
   * Until when the service asked to wait, if `not_before` comes from that. It may be later than Lading
   * waits.
   */
  asked_until: string | null
  /** JSON list of HTTP statuses that a person confirmed to be rejections. */
  confirmed_statuses: string
  /**
   * When the database was restored from a backup; cleared when a person confirms that registering may
   * continue.
   */
  restored_at: string | null
  /** How far the service's clock is ahead of this machine's, in milliseconds; null: unknown. */
  skew: number | null
}

/** Settings of an environment for one kind of record: orders and products use different credentials. */
export interface LedgerScopeTable {
  env_id: string
  scope: LedgerOrderTable['scope']
  /** JSON of why registrations are paused until a person acts. */
  paused: string | null
  /** Attempts in a row that provably were not executed. */
  strikes: number
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

/** A process that works on runs, and its last heartbeat. */
export interface RunnerTable {
  boot_id: string
  host: string
  pid: number
  started_at: string
  beat_at: string
}

/** A check request that is under way (`granted` 1) or waits for its turn. Earlier ids came first. */
export interface CheckTurnTable {
  id: string
  connection_id: string
  owner: string
  granted: number
}

/** An order that a file of the shop marks as cancelled. `resolved_at` is null until a person decided about it. */
export interface ShopCancellationTable {
  id: string
  ledger_order_id: string
  env_id: string
  mall_order_number: string
  /** Name of the file, and a digest by which the same file is recognised. */
  source_name: string
  source_digest: string
  /** The draft into which the file was imported; null: before that was stored. */
  source_draft_id: string | null
  found_at: string
  /** The operator who imported the file. */
  found_by: string
  /** `cancelled` at the shipping company, `shipped` anyway, or `kept`: not cancelled after all. */
  resolution: 'cancelled' | 'shipped' | 'kept' | null
  resolved_at: string | null
  resolved_by: string | null
}

/** An order number that a file of the shop marks as cancelled, for a while; no order needs to have it. */
export interface CancelledNumberTable {
  mall_order_number: string
  /** Name of the file; '' once it is erased. */
  source_name: string
  /** The draft into which the file was imported. */
  draft_id: string
  found_at: string
}

/** What identifies the recipient and items of an order of a draft, for a day after its check or registration. */
export interface ParcelKeyTable {
  draft_id: string
  env_id: string
  mall_order_number: string
  /** A keyed hash, from which no text can be read. */
  parcel: string
  at: string
}
