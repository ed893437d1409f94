import 'server-only'
import type { Generated } from 'kysely'

/** Tables of the registration ledger: runs, requests, orders, verdicts. */
export interface LedgerTables {
  run: RunTable
  run_order: RunOrderTable
  checked_form: CheckedFormTable
  checked_payload: CheckedPayloadTable
  run_count: RunCountTable
  verdict: VerdictTable
  draft_order_count: DraftOrderCountTable
  draft_verdict_count: DraftVerdictCountTable
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
  resolution: ResolutionTable
  ledger_alarm: LedgerAlarmTable
}

export type RunKind = 'check' | 'register'

/**
 * `preparing` until all its orders are in, `cancelling` until all that were queued are out (run-ends.ts): nothing is
 * sent then. `paused` waits for a person, `stopped` ended at trouble; both may be resumed.
 */
export type RunState = 'preparing' | 'cancelling' | 'running' | 'paused' | 'stopped' | 'cancelled' | 'done'

/** One press of Check or Register. */
export interface RunTable {
  id: string
  kind: RunKind
  operation: string
  draft_id: string
  connection_id: string
  env_id: string
  /** Made by the browser, so that a repeated press is one run. */
  client_request_id: string
  started_by: string
  started_at: string
  finished_at: string | null
  state: RunState
  /** JSON of why it is paused or stopped. */
  problem: string | null
  /** Boot id of the process that works on it, or prepares it. */
  owner: string | null
  total: number
  /** JSON list of what was not taken, and why. */
  refused: string
  /** The request that was refused without a reason, when this run looks for the orders that are to blame. */
  halving: string | null
  /** The connection as it was when a person last had the run go on; null: as the next request finds it. */
  door: string | null
  /** Processes in a row that died while they worked on it, since a person last had it go on. */
  crashes: Generated<number>
  /** When the personal data of what it checked was erased. */
  erased_at: string | null
  /** When a check request of it was sent that has had no response for a while, and until when that is waited for. */
  slow_since: string | null
  slow_until: string | null
  /** JSON of what is to be known of its responses although it went on. */
  notice: string | null
}

