import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Database, Handle } from '@/lib/store/database'
import { countOrders, type LedgerOrderRow, listDraftOrders, type ShownOrder } from '@/lib/store/ledger'
import { updateEnvironment } from '@/lib/store/ledger-environments'
import { saveScope } from '@/lib/store/ledger-scopes'
import { type ShownState, shownState } from '@/lib/store/run-ends'
import { countRunOrders, findRun, moveRun } from '@/lib/store/runs'
import { listVerdicts, type Place, type VerdictRow } from '@/lib/store/verdicts'
import type { Problem, Refusal } from './problem'
import { type HalvingFound, halvingFound } from './runner-halving'
import { operationOf } from './runner-rows'
import { giveBack } from './runner-sweep'

/** How far a run is. Counts are orders or products. */
export interface Progress {
  readonly runId: string
  readonly kind: 'check' | 'register'
  readonly state: ShownState
  readonly total: number
  /** Orders with an outcome; `left` is the rest. */
  readonly done: number
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  readonly refused: readonly Refusal[]
  /** Why it is paused or stopped. */
  readonly problem?: Problem
  /** What it found so far, when it sends a refused request again in halves. */
  readonly halving?: HalvingFound
}

/** How far a run is; undefined when there is none with this id. */
export async function runProgress(handle: Handle, runId: string): Promise<Progress | undefined> {
  const run = await findRun(handle, runId)
  if (!run) return undefined
  const checked = run.kind === 'check' ? await countRunOrders(handle, runId) : undefined
  const ledger = run.kind === 'register' ? await countOrders(handle, runId) : undefined
  const passed = checked?.get('passed') ?? 0
  const failed = checked?.get('failed') ?? 0
  const registered = ledger?.get('REGISTERED') ?? 0
  const rejected = ledger?.get('REJECTED') ?? 0
  const unknown = ledger?.get('UNKNOWN') ?? 0
  const others = (['ABSENT', 'ABANDONED', 'CANCELLED', 'RELEASED'] as const).reduce(
    (sum, one) => sum + (ledger?.get(one) ?? 0),
    0,
  )
  const total =
    run.kind === 'check' ? run.total : [...(ledger?.values() ?? [])].reduce((sum, one) => sum + one, 0)
  const done = passed + failed + registered + rejected + unknown + others
  return {
    runId,
    kind: run.kind,
    state: shownState(run.state),
    total,
    done,
    left: total - done,
    passed,
    failed,
    registered,
    rejected,
    unknown,
    refused: JSON.parse(run.refused),
    ...(run.problem !== null && { problem: JSON.parse(run.problem) }),
    ...(run.halving !== null && { halving: await halvingFound(handle, run) }),
  }
}

/** Where an order of a draft stands. */
export type DeskState = 'passed' | 'failing' | 'queued' | 'sending' | 'registered' | 'rejected' | 'unknown'

/**
 * Why an order or a product is not taken. A service names the field of an order (`field`) and the kind of trouble of a
 * product (`errorCode`, `field` is empty then). `code` is set when the reason is our own.
 */
export interface OrderFailure {
  readonly field: string
  readonly message: string
  readonly errorCode?: string
  readonly code?: string
}

/** What the desk shows of one order or product of a draft, by what was sent. */
export interface DeskOutcome {
  readonly mallOrderNumber: string
  readonly lineIds: readonly string[]
  readonly state: DeskState
  readonly orderId?: string
  readonly fingerprint: string
  /** Of the form that a check judges. */
  readonly sha256: string
  readonly position: number
  readonly failures?: readonly OrderFailure[]
  /** What was judged, while it fails. */
  readonly payload?: string
  /** When it got into this state: of a check result, when it was checked. ISO 8601. */
  readonly checkedAt: string
  /** When anything of it changed last; ask for what is new since the latest of these. */
  readonly changedAt: string
}

/** How many orders are looked at before others get their turn. */
const TURN = 2000

const deskStates: Readonly<Partial<Record<LedgerOrderRow['state'], DeskState>>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
}

/**
 * Everything that is known of a draft's orders on a connection, so that a reloaded page shows it.
 * @param since leaves out what did not change since that time (ISO 8601), by `changedAt`
 */
export async function draftOutcomes(
  handle: Handle,
  draftId: string,
  place: Place,
  since = '',
): Promise<readonly DeskOutcome[]> {
  const [verdicts, rows] = await readDraft(handle, draftId, place, since)
  const outcomes = new Map(verdicts.map(row => [row.mall_order_number, ofVerdict(row)]))
  // Oldest first, so that the latest registration of a number has the last word.
  for (const [at, row] of rows.entries()) {
    // A draft may have 100,000 of them: others get their turn.
    if (at % TURN === 0) await setImmediate()
    const before = outcomes.get(row.mall_order_number)
    const outcome = ofOrder(row, before) ?? ofFree(row, before)
    outcomes.set(row.mall_order_number, outcome)
  }
  return [...outcomes.values()].filter(one => one.changedAt >= since)
}

