import 'server-only'
import { type Selectable, sql } from 'kysely'
import { releaseForms } from './checked-forms'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import { NUMBER_HELD, noteQueued } from './held-elsewhere'
import { noteLines } from './held-lines'
import type { LedgerOrderState, LedgerOrderTable } from './ledger-tables'
import { pack, payloadOf, unpack } from './packed'
import { noteRecipients } from './recipients'
import type { Place } from './verdicts'

/** An order of the ledger, its payloads as they were frozen. */
export type LedgerOrderRow = Omit<Selectable<LedgerOrderTable>, 'packed' | 'checked_packed'>

/** An order as its row says. */
export function toOrder(row: Selectable<LedgerOrderTable>): LedgerOrderRow {
  const { packed, checked_packed, ...order } = row
  return {
    ...order,
    payload: payloadOf({ ...row, packed }),
    checked_payload: checked_packed === null ? row.checked_payload : unpack(checked_packed),
  }
}

/** Payloads as a row keeps them. */
export const packedForms = (order: Pick<LedgerOrderRow, 'payload' | 'checked_payload'>) => ({
  payload: '',
  packed: pack(order.payload),
  checked_payload: null,
  checked_packed: order.checked_payload === null ? null : pack(order.checked_payload),
})

const holdsNumber = ({ state }: Pick<LedgerOrderRow, 'state'>) => NUMBER_HELD.some(held => held === state)

/** Who moved an order and why: a line of its history. */
export interface Move {
  readonly from: LedgerOrderState
  readonly to: LedgerOrderState
  readonly attemptId: string | null
  /** An operator's id, or `runner`, `reaper`. */
  readonly actor: string
  readonly reason: string
  readonly at: string
  /** What the operator wrote about it. */
  readonly note?: string | undefined
  /** By which act of settling doubts. */
  readonly resolutionId?: string
}

/** Rows of these numbers in an environment and scope: the holder of each number, or else its latest. */
export async function findByNumber(
  handle: Handle,
  envId: string,
  scope: LedgerOrderRow['scope'],
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LedgerOrderRow>> {
  const found = new Map<string, LedgerOrderRow>()
  for await (const some of pieces(numbers)) {
    const rows = await handle
      .selectFrom('ledger_order')
      .selectAll()
      .where('env_id', '=', envId)
      .where('scope', '=', scope)
      .where('mall_order_number', 'in', some)
      .orderBy('generation')
      .execute()
    for (const row of rows.map(toOrder)) {
      // Late proof may give the number back to an order that is not the latest.
      const before = found.get(row.mall_order_number)
      if (!before || holdsNumber(row) || !holdsNumber(before)) found.set(row.mall_order_number, row)
    }
  }
  return found
}

/** Queues orders. @returns ids of those that were taken; a number that is held meanwhile is not. */
export async function insertLedgerOrders(
  handle: Handle,
  rows: readonly LedgerOrderRow[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const some of pieces(rows)) {
    const taken = await handle
      .insertInto('ledger_order')
      .values(some.map(order => ({ ...order, ...packedForms(order) })))
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .execute()
    for (const { id } of taken) ids.add(id)
    const queued = some.filter(row => ids.has(row.id))
    await releaseForms(handle, queued)
    await noteLines(handle, queued)
    await noteQueued(handle, queued)
    await noteRecipients(handle, queued)
  }
  return ids
}

/** Puts queued orders of a run that stands still into another run. @returns ids of those that moved */
export async function adoptOrders(
  handle: Handle,
  ids: readonly string[],
  runId: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>()
  for (const some of chunks(ids)) {
    const rows = await handle
      .updateTable('ledger_order')
      .set({ run_id: runId, returned: 0, updated_at: at })
      .where('id', 'in', some)
      .where('state', '=', 'QUEUED')
      .returning('id')
      .execute()
    for (const { id } of rows) moved.add(id)
  }
  return moved
}

/** As the index of what is left of a run says it: it serves no parameter. */
const isLeft = sql<boolean>`ledger_order.state <> 'REGISTERED'`

/** The next orders of a run in a state, by position. */
export async function listOrders(
  handle: Handle,
  runId: string,
  state: LedgerOrderState,
  limit: number,
): Promise<LedgerOrderRow[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isLeft))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** Ids of the orders of a run in a state, in no order. */
export async function listOrderIds(
  handle: Handle,
  runId: string,
  state: LedgerOrderState,
): Promise<readonly string[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .$if(state !== 'REGISTERED', query => query.where(isLeft))
    .execute()
  return rows.map(row => row.id)
}

/** Orders by id, in no order. */
export async function findOrders(handle: Handle, ids: readonly string[]): Promise<LedgerOrderRow[]> {
  const rows: LedgerOrderRow[] = []
  for (const some of chunks(ids)) {
    const found = await handle.selectFrom('ledger_order').selectAll().where('id', 'in', some).execute()
    rows.push(...found.map(toOrder))
  }
  return rows
}

