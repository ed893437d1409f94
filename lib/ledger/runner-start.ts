import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { operations } from '@/lib/contract/operations'
import { readStrictJson } from '@/lib/contract/strict-json'
import type { Handle } from '@/lib/store/database'
import { holdDraft } from '@/lib/store/draft-fates'
import {
  adoptOrders,
  findByNumber,
  insertLedgerOrders,
  type LedgerOrderRow,
  recordMoves,
} from '@/lib/store/ledger'
import { updateEnvironment } from '@/lib/store/ledger-environments'
import { saveScope } from '@/lib/store/ledger-scopes'
import {
  findRun,
  findRunByRequest,
  insertRun,
  insertRunOrders,
  moveRun,
  noteTaken,
  type RunRow,
} from '@/lib/store/runs'
import { listPassed } from '@/lib/store/verdicts'
import { checkedForm, type Form, type PreparedOrder, type RunRequest } from './prepared'
import type { Problem, Refusal } from './problem'
import { ordersToHalve } from './runner-halving'
import { iso, type Ports } from './runner-ports'
import { newOrder, newRun, operationOf, placeOf, variantOf, waitingOrder } from './runner-rows'

/** How many orders a run took, and which it did not; or why there is no run. */
export type Started =
  | {
      readonly ok: true
      readonly runId: string
      readonly taken: number
      readonly refused: readonly Refusal[]
    }
  | { readonly ok: false; readonly problem: Problem }

/** Freezes the orders of a press and queues them, all in one transaction (T1). Nothing is sent here. */
export async function startRun(ports: Ports, request: RunRequest): Promise<Started> {
  const { database } = ports
  const before = await findRunByRequest(database.kysely, request.clientRequestId)
  if (before) return started(before)
  const malformed = await findMalformed(request)
  if (malformed) return { ok: false, problem: { code: 'malformed', detail: malformed.mallOrderNumber } }
  const door = await ports.openDoor(request.connectionId)
  if (!door) return { ok: false, problem: { code: 'connection_gone' } }
  if (request.kind === 'register' && !(await database.durable())) {
    return { ok: false, problem: { code: 'not_durable' } }
  }
  const run = newRun(request, door, iso(ports.now()))
  const take = async (trx: Handle) => {
    if (!(await holdDraft(trx, request.draftId))) return false
    if (!(await insertRun(trx, run))) return true
    const { taken, refused } =
      request.kind === 'check'
        ? await takeToCheck(trx, run, request)
        : await takeToRegister(ports, trx, run, request)
    const mustConfirm = request.kind === 'register' && door.environment === 'production' && taken > 0
    if (mustConfirm && request.confirmed !== taken) throw new Unconfirmed(taken)
    await noteTaken(trx, run.id, taken, JSON.stringify(refused))
    if (taken === 0) await moveRun(trx, run.id, ['running'], 'done', run.started_at)
    ports.fail('during_enqueue')
    return true
  }
  const isHeld = await database.accept(take).catch((error: unknown) => {
    if (error instanceof Unconfirmed) return error
    throw error
  })
  if (isHeld instanceof Unconfirmed)
    return { ok: false, problem: { code: 'unconfirmed', count: isHeld.count } }
  if (!isHeld) return { ok: false, problem: { code: 'draft_away' } }
  ports.fail('after_enqueue')
  const made = await findRunByRequest(database.kysely, request.clientRequestId)
  return made ? started(made) : { ok: false, problem: { code: 'storage' } }
}

/** Undoes a press on production that nobody confirmed by the count of what it takes. */
class Unconfirmed extends Error {
  constructor(readonly count: number) {
    super('a registration in production was not confirmed')
  }
}

const started = (run: RunRow): Started => ({
  ok: true,
  runId: run.id,
  taken: run.total,
  refused: JSON.parse(run.refused),
})

/** How many orders are read before others get their turn. */
const TURN = 500

async function findMalformed({ operation, orders }: RunRequest): Promise<PreparedOrder | undefined> {
  const path = operations[operation].number
  for (let at = 0; at < orders.length; at += TURN) {
    const malformed = orders.slice(at, at + TURN).find(order => !isWhole(order, path))
    if (malformed) return malformed
    await setImmediate()
  }
  return undefined
}

