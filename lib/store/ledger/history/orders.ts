import 'server-only'
import { sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Database, Db } from '@/lib/store/db/database'
import { bytewise, startsWith } from '@/lib/store/db/statements/prefix'
import { formColumns, isNotPassed } from '@/lib/store/ledger/checks/checked-forms'
import type { LedgerEventTable, LedgerOrderTable } from '@/lib/store/ledger/orders/order-tables'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { payloadOf } from '@/lib/store/ledger/payload-compression'
import type { RunOrderTable } from '@/lib/store/ledger/runs/run-tables'
import { findByRecipient, recipientIn } from './recipients'

/** A registration of an order or product in a list. */
export interface ListedOrder {
  readonly id: string
  readonly number: string
  readonly scope: LedgerOrderTable['scope']
  readonly state: LedgerOrderState
  readonly orderId: string | null
  readonly generation: number
  readonly recipient: string
  readonly envId: string
  readonly connection: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly erasedAt: string | null
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** Search results, best matches first; `next` continues among recipients. */
interface SearchResults {
  readonly orders: readonly ListedOrder[]
  readonly next: number | undefined
  /** More numbers match than are listed. */
  readonly hasMoreNumbers: boolean
}

/**
 * Finds orders by number (also a prefix) and by service id in all drafts and environments; without a match,
 * by part of the recipient's name.
 * @param from continues among recipients (`next` of the previous result)
 */
export async function searchOrders(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  text: string,
  limit: number,
  from?: number,
): Promise<SearchResults> {
  const wanted = text.trim().normalize('NFC')
  if (wanted === '') return { orders: [], next: undefined, hasMoreNumbers: false }
  const byNumber = from === undefined ? await listIdsByNumber({ kysely, dialect }, wanted, limit + 1) : []
  const byId = from === undefined ? await listIdsByOrderId(kysely, wanted, limit) : []
  const isFound = byNumber.length + byId.length > 0
  const named = isFound ? { ids: [] } : await findByRecipient(kysely, wanted, limit, from)
  const ids = [...byId, ...byNumber.slice(0, limit), ...named.ids]
  return {
    orders: await listOrdersById(kysely, [...new Set(ids)]),
    next: 'next' in named ? named.next : undefined,
    hasMoreNumbers: byNumber.length > limit,
  }
}

/** Ids of registrations whose number begins like this, verbatim; sorted by number. */
export async function listIdsByNumber(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const number = bytewise(dialect, sql.ref('mall_order_number'))
  const rows = await kysely
    .selectFrom('ledger_order')
    .select('id')
    .where(startsWith(number, beginning))
    .orderBy(number)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of registrations to which a service assigned this id. */
export async function listIdsByOrderId(db: Db, orderId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders for lists, in the order of `ids`. */
export async function listOrdersById(db: Db, ids: readonly string[]): Promise<ListedOrder[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('ledger_order as o')
    .innerJoin('run', 'run.id', 'o.run_id')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .leftJoin('draft', 'draft.id', 'o.draft_id')
    .select([
      'o.id',
      'o.mall_order_number',
      'o.scope',
      'o.state',
      'o.order_id',
      'o.generation',
      'o.payload',
      'o.packed',
    ])
    .select(['o.env_id', 'o.created_at', 'o.updated_at', 'o.erased_at', 'o.draft_id'])
    .select(['connection.name as connection', 'draft.name as draft_name', 'draft.sheet', 'draft.deleted_at'])
    .where('o.id', 'in', ids)
    .execute()
  const known = new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        number: row.mall_order_number,
        scope: row.scope,
        state: row.state,
        orderId: row.order_id,
        generation: row.generation,
        recipient: recipientIn(payloadOf(row)),
        envId: row.env_id,
        connection: row.connection,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        erasedAt: row.erased_at,
        draftId: row.draft_id,
        draftName: row.draft_name,
        sheet: row.sheet,
        isDraftGone: row.draft_name === null || row.deleted_at !== null,
      },
    ]),
  )
  return ids.flatMap(id => known.get(id) ?? [])
}

/** An order of a run with its state. */
interface RunOrder {
  readonly position: number
  readonly number: string
  readonly state: LedgerOrderState | RunOrderTable['state']
  /** The id of a registration; checks have no ledger order. */
  readonly id: string | null
  readonly orderId: string | null
  /** Lines of its draft. */
  readonly lineIds: readonly string[]
}

/** Orders of a run by position, from `from` on, optionally in one state. */
export async function listRunOrders(
  db: Db,
  run: { readonly id: string; readonly kind: 'check' | 'register' },
  from: number,
  limit: number,
  state?: string,
): Promise<RunOrder[]> {
  if (run.kind === 'check') {
    const rows = await db
      .selectFrom('run_order')
      .leftJoin('checked_form as form', 'form.id', 'run_order.form_id')
      .select(['position', 'state', ...formColumns()])
      .where('run_id', '=', run.id)
      .where('position', '>=', from)
      .$if(state !== undefined, query => query.where('state', '=', state as RunOrderTable['state']))
      // Repeats the condition of the partial index.
      .$if(state !== undefined && state !== 'passed', query => query.where(isNotPassed))
      .orderBy('position')
      .limit(limit)
      .execute()
    return rows.map(({ position, state: now, mall_order_number: number, line_ids }) => ({
      position,
      number,
      state: now,
      id: null,
      orderId: null,
      lineIds: JSON.parse(line_ids),
    }))
  }
  const rows = await db
    .selectFrom('ledger_order')
    .select(['position', 'mall_order_number as number', 'state', 'id', 'order_id as orderId', 'line_ids'])
    .where('run_id', '=', run.id)
    .where('position', '>=', from)
    .$if(state !== undefined, query => query.where('state', '=', state as LedgerOrderState))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ line_ids, ...row }) => ({ ...row, lineIds: JSON.parse(line_ids) }))
}

/** A state change of an order, and who made it: an operator's name, or a part of Lading. */
export interface TimelineEvent extends Omit<LedgerEventTable, 'seq' | 'ledger_order_id'> {
  readonly seq: number
  readonly by: string | null
}

/**
 * All state changes of an order, oldest first. The note of a cancellation in the shop is the name of its file, which,
 * unlike an event, can be erased.
 */
export async function listTimeline(db: Db, id: string): Promise<TimelineEvent[]> {
  const files = await db
    .selectFrom('shop_cancellation')
    .select(['source_name as file', 'found_at as at'])
    .where('ledger_order_id', '=', id)
    .orderBy('found_at', 'desc')
    .execute()
  const fileOf = (at: string) => files.find(one => one.at <= at)?.file || null
  const rows = await db
    .selectFrom('ledger_event')
    .leftJoin('operator', 'operator.id', 'ledger_event.actor')
    .selectAll('ledger_event')
    .select('operator.name as by')
    .where('ledger_order_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(row => ({
    ...row,
    seq: Number(row.seq),
    note: row.reason === 'shop_cancelled' ? (row.note ?? fileOf(row.at)) : row.note,
  }))
}

/** All registrations of an order's number in its environment, oldest first. */
export async function listRegistrationsOfNumber(
  db: Db,
  { env_id, scope, mall_order_number }: Pick<LedgerOrderRow, 'env_id' | 'scope' | 'mall_order_number'>,
): Promise<ListedOrder[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select('id')
    .where('env_id', '=', env_id)
    .where('scope', '=', scope)
    .where('mall_order_number', '=', mall_order_number)
    .orderBy('generation')
    .execute()
  return listOrdersById(
    db,
    rows.map(row => row.id),
  )
}
