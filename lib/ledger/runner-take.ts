import 'server-only'
import { pieces } from '@/lib/store/chunks'
import type { Handle } from '@/lib/store/database'
import {
  adoptOrders,
  findByNumber,
  insertLedgerOrders,
  type LedgerOrderRow,
  recordMoves,
} from '@/lib/store/ledger'
import { holdPreparing } from '@/lib/store/run-ends'
import { findRun, insertRunOrders, type RunRow } from '@/lib/store/runs'
import { listPassed } from '@/lib/store/verdicts'
import { checkedForm, type PreparedOrder, type RunRequest } from './prepared'
import type { Refusal } from './problem'
import { ordersToHalve } from './runner-halving'
import { iso, type Ports } from './runner-ports'
import { newOrder, operationOf, placeOf, variantOf, waitingOrder } from './runner-rows'

// What a run takes of a press. A press may have 100,000 orders, so they are taken in pieces, each a transaction of its
// own: others write between them, and nothing is held longer than a piece.

/** How many orders a run took, and those that it did not. */
export interface Taken {
  readonly taken: number
  readonly refused: readonly Refusal[]
}

/** A run is not ours to prepare any more: somebody cancelled it, or took this process for dead. */
export class NotOurs extends Error {}

/** Orders of one transaction: what it computes between two turns of the event loop stays well below 100 ms. */
const PIECE = 200

/** Does a piece of the preparing of a run in one transaction. @throws NotOurs */
function inPiece<T>(ports: Ports, run: RunRow, work: (trx: Handle) => Promise<T>): Promise<T> {
  return ports.database.accept(async trx => {
    if (!(await holdPreparing(trx, run.id, ports.bootId))) throw new NotOurs()
    return work(trx)
  })
}

/** A verdict belongs to a number, so of orders that share one only the first is checked. */
export async function takeToCheck(ports: Ports, run: RunRow, { orders }: RunRequest): Promise<Taken> {
  const seen = new Set<string>()
  const refused: Refusal[] = []
  let position = 0
  for await (const piece of pieces(orders, PIECE)) {
    const rows = piece.flatMap(order => {
      const { mallOrderNumber } = order
      const at = position++
      if (seen.has(mallOrderNumber)) {
        refused.push({ mallOrderNumber, reason: 'repeated_number' })
        return []
      }
      seen.add(mallOrderNumber)
      return [waitingOrder(order, at)]
    })
    await inPiece(ports, run, trx => insertRunOrders(trx, run, rows))
  }
  return { taken: seen.size, refused }
}

/** Queues what may be registered. */
export async function takeToRegister(ports: Ports, run: RunRow, request: RunRequest): Promise<Taken> {
  if (run.halving !== null) return takeHalves(ports, run, run.halving, request)
  const refused: Refusal[] = []
  let taken = 0
  for await (const piece of sorted(ports, run, request)) {
    await inPiece(ports, run, async trx => {
      const { fresh, adopted, refused: others } = await piece(trx)
      const at = iso(ports.now())
      const inserted = await enqueue(trx, run, fresh, at)
      const ids = adopted.map(row => row.id)
      const moved = await adoptOrders(trx, ids, run.id, at)
      refused.push(...others, ...tooLate(fresh, inserted), ...tooLate(adopted, moved))
      taken += inserted.size + moved.size
    })
  }
  return { taken, refused }
}

/** How many orders a press would queue as things stand. */
export async function countToRegister(ports: Ports, run: RunRow, request: RunRequest): Promise<number> {
  const { kysely } = ports.database
  if (run.halving !== null) {
    return (await ordersToHalve(kysely, run, run.halving, request.orders, passes(ports, run))).fresh.length
  }
  let count = 0
  for await (const piece of sorted(ports, run, request)) {
    const { fresh, adopted } = await piece(kysely)
    count += fresh.length + adopted.length
  }
  return count
}

async function takeHalves(ports: Ports, run: RunRow, attemptId: string, request: RunRequest): Promise<Taken> {
  return inPiece(ports, run, async trx => {
    const { fresh, refused } = await ordersToHalve(trx, run, attemptId, request.orders, passes(ports, run))
    const inserted = await enqueue(trx, run, fresh, iso(ports.now()))
    return { taken: inserted.size, refused: [...refused, ...tooLate(fresh, inserted)] }
  })
}

/** Hashes of what passed a check lately enough to be registered, by number. */
function passes(ports: Ports, run: RunRow) {
  const since = iso(ports.now() - ports.limits.verdictLife)
  return (handle: Handle, numbers: readonly string[]) =>
    listPassed(handle, run.draft_id, placeOf(run), variantOf(run), since, numbers)
}

