import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { NUMBER_HOLDING_STATES } from './order-states'
import type { LedgerOrderTable } from './order-tables'

/** Environment and scope of numbers, as seen from a draft. */
export interface NumberScope {
  readonly draftId: string
  readonly envId: string
  readonly scope: LedgerOrderTable['scope']
}

/** An order of another draft that holds a number. */
export interface HeldElsewhere {
  readonly number: string
  readonly state: (typeof NUMBER_HOLDING_STATES)[number]
  readonly orderId: string | null
  readonly ledgerOrderId: string
  readonly draftId: string
}

/**
 * Orders of other drafts that hold one of these numbers. The cost does not depend on the size of the ledger.
 */
export async function findHeldElsewhere(
  db: Db,
  { draftId, envId, scope }: NumberScope,
  numbers: readonly string[],
): Promise<HeldElsewhere[]> {
  const held: HeldElsewhere[] = []
  for await (const batch of yieldingBatches([...new Set(numbers)])) {
    const rows = await db
      .selectFrom('ledger_order')
      .select(['id', 'mall_order_number', 'state', 'order_id', 'draft_id'])
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', batch)
      .execute()
    for (const row of rows) {
      // Compared here: with draft or state in the query, a database may not use the index of numbers.
      const state = NUMBER_HOLDING_STATES.find(one => one === row.state)
      if (state === undefined || row.draft_id === draftId) continue
      held.push({
        number: row.mall_order_number,
        state,
        orderId: row.order_id,
        ledgerOrderId: row.id,
        draftId: row.draft_id,
      })
    }
  }
  return held
}

interface LinkedDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
}

/** Drafts by id, without deleted ones. */
export async function findLinkedDrafts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LinkedDraft>> {
  const found = new Map<string, LinkedDraft>()
  for (const batch of batches([...new Set(ids)])) {
    const rows = await db
      .selectFrom('draft')
      .select(['id', 'sheet', 'name'])
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

/** Replaces the known numbers of a draft that are held elsewhere. Writes only differences. */
export async function replaceHeldElsewhere(
  db: Db,
  { draftId, envId, scope }: NumberScope,
  numbers: readonly string[],
): Promise<void> {
  const wanted = new Set(numbers)
  const rows = await db
    .selectFrom('draft_elsewhere')
    .select('mall_order_number as number')
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('scope', '=', scope)
    .execute()
  const gone = rows.flatMap(({ number }) => (wanted.delete(number) ? [] : [number]))
  for (const batch of batches(gone)) {
    await db
      .deleteFrom('draft_elsewhere')
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', batch)
      .execute()
  }
  const fresh = [...wanted].sort()
  for (const batch of batches(fresh)) {
    const values = batch.map(number => ({
      draft_id: draftId,
      env_id: envId,
      scope,
      mall_order_number: number,
    }))
    await db
      .insertInto('draft_elsewhere')
      .values(values)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Marks numbers as held elsewhere for all other drafts that checked them. Call it in the transaction that
 * enqueues; all orders have the same environment and scope.
 */
export async function markHeldElsewhere(
  db: Db,
  orders: readonly Pick<LedgerOrderTable, 'draft_id' | 'env_id' | 'scope' | 'mall_order_number'>[],
): Promise<void> {
  const [first] = orders
  if (!first) return
  for (const batch of batches(orders.map(order => order.mall_order_number))) {
    await sql`
      insert into draft_elsewhere (draft_id, env_id, scope, mall_order_number)
      select draft_id, env_id, ${first.scope}, mall_order_number from verdict
      where env_id = ${first.env_id} and mall_order_number in (${sql.join(batch)})
        and draft_id <> ${first.draft_id}
        and (case when variant = 'product' then 'products' else 'orders' end) = ${first.scope}
      order by draft_id, mall_order_number
      on conflict do nothing`.execute(db)
  }
}
