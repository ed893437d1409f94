import 'server-only'
import { findConnection } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { lineIdsOf } from '@/lib/store/stored-values'

/** The part of an order that decides. */
type WorkOrder = Pick<LedgerOrderRow, 'id' | 'env_id' | 'line_ids'>

const isProduction = (envId: string) => envId.startsWith('production:')

/**
 * Orders of a draft whose rows an operator may still correct and register: the order has ended, but its rows are in the
 * draft and neither registered nor given up, wherever: the connection may have another address since. For production
 * only production counts: an order of a test environment is also unfinished while the draft goes to production and its
 * rows are not registered there.
 * @param cutoff a draft that was archived before this time (ISO 8601) is not worked on any more
 * @returns their ids
 */
export async function findUnfinishedWork(
  db: Db,
  draftId: string,
  orders: readonly WorkOrder[],
  cutoff: string,
): Promise<ReadonlySet<string>> {
  const draft = await db
    .selectFrom('draft')
    .select(['archived_at', 'connection_id'])
    .where('id', '=', draftId)
    .executeTakeFirst()
  if (!draft || (draft.archived_at !== null && draft.archived_at < cutoff)) return new Set()
  const connection = draft.connection_id === null ? undefined : await findConnection(db, draft.connection_id)
  const goesToProduction = connection?.environment === 'production'
  const lines = new Map(orders.map(order => [order, lineIdsOf(order)]))
  const all = [...new Set([...lines.values()].flat())]
  const present = await findPresentLines(db, draftId, all)
  const settled = await findSettledLines(db, draftId, all)
  const isUnfinished = (order: WorkOrder) => {
    const known = goesToProduction || isProduction(order.env_id) ? settled.inProduction : settled.anywhere
    return lines.get(order)?.some(line => present.has(line) && !known.has(line))
  }
  return new Set(orders.filter(isUnfinished).map(order => order.id))
}

/** Which of these lines are in the draft. */
async function findPresentLines(
  db: Db,
  draftId: string,
  lines: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>()
  for (const batch of batches(lines)) {
    const rows = await db
      .selectFrom('draft_line')
      .select('line_id')
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', batch)
      .where('removed_at', 'is', null)
      .execute()
    for (const row of rows) present.add(row.line_id)
  }
  return present
}

/** Lines with an order that is registered or given up. */
async function findSettledLines(
  db: Db,
  draftId: string,
  lines: readonly string[],
): Promise<{ readonly anywhere: ReadonlySet<string>; readonly inProduction: ReadonlySet<string> }> {
  const anywhere = new Set<string>()
  const inProduction = new Set<string>()
  for (const batch of batches(lines)) {
    const rows = await db
      .selectFrom('ledger_order_line as line')
      .innerJoin('ledger_order as o', 'o.id', 'line.ledger_order_id')
      .select(['line.line_id', 'o.env_id'])
      .where('line.draft_id', '=', draftId)
      .where('line.line_id', 'in', batch)
      .where('o.state', 'in', ['REGISTERED', 'ABANDONED'])
      .execute()
    for (const { line_id, env_id } of rows) {
      anywhere.add(line_id)
      if (isProduction(env_id)) inProduction.add(line_id)
    }
  }
  return { anywhere, inProduction }
}
