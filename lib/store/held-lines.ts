import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { chunks } from './chunks'
import type { Handle } from './database'
import type { LedgerOrderState, LedgerOrderTable } from './ledger-tables'

/** States in which the lines that an order was made of may not change: it is, or may be, at the service. */
export const HOLDING = [
  'QUEUED',
  'PREPARED',
  'SENDING',
  'UNKNOWN',
  'REGISTERED',
] as const satisfies LedgerOrderState[]

/**
 * Lines of a draft that must not change where they are shown with an environment, because an order made of them is
 * queued, under way, in doubt or registered there. What was rehearsed in one environment is free in another.
 */
export type HeldLines = ReadonlyMap<string, (typeof HOLDING)[number]>

/**
 * Notes which lines orders were made of; that never changes. Whether an order holds them says its state alone, so
 * whoever moves it need not know of its lines. Be it in the transaction that queues.
 */
export async function noteLines(
  handle: Handle,
  orders: readonly Pick<LedgerOrderTable, 'id' | 'draft_id' | 'line_ids'>[],
): Promise<void> {
  const rows = orders.flatMap(order => {
    const lines = new Set(JSON.parse(order.line_ids) as string[])
    return [...lines].map(line => ({ draft_id: order.draft_id, line_id: line, ledger_order_id: order.id }))
  })
  for (const some of chunks(rows)) await handle.insertInto('ledger_order_line').values(some).execute()
}

/** Which of these lines are held. It costs what they cost, however many others the draft holds. */
export async function heldAmong(
  handle: Handle,
  draftId: string,
  envId: string,
  lines: readonly string[],
): Promise<HeldLines> {
  const held = new Map<string, (typeof HOLDING)[number]>()
  for (const some of chunks([...new Set(lines)])) {
    note(held, await linesOf(handle, draftId, envId).where('line_id', 'in', some).execute())
  }
  return held
}

/** Lines of one look: then others get their turn. */
const LOOK = 500

/** All held lines of a draft. */
export async function heldLines(handle: Handle, draftId: string, envId: string): Promise<HeldLines> {
  const held = new Map<string, (typeof HOLDING)[number]>()
  for (let after = { line_id: '', ledger_order_id: '' }; ; await setImmediate()) {
    const rows = await linesOf(handle, draftId, envId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('line_id', 'ledger_order_id'), '>', tuple(after.line_id, after.ledger_order_id)),
      )
      .orderBy('line_id')
      .orderBy('ledger_order_id')
      .limit(LOOK)
      .execute()
    note(held, rows)
    const last = rows.at(-1)
    if (!last || rows.length < LOOK) return held
    after = last
  }
}

/** Lines, each with the state of an order that was made of it; null: that order does not hold it there. */
const linesOf = (handle: Handle, draftId: string, envId: string) =>
  handle
    .selectFrom('ledger_order_line')
    .select(line => [
      'line_id',
      'ledger_order_id',
      // Not joined: a database that thinks little of its indices would look through all orders for a few lines.
      line
        .selectFrom('ledger_order')
        .select('state')
        .whereRef('ledger_order.id', '=', 'ledger_order_line.ledger_order_id')
        .where('env_id', '=', envId)
        .where('state', 'in', HOLDING)
        .as('state'),
    ])
    .where('draft_id', '=', draftId)

function note(
  held: Map<string, (typeof HOLDING)[number]>,
  rows: readonly { line_id: string; state: LedgerOrderState | null }[],
): void {
  for (const { line_id, state } of rows) {
    const holding = HOLDING.find(one => one === state)
    if (holding) held.set(line_id, holding)
  }
}