/** The hash and the number guard against doubles, so they are not believed but read from the bytes. */
function isWhole(order: PreparedOrder, path: readonly string[]): boolean {
  const forms = order.checked ? [order, order.checked] : [order]
  return forms.every(form => isHashed(form) && numberIn(form.payload, path) === order.mallOrderNumber)
}

const isHashed = ({ payload, sha256 }: Form) => createHash('sha256').update(payload).digest('hex') === sha256

function numberIn(payload: string, path: readonly string[]): unknown {
  const json = readStrictJson(Buffer.from(payload))
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    json.ok ? json.value : undefined,
  )
}

interface Taken {
  readonly taken: number
  readonly refused: readonly Refusal[]
}

/** A verdict belongs to a number, so of orders that share one only the first is checked. */
async function takeToCheck(trx: Handle, run: RunRow, { orders }: RunRequest): Promise<Taken> {
  const seen = new Set<string>()
  const refused: Refusal[] = []
  const rows = orders.flatMap((order, position) => {
    const { mallOrderNumber } = order
    if (seen.has(mallOrderNumber)) {
      refused.push({ mallOrderNumber, reason: 'repeated_number' })
      return []
    }
    seen.add(mallOrderNumber)
    return waitingOrder(run, order, position)
  })
  await insertRunOrders(trx, rows)
  return { taken: rows.length, refused }
}

async function takeToRegister(
  ports: Ports,
  trx: Handle,
  run: RunRow,
  { orders }: RunRequest,
): Promise<Taken> {
  const { explainedBy, scope } = operationOf(run)
  const since = iso(ports.now() - ports.limits.verdictLife)
  const passed = await listPassed(trx, run.draft_id, placeOf(run), variantOf(run), since)
  if (run.halving !== null) {
    const { fresh, refused } = await ordersToHalve(trx, run, run.halving, orders, passed)
    const inserted = await enqueue(trx, run, fresh)
    return { taken: inserted.size, refused: [...refused, ...tooLate(fresh, inserted)] }
  }
  const numbers = orders.map(order => order.mallOrderNumber)
  const known = await findByNumber(trx, run.env_id, scope, numbers)
  const standing = await standingRuns(trx, known.values())
  const refused: Refusal[] = []
  const fresh: LedgerOrderRow[] = []
  const adopted: LedgerOrderRow[] = []
  const seen = new Set<string>()
  orders.forEach((order, position) => {
    const number = order.mallOrderNumber
    const holder = known.get(number)
    const isOurs = holder?.state === 'QUEUED' && standing.has(holder.run_id) && isSame(holder, order)
    // Where there is no check, nothing has to have passed one.
    const isChecked = explainedBy === undefined || passed.get(number) === checkedForm(order).sha256
    const reason = refusalOf(holder, isOurs, seen.has(number), isChecked)
    seen.add(number)
    if (reason)
      refused.push({ mallOrderNumber: number, reason, ...(holder?.order_id && { orderId: holder.order_id }) })
    else if (holder && isOurs) adopted.push(holder)
    else fresh.push(newOrder(run, order, position, (holder?.generation ?? 0) + 1))
  })
  const inserted = await enqueue(trx, run, fresh)
  const moved = await adoptOrders(
    trx,
    adopted.map(row => row.id),
    run.id,
    run.started_at,
  )
  refused.push(...tooLate(fresh, inserted), ...tooLate(adopted, moved))
  return { taken: inserted.size + moved.size, refused }
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
  // A person pressed: whatever made these records wait has been seen.
  await updateEnvironment(trx, run.env_id, { not_before: null })
  await saveScope(trx, { env_id: run.env_id, scope: operationOf(run).scope, paused: null, strikes: 0 })
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

/** Runs of `rows` that nobody works on: what they queued may be taken along by the next press. */
async function standingRuns(trx: Handle, rows: Iterable<LedgerOrderRow>): Promise<ReadonlySet<string>> {
  const ids = new Set([...rows].filter(row => row.state === 'QUEUED').map(row => row.run_id))
  const standing = new Set<string>()
  for (const id of ids) {
    const run = await findRun(trx, id)
    if (run && run.state !== 'running') standing.add(id)
  }
  return standing
}
