import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { valueAt } from '@/lib/contract/json/member'
import { operations } from '@/lib/contract/operations'
import type { FrozenRun, PayloadForm, PreparedOrder, StartResult } from '@/lib/ledger/rules/prepared'
import type { Db } from '@/lib/store/db/database'
import { isErasing, lockDraft } from '@/lib/store/drafts/lifecycle'
import { clearOwnWait } from '@/lib/store/ledger/environments/environments'
import { endPause } from '@/lib/store/ledger/environments/scopes'
import { lockPreparingRun, markRunStarted } from '@/lib/store/ledger/runs/run-lifecycle'
import { lockRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { findRun, findRunByRequest, insertRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { iso, sha256Hex } from '@/lib/store/stored-values'
import type { Ports } from '../ports'
import { findLivingBoots, sendHeartbeat } from '../recovery/reap'
import { discardPreparing, sweep } from '../recovery/sweep'
import { newRun, operationOf } from '../rows'
import {
  countToRegister,
  type EnqueueResult,
  enqueueForCheck,
  enqueueForRegistration,
  OwnershipLost,
} from './enqueue'

/** How often a repeated run request looks whether the first one has started the run, in milliseconds. */
const POLL_INTERVAL_MS = 200

/** How often the orders are queued again when other processes take this one for dead. */
const MAX_ATTEMPTS = 3

/**
 * Starts a run: queues its frozen orders (T1) in chunks, so that other processes write meanwhile. No process works on
 * the run until the last transaction starts it. A failure or a crash before that leaves nothing queued (sweep.ts). A
 * process that was only delayed, and was taken for dead, queues all orders again. Nothing is sent here.
 */
export async function startRun(
  ports: Ports,
  frozen: FrozenRun,
  onProgress?: (queued: number) => void,
): Promise<StartResult> {
  for (let time = 1; ; time++) {
    const started = await acceptRun(ports, frozen, onProgress)
    if (started) return started
    if (time === MAX_ATTEMPTS || ports.closing.signal.aborted) break
    await sendHeartbeat(ports, iso(ports.now()))
  }
  return { ok: false, problem: { code: 'not_taken_in' } }
}

/** @returns undefined when another process took this one for dead and released the queued orders */
async function acceptRun(
  ports: Ports,
  frozen: FrozenRun,
  onProgress?: (queued: number) => void,
): Promise<StartResult | undefined> {
  const { database } = ports
  const before = await findAccepted(ports, frozen.clientRequestId)
  if (before) return started(before)
  const malformed = await findMalformed(frozen)
  if (malformed) return { ok: false, problem: { code: 'malformed', detail: malformed.mallOrderNumber } }
  const connection = await ports.resolveConnection(frozen.connectionId)
  if (!connection) return { ok: false, problem: { code: 'connection_gone' } }
  if (frozen.kind === 'register' && !(await database.durable())) {
    return { ok: false, problem: { code: 'not_durable' } }
  }
  // Numbers of orders that are being released are neither free nor held, so finish that first.
  if (frozen.kind === 'register') await sweep(ports, await findLivingBoots(ports), connection.envId)
  const run = newRun(await withFreeId(database.kysely, frozen), connection, ports.bootId, iso(ports.now()))
  const { confirmed, waiting = 0 } = frozen
  const mustConfirm =
    frozen.kind === 'register' && (connection.environment === 'production' || confirmed !== undefined)
  // Counted first, so that a run request that only asks for the count leaves no trace.
  const count = mustConfirm ? await countToRegister(ports, run, frozen) : 0
  if (count > 0 && count + waiting !== confirmed) return unconfirmed(count + waiting)
  ports.preparing.add(run.id)
  try {
    const inserted = await database.accept(trx => insertOpenRun(trx, run, frozen, ports))
    if (inserted !== 'new' && inserted !== 'known') {
      return { ok: false, problem: { code: inserted } }
    }
    if (inserted === 'new') {
      const result = await enqueueOrders(ports, run, frozen, onProgress)
      // Other runs took some numbers first, or orders were edited, so the typed count is not the count of these orders.
      if (mustConfirm && result.accepted > 0 && result.accepted + waiting !== confirmed) {
        await discardPreparing(ports, run.id)
        return unconfirmed(result.accepted + waiting)
      }
      const refused = [...(frozen.refused ?? []), ...result.refused]
      await setRunStarted(ports, run, { ...result, refused })
    }
  } catch (error) {
    if (!(error instanceof OwnershipLost)) {
      await discardPreparing(ports, run.id).catch(ports.report)
      throw error
    }
  } finally {
    ports.preparing.delete(run.id)
  }
  ports.failpoint('after_enqueue')
  const earlier = await findAccepted(ports, frozen.clientRequestId)
  return earlier && started(earlier)
}

const unconfirmed = (count: number): StartResult => ({ ok: false, problem: { code: 'unconfirmed', count } })

/** Drops the intended run id when an earlier, discarded run of the same run request has it. */
async function withFreeId(db: Db, frozen: FrozenRun): Promise<FrozenRun> {
  const { runId, ...rest } = frozen
  return runId !== undefined && (await findRun(db, runId)) ? rest : frozen
}

/**
 * Inserts a run, unless its draft was archived or deleted or is being erased, or its run request was cancelled or taken
 * over.
 */
async function insertOpenRun(
  trx: Db,
  run: RunRow,
  { draftId, runId }: FrozenRun,
  { bootId, now }: Pick<Ports, 'bootId' | 'now'>,
): Promise<'new' | 'known' | 'draft_away' | 'draft_erasing' | 'not_taken_in'> {
  const draft = await lockDraft(trx, draftId)
  if (draft?.isOpen === false) return 'draft_away'
  if (draft && isErasing(draft.erasingUntil, now())) return 'draft_erasing'
  if (runId !== undefined && !(await lockRunRequest(trx, runId, bootId))) return 'not_taken_in'
  return (await insertRun(trx, run)) ? 'new' : 'known'
}

const enqueueOrders = (
  ports: Ports,
  run: RunRow,
  frozen: FrozenRun,
  onProgress?: (queued: number) => void,
): Promise<EnqueueResult> =>
  frozen.kind === 'check'
    ? enqueueForCheck(ports, run, frozen, onProgress)
    : enqueueForRegistration(ports, run, frozen, onProgress)

/** Starts a run whose orders are all queued. */
function setRunStarted(ports: Ports, run: RunRow, { accepted, refused }: EnqueueResult): Promise<void> {
  return ports.database.accept(async trx => {
    if (!(await lockPreparingRun(trx, run.id, ports.bootId))) throw new OwnershipLost()
    if (run.kind === 'register') {
      // A person started this run and has seen why earlier ones paused.
      await clearOwnWait(trx, run.env_id)
      await endPause(trx, run.env_id, operationOf(run).scope, run.connection_id)
    }
    await markRunStarted(trx, run.id, accepted, JSON.stringify(refused), iso(ports.now()))
    ports.failpoint('during_enqueue')
  })
}

/** The run of a run request, once its orders are all queued. A run that a dead process left unfinished is discarded. */
async function findAccepted(ports: Ports, clientRequestId: string): Promise<RunRow | undefined> {
  for (;;) {
    const run = await findRunByRequest(ports.database.kysely, clientRequestId)
    if (run?.state !== 'preparing' || ports.closing.signal.aborted) return run
    const isOwn = run.owner === ports.bootId && ports.preparing.has(run.id)
    const isAlive =
      isOwn || (run.owner !== ports.bootId && (await findLivingBoots(ports)).has(run.owner ?? ''))
    if (isAlive) await ports.sleep(POLL_INTERVAL_MS)
    else await discardPreparing(ports, run.id)
  }
}

const started = (run: RunRow): StartResult => ({
  ok: true,
  runId: run.id,
  accepted: run.total,
  refused: JSON.parse(run.refused),
})

/** Orders that are checked before the event loop runs other work. */
const CHUNK_SIZE = 100

/** Orders that were consistent in an earlier run of this process. They are immutable, so they still are. */
const consistentOrders = new WeakSet<PreparedOrder>()

async function findMalformed({ operation, orders }: FrozenRun): Promise<PreparedOrder | undefined> {
  const path = operations[operation].number
  for (let at = 0; at < orders.length; at += CHUNK_SIZE) {
    for (const order of orders.slice(at, at + CHUNK_SIZE)) {
      if (consistentOrders.has(order)) continue
      if (!isConsistent(order, path)) return order
      consistentOrders.add(order)
    }
    await setImmediate()
  }
  return undefined
}

/** Whether hash and number belong to the bytes: they prevent double registrations, so they are not trusted. */
function isConsistent(order: PreparedOrder, path: readonly string[]): boolean {
  const forms = order.checked ? [order, order.checked] : [order]
  return forms.every(form => isHashed(form) && hasNumber(form.payload, order.mallOrderNumber, path))
}

const isHashed = ({ payload, sha256 }: PayloadForm) => sha256Hex(payload) === sha256

/** Whether an order has a number. No name occurs twice in it, because the desk writes payloads from objects. */
function hasNumber(payload: string, number: string, path: readonly string[]): boolean {
  // The desk writes the number first; reading all of the payload takes ten times longer.
  const begin = path.map(name => `{${JSON.stringify(name)}:`).join('') + JSON.stringify(number)
  return payload.startsWith(begin) || numberIn(payload, path) === number
}

function numberIn(payload: string, path: readonly string[]): unknown {
  try {
    return valueAt(JSON.parse(payload), path)
  } catch {
    return undefined
  }
}
