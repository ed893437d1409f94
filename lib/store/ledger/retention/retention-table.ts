import 'server-only'

/**
 * One row with id 1: how long personal data of finished orders is kept, and the daily work that erases it.
 */
export interface RetentionTable {
  id: number
  /** null: forever. */
  days: number | null
  changed_by: string | null
  changed_at: string | null
  /** Boot id of the process that does the daily work, and until when it may. */
  owner: string | null
  owned_until: string | null
  /** When the daily work was last completed, and how many orders it erased. */
  ran_at: string | null
  erased: number
  /** Orders from this one on are in `order_recipient` (its time and its id; '': none); null: all are. */
  named_to: string | null
  /** Lines of drafts up to this one (its draft and its id; '': none) have search keys; null: all have. */
  lines_to: string | null
}
