import 'server-only'
import type { Generated } from 'kysely'

/** Tables of the history: what orders are found by, and how long personal data is kept. */
export interface HistoryTables {
  order_recipient: OrderRecipientTable
  recipient_gram: RecipientGramTable
  retention: RetentionTable
}

/** The recipient of an order, as a search reads it. Erased with the order's personal data. */
export interface OrderRecipientTable {
  /** Greater for an order that was registered later; below 0 for those of before migration 0027. */
  seq: Generated<number>
  ledger_order_id: string
  /** Folded: width, case and spaces make no difference. */
  folded: string
}

/** A part of a folded name; every name has one for each place in it (`gramsOf`). */
export interface RecipientGramTable {
  gram: string
  /** Of the name in `order_recipient`. */
  seq: number
}

/** One row, id 1: how long personal data of finished orders is kept, and the daily work that erases it. */
export interface RetentionTable {
  id: number
  /** null: for ever. */
  days: number | null
  changed_by: string | null
  changed_at: string | null
  /** Boot id of the process that does the daily work, and until when it has the right to. */
  owner: string | null
  owned_until: string | null
  /** When it was done last, and how many orders it erased then. */
  ran_at: string | null
  erased: number
  /**
   * Orders from this one on have their recipient in `order_recipient` (its time and its id; '': none has); null: all
   * have.
   */
  named_to: string | null
}
