import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { joinBytes, jsonRows, partOfBytes } from '@/lib/store/db/statements/json-rows'
import { deleteSearchKeys } from '@/lib/store/drafts/search/line-search'
import { lineIdsOf } from '@/lib/store/stored-values'
import { dropDuplicatePayloads } from '../checks/checked-forms'
import { indexRecipients } from '../history/recipients'
import { type PayloadSource, packOnce } from '../payload-compression'
import { markHeldElsewhere } from './held-elsewhere'
import { recordOrderLines } from './held-lines'
import type { LedgerOrderRow } from './orders'

/** An order to enqueue. */
export interface NewLedgerOrder extends LedgerOrderRow {
  /** What its payloads come from (`packOnce`). */
  readonly sources?: { readonly sent: PayloadSource; readonly checked: PayloadSource | undefined }
}

/** Enqueues orders. @returns ids of the accepted ones; orders whose number is held are not accepted */
export async function enqueueOrders(db: Db, rows: readonly NewLedgerOrder[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const batch of yieldingBatches(rows)) {
    for (const { id } of await insertOrders(db, batch)) ids.add(id)
    const queued = batch.filter(row => ids.has(row.id))
    await dropDuplicatePayloads(db, queued)
    await recordOrderLines(db, queued)
    await markHeldElsewhere(db, queued)
    await indexRecipients(db, queued)
    await dropSearchKeys(db, queued)
  }
  return ids
}

/** Columns of an order without its payloads. */
const orderColumns = {
  ...{
    id: 'text',
    env_id: 'text',
    scope: 'text',
    variant: 'text',
    mall_order_number: 'text',
    sha256: 'text',
  },
  checked_sha256: 'text',
  fingerprint: 'text',
  line_ids: 'text',
  state: 'text',
  generation: 'integer',
  order_id: 'text',
  current_attempt: 'text',
  returned: 'integer',
  explained: 'text',
  draft_id: 'text',
  run_id: 'text',
  position: 'integer',
  created_by: 'text',
  created_at: 'text',
  updated_at: 'text',
  erased_at: 'text',
} as const satisfies Record<keyof Omit<LedgerOrderRow, 'payload' | 'checked_payload'>, 'text' | 'integer'>
const orderColumnList = sql.join(Object.keys(orderColumns).map(name => sql.ref(name)))

/** Inserts orders. @returns ids of those whose number is not held */
async function insertOrders(db: Db, orders: readonly NewLedgerOrder[]): Promise<readonly { id: string }[]> {
  const packed = joinBytes(orders.map(({ payload, sources }) => packOnce(payload, sources?.sent)))
  const checked = joinBytes(
    orders.map(({ checked_payload: payload, sources }) =>
      payload === null ? null : packOnce(payload, sources?.checked),
    ),
  )
  const given = jsonRows(
    db,
    {
      ...orderColumns,
      start: 'integer',
      length: 'integer',
      checked_start: 'integer',
      checked_length: 'integer',
    },
    orders.map((order, at) => ({
      ...order,
      start: packed.places[at]?.start ?? null,
      length: packed.places[at]?.length ?? null,
      checked_start: checked.places[at]?.start ?? null,
      checked_length: checked.places[at]?.length ?? null,
    })),
  )
  const { rows } = await sql<{ id: string }>`
    insert into ledger_order (${orderColumnList}, payload, packed, checked_packed)
    select ${orderColumnList}, '', ${partOfBytes(db, packed, 'start', 'length')},
      ${partOfBytes(db, checked, 'checked_start', 'checked_length')}
    from ${given} as given where true
    on conflict do nothing returning id`.execute(db)
  return rows
}

/**
 * From now on the search finds these orders in the ledger. It finds products there only by number, so theirs are kept.
 */
async function dropSearchKeys(db: Db, rows: readonly LedgerOrderRow[]): Promise<void> {
  const orders = rows.filter(row => row.scope === 'orders')
  for (const draftId of new Set(orders.map(row => row.draft_id))) {
    const ofDraft = orders.filter(row => row.draft_id === draftId)
    const lines = ofDraft.flatMap(lineIdsOf)
    for (const batch of batches(lines)) await deleteSearchKeys(db, draftId, batch)
  }
}
