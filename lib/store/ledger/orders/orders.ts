import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import { joinBytes, jsonRows, partOfBytes } from '@/lib/store/db/statements/json-rows'
import { deleteSearchKeys } from '@/lib/store/drafts/search/line-search'
import { dropDuplicatePayloads } from '../checks/checked-forms'
import type { VerdictTarget } from '../checks/verdicts'
import { indexRecipients } from '../history/recipients'
import { type PayloadSource, pack, packOnce, payloadOf, unpack } from '../payload-compression'
import type { LedgerOrderTable } from '../tables'
import { markHeldElsewhere, NUMBER_HOLDING_STATES } from './held-elsewhere'
import { recordOrderLines } from './held-lines'

/** An order of the ledger with its payloads unpacked. */
export type LedgerOrderRow = Omit<Selectable<LedgerOrderTable>, 'packed' | 'checked_packed'>

/** An order to enqueue. */
export interface NewLedgerOrder extends LedgerOrderRow {
  /** What its payloads come from (`packOnce`). */
  readonly sources?: { readonly sent: PayloadSource; readonly checked: PayloadSource | undefined }
}

/** An order of the database with its payloads as JSON. */
export function unpackOrder(row: Selectable<LedgerOrderTable>): LedgerOrderRow {
  const { packed: _, checked_packed, ...order } = row
  order.payload = payloadOf(row)
  if (checked_packed !== null) order.checked_payload = unpack(checked_packed)
  return order
}

/** The payload columns of an order. */
export const packPayloads = (order: Pick<LedgerOrderRow, 'payload' | 'checked_payload'>) => ({
  payload: '',
  packed: pack(order.payload),
  checked_payload: null,
  checked_packed: order.checked_payload === null ? null : pack(order.checked_payload),
})

const holdsNumber = ({ state }: Pick<LedgerOrderRow, 'state'>) =>
  NUMBER_HOLDING_STATES.some(held => held === state)

/** A state change of orders: an entry of their timeline. */
export interface StateChange {
  readonly from: LedgerOrderState
  readonly to: LedgerOrderState
  readonly attemptId: string | null
  /** An operator's id, or `runner`, `reaper`. */
  readonly actor: string
  readonly reason: string
  readonly at: string
  /** The operator's note. */
  readonly note?: string | undefined
  /** The resolution that made the change. */
  readonly resolutionId?: string
}

/** Orders by number in an environment and scope: the holder of each number, else its latest order. */
export async function findOrdersByNumber(
  db: Db,
  envId: string,
  scope: LedgerOrderRow['scope'],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LedgerOrderRow>> {
  const found = new Map<string, LedgerOrderRow>()
  for await (const batch of yieldingBatches(numbers)) {
    const rows = await db
      .selectFrom('ledger_order')
      .selectAll()
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', batch)
      .orderBy('generation')
      .execute()
    for (const row of rows.map(unpackOrder)) {
      // Late proof may return the number to an order that is not the latest.
      const before = found.get(row.mall_order_number)
      if (!before || holdsNumber(row) || !holdsNumber(before)) found.set(row.mall_order_number, row)
    }
  }
  return found
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
  ...{ checked_sha256: 'text', fingerprint: 'text', line_ids: 'text', state: 'text', generation: 'integer' },
  ...{ order_id: 'text', current_attempt: 'text', returned: 'integer', explained: 'text', draft_id: 'text' },
  ...{ run_id: 'text', position: 'integer', created_by: 'text', created_at: 'text', updated_at: 'text' },
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
      ...{ start: 'integer', length: 'integer', checked_start: 'integer', checked_length: 'integer' },
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

/** From now on the search finds these orders in the ledger. It finds products there only by number, so theirs are kept. */
async function dropSearchKeys(db: Db, rows: readonly LedgerOrderRow[]): Promise<void> {
  const orders = rows.filter(row => row.scope === 'orders')
  for (const draftId of new Set(orders.map(row => row.draft_id))) {
    const ofDraft = orders.filter(row => row.draft_id === draftId)
    const lines = ofDraft.flatMap(row => JSON.parse(row.line_ids) as string[])
    for (const batch of batches(lines)) await deleteSearchKeys(db, draftId, batch)
  }
}

/** Moves queued orders of a halted run into another run. @returns ids of those that moved */
export async function moveOrdersToRun(
  db: Db,
  ids: readonly string[],
  runId: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>()
  for (const batch of batches(ids)) {
    const rows = await db
      .updateTable('ledger_order')
      .set({ run_id: runId, returned: 0, updated_at: at })
      .where('id', 'in', batch)
      .where('state', '=', 'QUEUED')
      .returning('id')
      .execute()
    for (const { id } of rows) moved.add(id)
  }
  return moved
}

/** The condition of the partial index, as a literal, because the index cannot be used with a parameter. */
const isUnregistered = sql<boolean>`ledger_order.state <> 'REGISTERED'`

/** The next orders of a run in a state, by position. */
export async function listOrders(
  db: Db,
  runId: string,
  state: LedgerOrderState,
  limit: number,
): Promise<LedgerOrderRow[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isUnregistered))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(unpackOrder)
}

