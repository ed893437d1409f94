import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { type LedgerOrderRow, unpackOrder } from '../orders/orders'

/**
 * An attempt that was rejected without a reason: the number of its unexplained orders, and when it was
 * rejected.
 */
interface UnexplainedRequest {
  readonly attemptId: string
  readonly orders: number
  /** ISO 8601. */
  readonly at: string
}

/**
 * Attempts of a draft in an environment that were rejected as a whole without a reason found by a check;
 * newest first.
 */
export async function listUnexplainedRequests(
  db: Db,
  draftId: string,
  envId: string,
): Promise<readonly UnexplainedRequest[]> {
  const rows = await unexplainedRejections(db)
    .select(part => [
      'ledger_order.current_attempt as attemptId',
      part.fn.countAll<number>().as('orders'),
      part.fn.max('ledger_order.updated_at').as('at'),
    ])
    .where('ledger_order.draft_id', '=', draftId)
    .where('ledger_order.env_id', '=', envId)
    .groupBy('ledger_order.current_attempt')
    .orderBy('at', 'desc')
    .execute()
  return rows.flatMap(({ attemptId, orders, at }) =>
    attemptId === null ? [] : { attemptId, orders: Number(orders), at },
  )
}

/** Orders of such an attempt in the order in which they were sent. */
export async function listUnexplainedOrders(db: Db, attemptId: string): Promise<LedgerOrderRow[]> {
  const rows = await unexplainedRejections(db)
    .selectAll('ledger_order')
    .where('ledger_order.current_attempt', '=', attemptId)
    .orderBy('ledger_order.position')
    .execute()
  return rows.map(unpackOrder)
}

/** Orders that were registered again later are left out, unless that registration was cancelled. */
const unexplainedRejections = (db: Db) =>
  db
    .selectFrom('ledger_order')
    // Literals, because the partial index cannot be used with parameters.
    .where(sql<boolean>`ledger_order.state = 'REJECTED' and ledger_order.explained = 'nowhere'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_order as later')
            .select('later.id')
            .whereRef('later.env_id', '=', 'ledger_order.env_id')
            .whereRef('later.scope', '=', 'ledger_order.scope')
            .whereRef('later.mall_order_number', '=', 'ledger_order.mall_order_number')
            .whereRef('later.generation', '>', 'ledger_order.generation')
            .where('later.state', '<>', 'CANCELLED'),
        ),
      ),
    )

/** Positions of the rejected attempts of a run; `to` is exclusive. */
export async function listRejectedSpans(
  db: Db,
  runId: string,
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const rows = await db
    .selectFrom('attempt')
    .innerJoin('attempt_order', 'attempt_order.attempt_id', 'attempt.id')
    .innerJoin('ledger_order', 'ledger_order.id', 'attempt_order.ledger_order_id')
    .select(part => [
      part.fn.min('ledger_order.position').as('first'),
      part.fn.max('ledger_order.position').as('last'),
    ])
    .where('attempt.run_id', '=', runId)
    .where('attempt.classified_as', '=', 'rejected')
    .groupBy('attempt.id')
    .execute()
  return rows.map(({ first, last }) => ({ from: Number(first), to: Number(last) + 1 }))
}

/** Orders of a run with their states, by position. Runs that halve are small. */
export function listRunPositions(
  db: Db,
  runId: string,
): Promise<Pick<LedgerOrderRow, 'position' | 'state' | 'mall_order_number'>[]> {
  return db
    .selectFrom('ledger_order')
    .select(['position', 'state', 'mall_order_number'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
}