/** Both tables know a part of an order, so what changed in either is read from both. */
async function readDraft(
  handle: Handle,
  draftId: string,
  place: Place,
  since: string,
): Promise<[VerdictRow[], ShownOrder[]]> {
  const verdicts = await listVerdicts(handle, draftId, place, { since })
  const rows = await listDraftOrders(handle, draftId, place, { since })
  if (since === '') return [verdicts, rows]
  const numbers = [...new Set([...verdicts, ...rows].map(row => row.mall_order_number))]
  return [
    await listVerdicts(handle, draftId, place, { numbers }),
    await listDraftOrders(handle, draftId, place, { numbers }),
  ]
}

const later = (one: string, other: string) => (one > other ? one : other)

function ofVerdict(row: VerdictRow): DeskOutcome {
  return {
    ...common(row),
    state: row.passed === 1 ? 'passed' : 'failing',
    ...(row.passed === 0 && { failures: JSON.parse(row.failures) }),
    ...(row.payload !== null && { payload: row.payload }),
    checkedAt: row.checked_at,
    changedAt: row.checked_at,
  }
}

function ofOrder(row: ShownOrder, verdict: DeskOutcome | undefined): DeskOutcome | undefined {
  const state = deskStates[row.state]
  if (state) {
    const orderId = row.order_id === null ? {} : { orderId: row.order_id }
    return { ...common(row), state, ...orderId, checkedAt: row.updated_at, changedAt: row.updated_at }
  }
  if (row.state === 'ABANDONED') {
    const failures = [{ field: '', message: '', code: 'given_up' }]
    return {
      ...common(row),
      state: 'rejected',
      failures,
      checkedAt: row.updated_at,
      changedAt: row.updated_at,
    }
  }
  if (row.state !== 'REJECTED') return undefined
  // A refusal is told by its reasons, and forgotten once the order was changed and checked again. An order that
  // was only in the way of others passes and may be registered; so does a product whose refusal was taken back.
  const isChecked = verdict && (verdict.sha256 !== judgedHash(row) || verdict.state === 'failing')
  const isNewer = verdict && verdict.checkedAt >= row.updated_at
  if (isNewer && (isChecked || row.explained === 'elsewhere' || row.scope === 'products')) {
    return undefined
  }
  return { ...common(row), state: 'rejected', checkedAt: row.updated_at, changedAt: row.updated_at }
}

/**
 * What is known of an order that the ledger does not hold any more: what was known before it was queued. Of a product
 * that is nothing, so the desk alone decides; of an order that no check judged here it is a pass that is long over.
 */
function ofFree(row: ShownOrder, before: DeskOutcome | undefined): DeskOutcome {
  const checkedAt = row.scope === 'products' ? row.updated_at : ''
  const known = before ?? { ...common(row), state: 'passed' as const, checkedAt, changedAt: '' }
  return { ...known, changedAt: later(known.changedAt, row.updated_at) }
}

const common = (row: ShownOrder | VerdictRow) => ({
  mallOrderNumber: row.mall_order_number,
  lineIds: JSON.parse(row.line_ids) as string[],
  fingerprint: row.fingerprint,
  sha256: judgedHash(row),
  position: row.position,
})

const judgedHash = (row: ShownOrder | VerdictRow) =>
  ('checked_sha256' in row ? row.checked_sha256 : null) ?? row.sha256

/** Stops a run before its next request; what is under way ends as it ends. @returns whether it was running */
export function pauseRun(handle: Handle, runId: string, at: string): Promise<boolean> {
  const problem: Problem = { code: 'by_operator' }
  return moveRun(handle, runId, ['running'], 'paused', at, JSON.stringify(problem))
}

/** Lets a paused or stopped run go on, and its environment. What is UNKNOWN stays so. */
export function resumeRun(database: Database, runId: string, at: string): Promise<boolean> {
  return database.write(async trx => {
    const run = await findRun(trx, runId)
    if (!run || !(await moveRun(trx, runId, ['paused', 'stopped'], 'running', at))) return false
    if (run.kind === 'register') {
      await updateEnvironment(trx, run.env_id, { not_before: null, restored_at: null })
      await saveScope(trx, { env_id: run.env_id, scope: operationOf(run).scope, paused: null, strikes: 0 })
    }
    return true
  })
}

/** Ends a run before its next request: what is queued goes back to the sheet. @returns whether it could be */
export async function cancelRun(
  database: Database,
  runId: string,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const stands = ['preparing', 'running', 'paused', 'stopped'] as const
  if (!(await moveRun(database.kysely, runId, stands, 'cancelling', at))) return false
  await giveBack({ database, now: Date.now }, runId, operatorId, 'cancelled by the operator')
  return true
}