/** What a request sends of an order. */
export type SendableOrder = Pick<LedgerOrderRow, 'id' | 'payload'>

const nextQueued = new FixedStatement((db, { runId, limit }: { runId: string; limit: number }) =>
  db
    .selectFrom('ledger_order')
    .select(['id', 'payload', 'packed'])
    .where('run_id', '=', runId)
    .where('state', '=', 'QUEUED')
    .where(isUnregistered)
    .orderBy('position')
    .limit(limit),
)

/** The next queued orders of a run, by position: only what its request sends. */
export async function listQueued(db: Db, runId: string, limit: number): Promise<readonly SendableOrder[]> {
  const { rows } = await nextQueued.run(db, { runId, limit })
  return rows.map(row => ({ id: row.id, payload: payloadOf(row) }))
}

/** Ids of the orders of a run in a state, unordered. */
export async function listOrderIds(
  db: Db,
  runId: string,
  state: LedgerOrderState,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isUnregistered))
    .execute()
  return rows.map(row => row.id)
}

/** Orders by id, unordered. */
export async function findOrders(db: Db, ids: readonly string[]): Promise<LedgerOrderRow[]> {
  const rows: LedgerOrderRow[] = []
  for (const batch of batches(ids)) {
    const found = await db.selectFrom('ledger_order').selectAll().where('id', 'in', batch).execute()
    rows.push(...found.map(unpackOrder))
  }
  return rows
}

/** Rejected orders of a run without an explanation. */
export async function listUnexplainedOfRun(db: Db, runId: string, limit: number): Promise<LedgerOrderRow[]> {
  return (await listUnexplained(db, runId, limit).execute()).map(unpackOrder)
}

/** The query of `listUnexplainedOfRun`, which every request of a run asks. */
export const listUnexplained = (db: Db, runId: string, limit: number) =>
  db
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    // Literals, because the partial index cannot be used with parameters.
    .where(sql<boolean>`state = 'REJECTED' and explained is null`)
    .orderBy('position')
    .limit(limit)

/**
 * Changes the state of orders by compare-and-set and records it.
 * @param change further columns; unless it claims the orders (`current_attempt`), `move.attemptId` must be
 * their current attempt
 * @returns ids of the orders that were in `move.from` and changed
 */