/** An order of a check run. Earlier versions froze the order here; now it is a form, and these columns are empty. */
export interface RunOrderTable {
  run_id: string
  position: number
  /** In `checked_form`; null: frozen in this very row. */
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
 * How many orders of a run are in a state. Triggers maintain it, as all counts (docs/decisions/0052); a count is the sum
 * of its slots.
 */
export interface RunCountTable {
  run_id: string
  state: RunOrderTable['state'] | LedgerOrderState
  /** On PostgreSQL, transactions that run at the same time add to different slots. */
  slot: number
  count: number
}

/** How many records of a draft in an environment have a newest registration that tells how they fare. */
export interface DraftOrderCountTable {
  draft_id: string
  env_id: string
  kind: 'registered' | 'failing' | 'unknown' | 'busy'
  slot: number
  count: number
}

/** How many records of a draft in an environment fare as their verdict of a time says, and no registration tells more. */
export interface DraftVerdictCountTable {
  draft_id: string
  env_id: string
  checked_at: string
  passed: number
  failing: number
}

/**
 * A number of a draft that an order of another draft holds, as a sheet or a registration found out. A trigger takes it
 * away once that order holds it no more.
 */
export interface DraftElsewhereTable {
  draft_id: string
  env_id: string
  scope: LedgerOrderTable['scope']
  mall_order_number: string
}

/**
 * An order of a draft as it was frozen for checks, in the form that they take. Every check of it as it is refers to the
 * same row.
 */
export interface CheckedFormTable {
  id: Generated<number>
  draft_id: string
  mall_order_number: string
  /** Of the payload as it was frozen, also once its personal data is erased. */
  sha256: string
  fingerprint: string
  line_ids: string
  /** When the last run began that refers to it. */
  used_at: string
  erased_at: string | null
}

/** The payload of a checked form; there is none where a registration of the order keeps the very same. */
export interface CheckedPayloadTable {
  form_id: number
  /** As packed.ts has it. */
  packed: Uint8Array
}

/** What was last said of an order or a product of a draft in an environment: by a check, or by the refusal itself. */
export interface VerdictTable {
  draft_id: string
  env_id: string
  mall_order_number: string
  /** A pass lets no order of another variant be registered. */
  variant: LedgerOrderTable['variant']
  /** Of the form that was checked. */
  sha256: string
  fingerprint: string
  line_ids: string
  position: number
  passed: number
  /** JSON list of {field, message, code?, errorCode?}. */
  failures: string
  /** Kept while failing: reasons are placed by what was sent. */
  payload: string | null
  attempt_id: string
  /** Through which connection it was given; it counts for that one alone. */
  connection_id: string
  checked_at: string
}

/** States of an order or a product that has a row; the transitions between them are in lib/ledger. */
export type LedgerOrderState =
  | 'QUEUED'
  | 'PREPARED'
  | 'SENDING'
  | 'UNKNOWN'
  | 'REGISTERED'
  | 'REJECTED'
  /** A person looked at the service, and it was not there. */
  | 'ABSENT'
  | 'ABANDONED'
  | 'CANCELLED'
  | 'RELEASED'

/** One registration of one order or product. A number is held by at most one row of an environment and scope. */
export interface LedgerOrderTable {
  id: string
  env_id: string
  /** What its number counts: numbers of orders, of whatever variant, and ids of products may read the same. */
  scope: 'orders' | 'products'
  variant: 'japan' | 'general' | 'product'
  /** The number by which its sender knows it: mallOrderNumber, shopProductId. */
  mall_order_number: string
  /** As earlier versions wrote it; '' where it is packed. */
  payload: string
  /** The payload (packed.ts). */
  packed: Uint8Array | null
  sha256: string
  /** What a check judges instead of the payload, where it takes another form; as earlier versions wrote it. */
  checked_payload: string | null
  checked_packed: Uint8Array | null
  checked_sha256: string | null
  fingerprint: string
  line_ids: string
  state: LedgerOrderState
  /** 1 for the first registration of this number here, one more for each later one. */
  generation: number
  /** The service's id, digit by digit; products get none. */
  order_id: string | null
  current_attempt: string | null
  /** How often in a row it came back as not executed. */
  returned: number
  /**
   * Where the reason of a refusal was found, by the check after it or in the refusal itself: in this order, in others
   * of its request, nowhere, or nobody answered.
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

/** A line of a draft that an order was made of, as its `line_ids` say; rows are never changed. */
export interface LedgerOrderLineTable {
  draft_id: string
  line_id: string
  ledger_order_id: string
}

/** The life of an order; rows are never changed or deleted (a trigger refuses). */
export interface LedgerEventTable {
  seq: Generated<number>
  ledger_order_id: string
  attempt_id: string | null
  from_state: string
  to_state: string
  actor: string
  reason: string
  /** What the operator who moved it wrote about it. */
  note: string | null
  /** By which act of settling doubts it moved. */
  resolution_id: string | null
  at: string
}

/** One act of an operator that settled what was unknown of some orders, and on what it rests. */
export interface ResolutionTable {
  id: string
  env_id: string
  /** `paste`: by a list out of the shipping company's console. */
  means: 'typed' | 'paste'
  operator_id: string
  note: string | null
  at: string
  /** What was read of the list: JSON of [number, order id or null]. */
  evidence: string | null
  /** Of the list as it was pasted, lower-case hex. */
  evidence_sha256: string | null
}

/**
 * Something that a person must hear of: late proof against what a person settled, or a response that names orders which
 * were not sent (`foreign_order`) or gives two orders the same id (`repeated_id`).
 */
export interface LedgerAlarmTable {
  id: string
  env_id: string
  ledger_order_id: string
  attempt_id: string
  kind: 'taken_back' | 'possible_double' | 'other_id' | 'foreign_order' | 'repeated_id'
  /** The order id of the late proof, or the one that two orders have. */
  order_id: string | null
  /** JSON list of the numbers that it is about, where that is not the number of its order. */
  numbers: string | null
  at: string
  seen_by: string | null
  seen_at: string | null
}

/** One request and its evidence. */
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
  /** With which credential it went out, by its kind and age; null where that is not known. */
  key_id: string | null
  prepared_at: string
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
  /** When personal data was taken out of its bodies; the hashes are those of what was sent and answered. */
  erased_at: string | null
}

/** The receipt of a registration request, on disk. */
export interface AttemptOrderTable {
  attempt_id: string
  position: number
  ledger_order_id: string
  outcome: string | null
}

/** What holds for all that is registered in one environment. */
export interface LedgerEnvironmentTable {
  env_id: string
  /** Boot id of the process that may have a registration in flight here. */
  lease_owner: string | null
  lease_run: string | null
  /** Nothing is sent earlier, checks included. */
  not_before: string | null
  /** Until when the service asked to wait, where `not_before` comes from that. It may be later than we wait. */
  asked_until: string | null
  /** JSON list of statuses that a person confirmed to mean a refusal. */
  confirmed_statuses: string
  /** When the database was restored from a backup, until a person confirmed that registering may go on. */
  restored_at: string | null
  /** How far the clock of the service is ahead of ours, in milliseconds; null: not known. */
  skew: number | null
}

/** What holds for one kind of record in an environment: orders and products go out with different credentials. */
export interface LedgerScopeTable {
  env_id: string
  scope: LedgerOrderTable['scope']
  /** JSON of why nothing is registered until a person acts. */
  paused: string | null
  /** Requests in a row that proved not executed. */
  strikes: number
}

/** A limit of a connection that its service taught us, below what the operator chose. */
export interface LearnedLimitTable {
  connection_id: string
  /** Records of one request, or requests at a time. */
  what: 'check_size' | 'register_size' | 'product_size' | 'check_parallel'
  value: number
  /** What taught it: 413, or no answer in time. */
  why: 'too_large' | 'timed_out'
  learned_at: string
}

/** A process that runs runs, and when it last said that it lives. */
export interface RunnerTable {
  boot_id: string
  host: string
  pid: number
  started_at: string
  beat_at: string
}
