import 'server-only'
import type { Generated } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { RecordVariant } from '../checks/check-tables'

/** The number of a draft's records in an environment whose newest registration decides their status. */
export interface DraftOrderCountTable {
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
export interface DraftElsewhereTable {
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
  /** The payload of earlier versions; '' if it is packed. */
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
  /** The halted run from which `run_id` took it over; null: from none. */
  former_run_id: Generated<string | null>
  position: number
  created_by: string
  created_at: string
  updated_at: string
  /** When its personal data was erased (ISO 8601); hashes, states, numbers and ids stay. */
  erased_at: string | null
}

/** A draft line of an order, as in its `line_ids`; rows never change. */
export interface LedgerOrderLineTable {
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
  /** The hash of the pasted list, lower-case hex. */
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
