import * as z from 'zod'
import { cancelledNumbers } from '@/lib/import/lines/cancelled-numbers'
import type { SkippedOrder } from '@/lib/import/lines/skipped-orders'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { count, draftId } from '../schema-parts'
import { type CancellationResolution, cancellationResolutions } from './cancellation-resolutions'
import type { DraftReference, SentTo } from './history'

/** Reports the orders that a file marks as cancelled; the response is `CancellationsFound`. */
export const reportCancelledSchema = z.object({
  draftId,
  file: z.string().max(1000),
  /** Size in bytes and number of rows: with the numbers, they recognise the same file. */
  size: count,
  rows: count,
  numbers: z.array(z.string().min(1).max(500)).min(1).max(100_000),
})
export type CancelledReport = Omit<z.input<typeof reportCancelledSchema>, 'draftId'>

/** The orders that a file marks as cancelled, as they are reported; undefined if it has none. */
export function cancelledIn(file: {
  readonly name: string
  readonly size: number
  readonly rows: number
  readonly skippedOrders: readonly SkippedOrder[]
}): CancelledReport | undefined {
  const numbers = cancelledNumbers(file.skippedOrders)
  return numbers.length === 0 ? undefined : { file: file.name, size: file.size, rows: file.rows, numbers }
}

/** `number`: of the order, for the sentence about the result. */
export const resolveCancellationSchema = z.object({
  id: z.string().max(64),
  number: z.string().max(500),
  resolution: z.enum(cancellationResolutions),
  note: z.string().trim().max(500).optional(),
})

/** An order that the shop cancelled, as pages show it. */
export interface CancellationView extends DraftReference, SentTo {
  readonly id: string
  /** The page of its history is that of this id. */
  readonly ledgerOrderId: string
  readonly number: string
  readonly orderId: string | null
  readonly state: LedgerOrderState
  /** Whether a request with it is under way: nothing can be decided until then. */
  readonly isUnderWay: boolean
  readonly file: string
  /** ISO 8601, as are all times. */
  readonly foundAt: string
  readonly foundBy: string | null
  readonly resolution: CancellationResolution | null
  readonly resolvedAt: string | null
  readonly resolvedBy: string | null
}

/** Orders that the shop cancelled after they were queued or sent here. */
export interface CancelledOrders {
  /** At the shipping company, or possibly: to be cancelled there. The oldest first. */
  readonly sent: readonly CancellationView[]
  /** Cancelled orders that were not sent, the newest first, as are the resolved ones. */
  readonly held: readonly CancellationView[]
  readonly resolved: readonly CancellationView[]
}
