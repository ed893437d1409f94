import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { lineIdsOf } from '@/lib/store/stored-values'
import { LINE_HOLDING_STATES } from './order-states'
import type { LedgerOrderTable } from './order-tables'

/**
 * Locked lines of a draft in one environment: an order made of them is queued, in flight, unknown or
 * registered there.
 */
type HeldLines = ReadonlyMap<string, (typeof LINE_HOLDING_STATES)[number]>

/**
 * Stores the lines of orders, which never change. The state of the order decides whether they are locked.
 * Call it in the transaction that enqueues.
 */
export async function recordOrderLines(
  db: Db,
  orders: readonly Pick<LedgerOrderTable, 'id' | 'draft_id' | 'line_ids'>[],
): Promise<void> {
  const rows = orders.flatMap(order => {
    const lines = new Set(lineIdsOf(order))
    return [...lines].map(line => ({ draft_id: order.draft_id, line_id: line, order_id: order.id }))
  })
  for (const batch of batches(rows)) {
    const lines = jsonRows(db, { draft_id: 'text', line_id: 'text', order_id: 'text' }, batch)
    await sql`
      insert into ledger_order_line (draft_id, line_id, ledger_order_id)
      select draft_id, line_id, order_id from ${lines} as given`.execute(db)
  }
}

/** Which of these lines are locked. The cost depends only on their number. */
export async function findHeldLines(
  db: Db,
  draftId: string,
  envId: string,
  lines: readonly string[],
): Promise<HeldLines> {
  const held = new Map<string, (typeof LINE_HOLDING_STATES)[number]>()
  for (const batch of batches([...new Set(lines)])) {
    addHeld(held, await linesOf(db, draftId, envId).where('line_id', 'in', batch).execute())
  }
  return held
}

/** Lines per read, between which the event loop runs. */
const LINES_PER_READ = 500

/** All locked lines of a draft. */
export async function listHeldLines(db: Db, draftId: string, envId: string): Promise<HeldLines> {
  const held = new Map<string, (typeof LINE_HOLDING_STATES)[number]>()
  for (let after = { line_id: '', ledger_order_id: '' }; ; await setImmediate()) {
    const rows = await linesOf(db, draftId, envId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('line_id', 'ledger_order_id'), '>', tuple(after.line_id, after.ledger_order_id)),
      )
      .orderBy('line_id')
      .orderBy('ledger_order_id')
      .limit(LINES_PER_READ)
      .execute()
    addHeld(held, rows)
    const last = rows.at(-1)
    if (!last || rows.length < LINES_PER_READ) return held
    after = last
  }
}

/** Lines with the state of their order; null: the order does not lock them. */
const linesOf = (db: Db, draftId: string, envId: string) =>
  db
    .selectFrom('ledger_order_line')
    .select(line => [
      'line_id',
      'ledger_order_id',
      // A subquery, not a join: with poor statistics a database would scan all orders for a few lines.
      line
        .selectFrom('ledger_order')
        .select('state')
        .whereRef('ledger_order.id', '=', 'ledger_order_line.ledger_order_id')
        .where('env_id', '=', envId)
        .where('state', 'in', LINE_HOLDING_STATES)
        .as('state'),
    ])
    .where('draft_id', '=', draftId)

function addHeld(
  held: Map<string, (typeof LINE_HOLDING_STATES)[number]>,
  rows: readonly { line_id: string; state: LedgerOrderState | null }[],
): void {
  for (const { line_id, state } of rows) {
    const holding = LINE_HOLDING_STATES.find(one => one === state)
    if (holding) held.set(line_id, holding)
  }
}
