import 'server-only'
import type { Generated } from 'kysely'

/** Tables for the search of recipients. */
export interface HistoryTables {
  order_recipient: OrderRecipientTable
  recipient_gram: RecipientGramTable
}

/** The recipient of an order for the search. Erased with the order's personal data. */
interface OrderRecipientTable {
  /** Increases with each registration; negative for orders from before migration 0027. */
  seq: Generated<number>
  ledger_order_id: string
  /** Without differences in width, case and spaces. */
  folded: string
}

/** An n-gram of a folded name (`gramsOf`). */
interface RecipientGramTable {
  gram: string
  /** The `seq` of the row in `order_recipient`. */
  seq: number
}