export async function transitionOrders(
  db: Db,
  ids: readonly string[],
  move: StateChange,
  change: Partial<Pick<LedgerOrderRow, 'order_id' | 'current_attempt' | 'returned'>> = {},
): Promise<readonly string[]> {
  const moved: string[] = []
  const isClaim = change.current_attempt !== undefined
  for await (const batch of yieldingBatches(ids)) {
    const rows = await db
      .updateTable('ledger_order')
      .set({ ...change, state: move.to, updated_at: move.at })
      .where('id', 'in', batch)
      .where('state', '=', move.from)
      .$if(move.attemptId !== null && !isClaim, query => query.where('current_attempt', '=', move.attemptId))
      .returning('id')
      .execute()
    moved.push(...rows.map(row => row.id))
  }
  await recordTransitions(db, moved, move)
  return moved
}

/** Records a state change of each order. */
export async function recordTransitions(
  db: Db,
  ids: readonly string[],
  move: Omit<StateChange, 'from'> & { readonly from: string },
): Promise<void> {
  const { attemptId, from, to, actor, reason, note = null, resolutionId = null, at } = move
  for await (const batch of yieldingBatches(ids)) {
    const orders = jsonRows(
      db,
      { id: 'text' },
      batch.map(id => ({ id })),
    )
    await sql`
      insert into ledger_event
        (ledger_order_id, attempt_id, from_state, to_state, actor, reason, note, resolution_id, at)
      select id, ${attemptId}, ${from}, ${to}, ${actor}, ${reason}, ${note}, ${resolutionId}, ${at}
      from ${orders} as given`.execute(db)
  }
}

/** Marks an order that is not at the service as changed, so that pages with its draft read it again. @param at ISO 8601 */
export async function touchUnsentOrder(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('ledger_order')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['CANCELLED', 'ABSENT', 'REJECTED'])
    .execute()
}

/** Increments how often orders were returned as not executed. */
export async function incrementReturns(db: Db, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids)) {
    await db
      .updateTable('ledger_order')
      .set(part => ({ returned: part('returned', '+', 1) }))
      .where('id', 'in', batch)
      .execute()
  }
}

/** Stores where the reason of a rejection was found. */
export async function setExplanation(
  db: Db,
  ids: readonly string[],
  explained: LedgerOrderRow['explained'],
  at: string,
): Promise<void> {
  for (const batch of batches(ids)) {
    await db
      .updateTable('ledger_order')
      .set({ explained, updated_at: at })
      .where('id', 'in', batch)
      .where('state', '=', 'REJECTED')
      .execute()
  }
}

/** Columns of an order that the desk shows: all but the payloads, which are long. */
const shownColumns = [
  'id',
  'mall_order_number',
  'scope',
  'state',
  'order_id',
  'explained',
  'current_attempt',
  'sha256',
  'checked_sha256',
  'fingerprint',
  'line_ids',
  'position',
  'generation',
  'updated_at',
] as const satisfies (keyof LedgerOrderRow)[]

/** An order for the desk. */
export type ShownOrder = Pick<LedgerOrderRow, (typeof shownColumns)[number]>

/**
 * Orders of a draft with these numbers in an environment, at most one statement's worth: later registrations
 * of a number after earlier ones, and the holder last.
 */
export async function listDraftOrders(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  numbers: readonly string[],
): Promise<ShownOrder[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .select([...shownColumns, 'draft_id'])
    .where('env_id', '=', envId)
    // Both scopes, so that the index of numbers is used.
    .where('scope', 'in', ['orders', 'products'])
    .where('mall_order_number', 'in', numbers)
    // A rejection counts for one connection; a number is held in the whole environment.
    .where(row =>
      row.or([
        row('state', '<>', 'REJECTED'),
        row.exists(
          row
            .selectFrom('run')
            .select('run.id')
            .whereRef('run.id', '=', 'ledger_order.run_id')
            .where('run.connection_id', '=', connectionId),
        ),
      ]),
    )
    .orderBy(row => row.case().when('state', 'in', NUMBER_HOLDING_STATES).then(1).else(0).end())
    .orderBy('generation')
    .execute()
  // Filtered here: with the draft in the query, a database would scan all of its orders.
  return rows.filter(row => row.draft_id === draftId)
}
