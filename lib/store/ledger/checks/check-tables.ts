import 'server-only'
import type { Generated } from 'kysely'

/** Tables of checks: what was checked, the verdicts, figures about them, and whose turn it is. */
export interface CheckTables {
  checked_form: CheckedFormTable
  checked_payload: CheckedPayloadTable
  verdict: VerdictTable
  draft_verdict_count: DraftVerdictCountTable
  draft_check: DraftCheckTable
  field_error: FieldErrorTable
  rejected_field: RejectedFieldTable
  check_turn: CheckTurnTable
}

/** The kind of record; a verdict on one kind says nothing about another. */
export type RecordVariant = 'japan' | 'general' | 'product'

/**
 * An order of a draft in the form in which it is checked. All checks of the unchanged order refer to one
 * row.
 */
export interface CheckedFormTable {
  id: Generated<number>
  draft_id: string
  mall_order_number: string
  /** The hash of the original payload, even after its personal data is erased. */
  sha256: string
  fingerprint: string
  line_ids: string
  /** When the last run that refers to it started. */
  used_at: string
  erased_at: string | null
}

/** The payload of a checked form; absent if a registration stores the same payload. */
interface CheckedPayloadTable {
  form_id: number
  /** Compressed (payload-compression.ts). */
  packed: Uint8Array
}

/** The last verdict on an order or product of a draft in an environment, from a check or from a rejection. */
export interface VerdictTable {
  draft_id: string
  env_id: string
  mall_order_number: string
  /** A pass is valid only for this variant. */
  variant: RecordVariant
  /** The hash of the checked form. */
  sha256: string
  fingerprint: string
  line_ids: string
  position: number
  passed: number
  /** JSON list of {field, message, code?, errorCode?}. */
  failures: string
  /** Stored while failing, because failures are located by what was sent. */
  payload: string | null
  attempt_id: string
  /** The connection of the check; the verdict is valid only for it. */
  connection_id: string
  checked_at: string
}

/**
 * The number of a draft's records in an environment whose verdict decides their status, by the time of the
 * check.
 */
interface DraftVerdictCountTable {
  draft_id: string
  env_id: string
  checked_at: string
  passed: number
  failing: number
}

/** A requested check whose orders are frozen. Its run, if one was started, has the same id. */
interface DraftCheckTable {
  run_id: string
  draft_id: string
  at: string
  /** Orders that were not sent because Lading itself finds errors in them. */
  withheld: number
  /**
   * The oldest recent pass that the check relied on (ISO 8601): results from then on count. Null: those since the check
   * was started.
   */
  counts_from: string | null
}

/** How many records of a run have errors in a column; they have no text of a record. */
export interface FieldErrorTable {
  run_id: string
  found_by: 'desk' | 'service'
  /** A column of the sheet, or the service's own name of a field; '': the record as a whole. */
  column_id: string
  /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
  sheet: string
  draft_id: string
  at: string
  count: number
}

/** A field that made a service reject a checked order. It contains no text of the order. */
export interface RejectedFieldTable {
  connection_id: string
  /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
  sheet: string
  /** `fieldKey` of lib/sheet/judge/locate.ts. */
  field: string
  /** In `checked_form`: erasing the order erases its values. */
  form_id: number
  /** Position of the item that the service named; -1: it named none. */
  item: number
  /** When it was rejected last. */
  at: string
}

/** A check request that is under way (`granted` 1) or waits for its turn. Earlier ids came first. */
export interface CheckTurnTable {
  id: string
  connection_id: string
  owner: string
  granted: number
}
