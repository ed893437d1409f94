import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { deleteDispatchLimits } from '@/lib/store/drafts/dispatch-limits'
import { lineIdsOf } from '@/lib/store/stored-values'
import type { LedgerOrderRow } from './orders'
import { recordTransitions, type StateChange } from './transition-orders'

/**
 * Like `transitionOrders`, for registered orders: sets the service's id of each, many with one statement.
 * @param steps `orderId`: null if the service assigns none
 */
export async function markRegistered(
  db: Db,
  steps: readonly RegisteredStep[],
  move: StateChange,
): Promise<readonly string[]> {
  const moved: string[] = []
  for await (const batch of yieldingBatches(steps)) {
    const { rows: done } = await registering(db, batch, move).execute(db)
    const ids = new Set(done.map(row => row.id))
    for (const { id } of batch) if (ids.has(id)) moved.push(id)
    await dropDispatchLimits(db, done)
  }
  await recordTransitions(db, moved, move)
  return moved
}

interface RegisteredStep {
  readonly id: string
  readonly orderId: string | null
}

/** The statement of `markRegistered`. */
export function registering(db: Db, steps: readonly RegisteredStep[], move: StateChange) {
  const given = jsonRows(
    db,
    { given_id: 'text', given_order_id: 'text' },
    steps.map(({ id, orderId }) => ({ given_id: id, given_order_id: orderId })),
  )
  // `|| ''`: SQLite would find the orders by their attempt, and read the whole list again for each of them.
  return sql<RegisteredRow>`
    update ledger_order set state = ${move.to}, updated_at = ${move.at}, returned = 0, order_id = given_order_id
    from ${given} as given
    where ledger_order.id = given_id and ledger_order.current_attempt || '' = ${move.attemptId}
      and ledger_order.state = ${move.from}
    returning ledger_order.id, draft_id, env_id, line_ids`
}

type RegisteredRow = Pick<LedgerOrderRow, 'id' | 'draft_id' | 'env_id' | 'line_ids'>

/** What is registered in production needs no limit any more. At a sandbox it was only an attempt. */
export async function dropDispatchLimits(db: Db, registered: readonly RegisteredRow[]): Promise<void> {
  const rows = registered.filter(row => row.env_id.startsWith('production:'))
  for (const draftId of new Set(rows.map(row => row.draft_id))) {
    const ofDraft = rows.filter(row => row.draft_id === draftId)
    const lines = ofDraft.flatMap(lineIdsOf)
    for (const batch of batches(lines)) await deleteDispatchLimits(db, draftId, batch)
  }
}
