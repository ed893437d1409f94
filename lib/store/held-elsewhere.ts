import 'server-only'
import { sql } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import { HOLDING } from './held-lines'
import type { LedgerOrderTable } from './ledger-tables'

/** States that hold their number, as the unique index says: no second order of an environment may bear it meanwhile. */
export const NUMBER_HELD = [...HOLDING, 'ABANDONED'] as const satisfies LedgerOrderTable['state'][]

/** Where numbers are held: in an environment, of one scope, as a draft sees it. */
export interface NumberPlace {
  readonly draftId: string
  readonly envId: string
  readonly scope: LedgerOrderTable['scope']
}

/** An order of another draft that holds a number. */
export interface HeldElsewhere {
  readonly number: string
  readonly state: (typeof NUMBER_HELD)[number]
  readonly orderId: string | null
  readonly ledgerOrderId: string
  readonly draftId: string
}

/** Which of these numbers an order of another draft holds. It costs what they cost, however large the ledger is. */
export async function findHeldElsewhere(
  handle: Handle,
  { draftId, envId, scope }: NumberPlace,
  numbers: readonly string[],
): Promise<HeldElsewhere[]> {
  const held: HeldElsewhere[] = []
  for await (const some of pieces([...new Set(numbers)])) {
    const rows = await handle
      .selectFrom('ledger_order')
      .select(['id', 'mall_order_number', 'state', 'order_id', 'draft_id'])
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', some)
      .execute()
    for (const row of rows) {
      // Compared here: a database that is asked for the draft, or the state, may use another index than that of numbers.
      const state = NUMBER_HELD.find(one => one === row.state)
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

/** A draft as a link needs it. */
export interface LinkedDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
}

/** Drafts by id, those that were deleted left out. */
export async function findLinkedDrafts(
  handle: Handle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LinkedDraft>> {
  const found = new Map<string, LinkedDraft>()
  for (const some of chunks([...new Set(ids)])) {
    const rows = await handle
      .selectFrom('draft')
      .select(['id', 'sheet', 'name'])
      .where('id', 'in', some)
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

/** Replaces the numbers of a draft that are known to be held elsewhere. Writes what changed alone. */
export async function replaceHeldElsewhere(
  handle: Handle,
  { draftId, envId, scope }: NumberPlace,
  numbers: readonly string[],
): Promise<void> {
  const wanted = new Set(numbers)
  const rows = await handle
    .selectFrom('draft_elsewhere')
    .select('mall_order_number as number')
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('scope', '=', scope)
    .execute()
  const gone = rows.flatMap(({ number }) => (wanted.delete(number) ? [] : [number]))
  for (const some of chunks(gone)) {
    await handle
      .deleteFrom('draft_elsewhere')
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', some)
      .execute()
  }
  const fresh = [...wanted].sort()
  for (const some of chunks(fresh)) {
    const values = some.map(number => ({
      draft_id: draftId,
      env_id: envId,
      scope,
      mall_order_number: number,
    }))
    await handle
      .insertInto('draft_elsewhere')
      .values(values)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Notes for every other draft that checked one of these numbers that it is held elsewhere now. Be it in the transaction
 * that queues; the rows are of one environment and scope.
 */
export async function noteQueued(
  handle: Handle,
  orders: readonly Pick<LedgerOrderTable, 'draft_id' | 'env_id' | 'scope' | 'mall_order_number'>[],
): Promise<void> {
  const [first] = orders
  if (!first) return
  for (const some of chunks(orders.map(order => order.mall_order_number))) {
    await sql`
      insert into draft_elsewhere (draft_id, env_id, scope, mall_order_number)
      select draft_id, env_id, ${first.scope}, mall_order_number from verdict
      where env_id = ${first.env_id} and mall_order_number in (${sql.join(some)})
        and draft_id <> ${first.draft_id}
        and (case when variant = 'product' then 'products' else 'orders' end) = ${first.scope}
      order by draft_id, mall_order_number
      on conflict do nothing`.execute(handle)
  }
}