/** Orders of a run that were refused and wait for an explanation. */
export async function listUnexplained(
  handle: Handle,
  runId: string,
  limit: number,
): Promise<LedgerOrderRow[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .selectAll()
    .where('run_id', '=', runId)
    // As literals: the index of these refusals serves no parameters.
    .where(sql<boolean>`state = 'REJECTED' and explained is null`)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/**
 * Moves orders by compare-and-set and writes their history.
 * @param change further columns; `current_attempt` guards the step when `move.attemptId` is no new claim
 * @returns ids of those that stood where `move.from` says and moved
 */
export async function moveOrders(
  handle: Handle,
  ids: readonly string[],
  move: Move,
  change: Partial<Pick<LedgerOrderRow, 'order_id' | 'current_attempt' | 'returned'>> = {},
): Promise<readonly string[]> {
  const moved: string[] = []
  const isClaim = change.current_attempt !== undefined
  for await (const some of pieces(ids)) {
    const rows = await handle
      .updateTable('ledger_order')
      .set({ ...change, state: move.to, updated_at: move.at })
      .where('id', 'in', some)
      .where('state', '=', move.from)
      .$if(move.attemptId !== null && !isClaim, query => query.where('current_attempt', '=', move.attemptId))
      .returning('id')
      .execute()
    moved.push(...rows.map(row => row.id))
  }
  await recordMoves(handle, moved, move)
  return moved
}

/**
 * As `moveOrders`, for what the service registered: each with the id that it gave, many with one statement.
 * @param steps `orderId`: null where the service gives none
 */
export async function moveRegistered(
  handle: Handle,
  steps: readonly { readonly id: string; readonly orderId: string | null }[],
  move: Move,
): Promise<readonly string[]> {
  const moved: string[] = []
  for await (const some of pieces(steps)) {
    const rows = sql.join(some.map(one => sql`(${one.id}, ${one.orderId})`))
    // The names of columns of VALUES are the same in both databases.
    const { rows: done } = await sql<{ id: string }>`
      update ledger_order set state = ${move.to}, updated_at = ${move.at}, returned = 0, order_id = v.column2
      from (values ${rows}) as v
      where ledger_order.id = v.column1 and ledger_order.current_attempt = ${move.attemptId}
        and ledger_order.state = ${move.from}
      returning ledger_order.id`.execute(handle)
    const ids = new Set(done.map(row => row.id))
    for (const { id } of some) if (ids.has(id)) moved.push(id)
  }
  await recordMoves(handle, moved, move)
  return moved
}

/** Writes one line of history for each order. */
export async function recordMoves(
  handle: Handle,
  ids: readonly string[],
  move: Omit<Move, 'from'> & { readonly from: string },
): Promise<void> {
  const event = {
    attempt_id: move.attemptId,
    from_state: move.from,
    to_state: move.to,
    actor: move.actor,
    reason: move.reason,
    note: move.note ?? null,
    resolution_id: move.resolutionId ?? null,
    at: move.at,
  }
  for await (const some of pieces(ids)) {
    await handle
      .insertInto('ledger_event')
      .values(some.map(id => ({ ...event, ledger_order_id: id })))
      .execute()
  }
}

/** Counts that orders came back as not executed once more. */
export async function countReturns(handle: Handle, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) {
    await handle
      .updateTable('ledger_order')
      .set(part => ({ returned: part('returned', '+', 1) }))
      .where('id', 'in', some)
      .execute()
  }
}

/** Notes where the reason of a refusal was found. */
export async function explainOrders(
  handle: Handle,
  ids: readonly string[],
  explained: LedgerOrderRow['explained'],
  at: string,
): Promise<void> {
  for (const some of chunks(ids)) {
    await handle
      .updateTable('ledger_order')
      .set({ explained, updated_at: at })
      .where('id', 'in', some)
      .where('state', '=', 'REJECTED')
      .execute()
  }
}

/** What the desk shows of an order: all but what was sent, which is long. */
const shownColumns = [
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

/** An order of the ledger as the desk shows it. */
export type ShownOrder = Pick<LedgerOrderRow, (typeof shownColumns)[number]>

/**
 * Ledger rows of these numbers of a draft in an environment, a statement's worth at most: earlier ones of a number
 * before later ones, and before the one that holds it.
 */
export async function listDraftOrders(
  handle: Handle,
  draftId: string,
  { envId, connectionId }: Place,
  numbers: readonly string[],
): Promise<ShownOrder[]> {
  const rows = await handle
    .selectFrom('ledger_order')
    .select([...shownColumns, 'draft_id'])
    .where('env_id', '=', envId)
    // Both of them, so that the index of numbers is used.
    .where('scope', 'in', ['orders', 'products'])
    .where('mall_order_number', 'in', numbers)
    // A refusal is the word of one connection's account; a number is held for all of the environment.
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
    .orderBy(row => row.case().when('state', 'in', NUMBER_HELD).then(1).else(0).end())
    .orderBy('generation')
    .execute()
  // Told apart here: a database that is asked for the draft looks through all of its orders instead.
  return rows.filter(row => row.draft_id === draftId)
}