/** A piece of a press: what is new, what waits behind a run that stands still, and what may not go. */
interface Piece {
  readonly fresh: readonly LedgerOrderRow[]
  readonly adopted: readonly LedgerOrderRow[]
  readonly refused: readonly Refusal[]
}

/** The orders of a press in pieces, each to be sorted where it is looked at. */
async function* sorted(
  ports: Ports,
  run: RunRow,
  { orders }: RunRequest,
): AsyncGenerator<(handle: Handle) => Promise<Piece>> {
  const { explainedBy, scope } = operationOf(run)
  const passedOf = passes(ports, run)
  const seen = new Set<string>()
  let position = 0
  for await (const piece of pieces(orders, PIECE)) {
    yield async handle => {
      const standing = new Standing(handle)
      const numbers = piece.map(order => order.mallOrderNumber)
      const known = await findByNumber(handle, run.env_id, scope, numbers)
      const passed = await passedOf(handle, numbers)
      const refused: Refusal[] = []
      const fresh: LedgerOrderRow[] = []
      const adopted: LedgerOrderRow[] = []
      for (const order of piece) {
        const mallOrderNumber = order.mallOrderNumber
        const at = position++
        const holder = known.get(mallOrderNumber)
        const isOurs =
          holder?.state === 'QUEUED' && isSame(holder, order) && (await standing.has(holder.run_id))
        // Where there is no check, nothing has to have passed one.
        const isChecked =
          explainedBy === undefined || passed.get(mallOrderNumber) === checkedForm(order).sha256
        const reason = refusalOf(holder, isOurs, seen.has(mallOrderNumber), isChecked)
        seen.add(mallOrderNumber)
        if (reason)
          refused.push({ mallOrderNumber, reason, ...(holder?.order_id && { orderId: holder.order_id }) })
        else if (holder && isOurs) adopted.push(holder)
        else fresh.push(newOrder(run, order, at, (holder?.generation ?? 0) + 1))
      }
      return { fresh, adopted, refused }
    }
  }
}

/** Queues new orders. @param at when they became queued. @returns ids of those that were taken */
async function enqueue(trx: Handle, run: RunRow, fresh: readonly LedgerOrderRow[], at: string) {
  const rows = fresh.map(row => ({ ...row, updated_at: at }))
  const inserted = await insertLedgerOrders(trx, rows)
  await recordMoves(trx, [...inserted], {
    from: 'VALIDATED',
    to: 'QUEUED',
    attemptId: null,
    actor: run.started_by,
    reason: run.halving === null ? 'registered by the operator' : 'sent again in halves by the operator',
    at,
  })
  return inserted
}

/** Someone else was faster with these numbers; the unique index knows. */
const tooLate = (rows: readonly LedgerOrderRow[], taken: ReadonlySet<string>): Refusal[] =>
  rows
    .filter(row => !taken.has(row.id))
    .map(row => ({ mallOrderNumber: row.mall_order_number, reason: 'already_queued' }))

const isSame = (row: LedgerOrderRow, order: PreparedOrder) =>
  row.sha256 === order.sha256 && row.checked_sha256 === (order.checked?.sha256 ?? null)

function refusalOf(
  holder: LedgerOrderRow | undefined,
  isOurs: boolean,
  isRepeated: boolean,
  isChecked: boolean,
): Refusal['reason'] | undefined {
  if (isRepeated) return 'repeated_number'
  if (holder?.state === 'REGISTERED') return 'already_registered'
  if (holder?.state === 'UNKNOWN') return 'unknown'
  if (holder?.state === 'ABANDONED') return 'given_up'
  const isHeld = holder && ['QUEUED', 'PREPARED', 'SENDING'].includes(holder.state)
  if (isHeld && !isOurs) return 'already_queued'
  return isChecked ? undefined : 'not_checked'
}

/** States in which what a run queued is its own. */
const UNDER_WAY: ReadonlySet<RunRow['state']> = new Set(['preparing', 'cancelling', 'running'])

/** Runs that nobody works on: what they queued may be taken along by the next press. */
class Standing {
  private readonly known = new Map<string, boolean>()
  constructor(private readonly handle: Handle) {}

  async has(runId: string): Promise<boolean> {
    const known = this.known.get(runId)
    if (known !== undefined) return known
    const run = await findRun(this.handle, runId)
    const stands = run !== undefined && !UNDER_WAY.has(run.state)
    this.known.set(runId, stands)
    return stands
  }
}
