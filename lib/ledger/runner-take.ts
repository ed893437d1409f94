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
import { updateEnvironment } from '@/lib/store/ledger-environments'
import { saveScope } from '@/lib/store/ledger-scopes'
import { findRun, insertRunOrders, type RunRow } from '@/lib/store/runs'
import { listPassed } from '@/lib/store/verdicts'
import { checkedForm, type PreparedOrder, type RunRequest } from './prepared'
import type { Refusal } from './problem'
import { ordersToHalve } from './runner-halving'
import { iso, type Ports } from './runner-ports'
import { newOrder, operationOf, placeOf, variantOf, waitingOrder } from './runner-rows'

// What a run takes of a press, inside its one transaction. A press may have 100,000 orders, so they are looked at in
// pieces: others of this process get their turn between them, and nothing is held longer than a piece.

/** How many orders a run took, and those that it did not. */
export interface Taken {
  readonly taken: number
  readonly refused: readonly Refusal[]
}

/** A verdict belongs to a number, so of orders that share one only the first is checked. */
export async function takeToCheck(trx: Handle, run: RunRow, { orders }: RunRequest): Promise<Taken> {
  const seen = new Set<string>()
  const refused: Refusal[] = []
  let position = 0
  for await (const piece of pieces(orders)) {
    const rows = piece.flatMap(order => {
      const { mallOrderNumber } = order
      const at = position++
      if (seen.has(mallOrderNumber)) {
        refused.push({ mallOrderNumber, reason: 'repeated_number' })
        return []
      }
      seen.add(mallOrderNumber)
      return waitingOrder(run, order, at)
    })
    await insertRunOrders(trx, rows)
  }
  return { taken: seen.size, refused }
}

/** Queues what may be registered; the caller's transaction makes it one. */
export async function takeToRegister(
  ports: Ports,
  trx: Handle,
  run: RunRow,
  request: RunRequest,
): Promise<Taken> {
  const { scope } = operationOf(run)
  // A person pressed: whatever made these records wait has been seen.
  await updateEnvironment(trx, run.env_id, { not_before: null })
  await saveScope(trx, { env_id: run.env_id, scope, paused: null, strikes: 0 })
  const since = iso(ports.now() - ports.limits.verdictLife)
  const passed = await listPassed(trx, run.draft_id, placeOf(run), variantOf(run), since)
  if (run.halving === null) return takeNew(trx, run, request, passed)
  const { fresh, refused } = await ordersToHalve(trx, run, run.halving, request.orders, passed)
  const inserted = await enqueue(trx, run, fresh)
  return { taken: inserted.size, refused: [...refused, ...tooLate(fresh, inserted)] }
}

async function takeNew(
  trx: Handle,
  run: RunRow,
  { orders }: RunRequest,
  passed: ReadonlyMap<string, string>,
): Promise<Taken> {
  const { explainedBy, scope } = operationOf(run)
  const standing = new Standing(trx)
  const refused: Refusal[] = []
  const seen = new Set<string>()
  let taken = 0
  let position = 0
  for await (const piece of pieces(orders)) {
    const numbers = piece.map(order => order.mallOrderNumber)
    const known = await findByNumber(trx, run.env_id, scope, numbers)
    const fresh: LedgerOrderRow[] = []
    const adopted: LedgerOrderRow[] = []
    for (const order of piece) {
      const mallOrderNumber = order.mallOrderNumber
      const at = position++
      const holder = known.get(mallOrderNumber)
      const isOurs =
        holder?.state === 'QUEUED' && isSame(holder, order) && (await standing.has(holder.run_id))
      // Where there is no check, nothing has to have passed one.
      const isChecked = explainedBy === undefined || passed.get(mallOrderNumber) === checkedForm(order).sha256
      const reason = refusalOf(holder, isOurs, seen.has(mallOrderNumber), isChecked)
      seen.add(mallOrderNumber)
      if (reason)
        refused.push({ mallOrderNumber, reason, ...(holder?.order_id && { orderId: holder.order_id }) })
      else if (holder && isOurs) adopted.push(holder)
      else fresh.push(newOrder(run, order, at, (holder?.generation ?? 0) + 1))
    }
    const inserted = await enqueue(trx, run, fresh)
    const ids = adopted.map(row => row.id)
    const moved = await adoptOrders(trx, ids, run.id, run.started_at)
    refused.push(...tooLate(fresh, inserted), ...tooLate(adopted, moved))
    taken += inserted.size + moved.size
  }
  return { taken, refused }
}

/** Queues new orders. @returns ids of those that were taken */
async function enqueue(trx: Handle, run: RunRow, fresh: readonly LedgerOrderRow[]) {
  const inserted = await insertLedgerOrders(trx, fresh)
  await recordMoves(trx, [...inserted], {
    from: 'VALIDATED',
    to: 'QUEUED',
    attemptId: null,
    actor: run.started_by,
    reason: run.halving === null ? 'registered by the operator' : 'sent again in halves by the operator',
    at: run.started_at,
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

/** Runs that nobody works on: what they queued may be taken along by the next press. */
class Standing {
  private readonly known = new Map<string, boolean>()
  constructor(private readonly trx: Handle) {}

  async has(runId: string): Promise<boolean> {
    const known = this.known.get(runId)
    if (known !== undefined) return known
    const run = await findRun(this.trx, runId)
    const stands = run !== undefined && run.state !== 'running'
    this.known.set(runId, stands)
    return stands
  }
}
