import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'
import { type LedgerOrderRow, toOrder } from './ledger'

/** A request that was refused without a reason: how many of its orders still are, and when they were. */
export interface Unexplained {
  readonly attemptId: string
  readonly orders: number
  /** ISO 8601. */
  readonly at: string
}

/** Requests of a draft in an environment that were refused as a whole, and no check found why; newest first. */
export async function listUnexplainedRequests(
  handle: Handle,
  draftId: string,
  envId: string,
): Promise<readonly Unexplained[]> {
  const rows = await refusedForNothing(handle)
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

/** Orders of one such request, in the order in which they went out. */
export async function listUnexplainedOrders(handle: Handle, attemptId: string): Promise<LedgerOrderRow[]> {
  const rows = await refusedForNothing(handle)
    .selectAll('ledger_order')
    .where('ledger_order.current_attempt', '=', attemptId)
    .orderBy('ledger_order.position')
    .execute()
  return rows.map(toOrder)
}

/** What was called off later on stands as before; what went out again does not. */
const refusedForNothing = (handle: Handle) =>
  handle
    .selectFrom('ledger_order')
    // As literals: the index of these refusals serves no parameters.
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

/** Where the refused requests of a run begin and end among its orders; `to` is exclusive. */
export async function listRefusedSpans(
  handle: Handle,
  runId: string,
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const rows = await handle
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

/** Orders of a run with what is known of them, by position. Runs that halve are small. */
export function listRunPlaces(
  handle: Handle,
  runId: string,
): Promise<Pick<LedgerOrderRow, 'position' | 'state' | 'mall_order_number'>[]> {
  return handle
    .selectFrom('ledger_order')
    .select(['position', 'state', 'mall_order_number'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
}
