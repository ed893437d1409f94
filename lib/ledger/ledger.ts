import 'server-only'
import type { LearnedLimit } from '@/lib/ledger/rules/learned-limit'
import type { CancellationsFound } from '@/lib/ledger/rules/shop-cancellations'
import type { Preparation } from '@/lib/ledger/runner/ports'
import { logFault } from '@/lib/log/log'
import { isRestorationOpen } from '@/lib/store/backup/restorations'
import { type Database, database } from '@/lib/store/db/database'
import type { VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { iso } from '@/lib/store/stored-values'
import * as outcomes from './outcomes/outcomes'
import * as progress from './outcomes/progress'
import * as confirmation from './resolve/confirm'
import * as resolutions from './resolve/resolve'
import * as cancellations from './resolve/shop-cancellations'
import type { Decision } from './rules/resolutions'
import * as control from './runner/control'
import * as limits from './runner/learned-limits'
import { type Ports, realPorts } from './runner/ports'
import { type NewRunRequest, recordRunRequest } from './runner/preparation/preparation'
import { afterRestore } from './runner/recovery/restore'
import * as halving from './runner/register/halving'
import * as replays from './runner/register/replays'
import { publishRunEnd } from './runner/run-end'
import { Runner } from './runner/runner'

// The entry point of the ledger. Next compiles a module several times into one process (vercel/next.js#65350), so the
// runner itself lives on globalThis.

interface Ledger {
  readonly database: Database
  readonly ports: Ports
  readonly runner: Runner
}

const shared = globalThis as { [key: symbol]: Promise<Ledger> | undefined }
const KEY = Symbol.for('lading.runner')

/** The ledger of this process. It opens on first use; after a failure the next call tries again. */
function openLedger(): Promise<Ledger> {
  const existing = shared[KEY]
  if (existing) return existing
  const opening = database().then(async open => {
    const ports = realPorts(open)
    // Before anything is stamped: this server's clock may be wrong by hours.
    await ports.sharedClock.measure()
    return { database: open, ports, runner: new Runner(ports) }
  })
  shared[KEY] = opening
  opening.catch(() => {
    if (shared[KEY] === opening) shared[KEY] = undefined
  })
  return opening
}

/**
 * Starts to work on run requests and runs in this process, first on those of dead processes. The server calls this
 * once when it starts.
 * @param preparation freezes the orders of run requests
 * @param listeners called with the responses of services
 * @param isRestored an administrator put a backup in place by hand (runner/recovery/restore.ts); `npm run restore`
 * marks the database itself
 */
export async function startRunner(
  preparation: Preparation,
  listeners: Required<Pick<Ports, 'onFailures' | 'onChecked'>>,
  isRestored: boolean,
): Promise<void> {
  const { runner, ports } = await openLedger()
  ports.preparation = preparation
  Object.assign(ports, listeners)
  if (isRestored || (await isRestorationOpen(ports.database.kysely))) await afterRestore(ports)
  await runner.resume()
}

/**
 * Waits for the requests that are under way and starts no further ones; for a server that stops.
 * @param isCrash the server ends because of an error: the crash counts for the runs under way (`Runner.close`)
 */
export async function closeRunner(isCrash = false): Promise<void> {
  const ledger = await shared[KEY]
  await ledger?.runner.close(isCrash)
}

/** Looks for work in this process and the other servers now, without waiting for it. */
function wakeRunner(): void {
  openLedger()
    .then(({ runner, database: open }) => {
      open.channel.announce('work')
      return runner.resume()
    })
    .catch(error => logFault('the runner cannot start', error))
}

/**
 * Records a request to check or register; the runner freezes its orders and starts its run. The same `clientRequestId`
 * again is the same request.
 * @returns the id of the request, which also becomes the id of its run. @throws StorageFullError
 */
export async function requestRun(request: NewRunRequest): Promise<string> {
  const { ports } = await openLedger()
  const id = await ports.database.accept(trx => recordRunRequest(trx, request, iso(ports.now())))
  ports.failpoint('request_recorded')
  wakeRunner()
  return id
}

/** Stops a run before its next request. @returns false when the run was not running */
export async function pauseRun(runId: string): Promise<boolean> {
  return control.pauseRun(await database(), runId, iso(await ledgerTime()))
}

/** Continues a paused or stopped run. @returns false when the run was neither */
export async function resumeRun(runId: string): Promise<boolean> {
  const isResumed = await control.resumeRun(await database(), runId, iso(await ledgerTime()))
  wakeRunner()
  return isResumed
}

/**
 * Ends a run before its next request and releases its queued orders; a run whose orders are still being frozen does not
 * start.
 * @returns false when the run had ended
 */
export async function cancelRun(runId: string, operatorId: string): Promise<boolean> {
  const { database: open, ports } = await openLedger()
  const result = ports.preparation?.failure('cancelled') ?? 'null'
  const { wasOpen, cancelled } = await control.cancelRequest(open, runId, result, operatorId, ports.now)
  if (cancelled !== undefined) await publishRunEnd(ports, cancelled)
  return wasOpen || cancelled !== undefined
}

/** How far a run is, and whether it waits for the storage; undefined when no run has this id. */
export async function runProgress(runId: string): Promise<progress.RunProgress | undefined> {
  const { database: open, ports, runner } = await openLedger()
  const found = await progress.runProgress(open.kysely, runId, ports.now())
  const isWaiting = found?.state === 'running' && runner.isWaitingForStorage(runId)
  return isWaiting ? { ...found, problem: { code: 'waits_for_storage' } } : found
}

/** Changed outcomes of a draft's orders on a connection since a time (ISO 8601), oldest first and in pages. */
export async function outcomeChanges(
  draftId: string,
  target: VerdictTarget,
  since: string,
): Promise<outcomes.OutcomeChanges> {
  const { longReads } = await database()
  // All orders of a run may change at the same time, so one page may have 100,000 of them.
  return outcomes.outcomeChanges(longReads, draftId, target, since, await ledgerTime())
}

/**
 * The time by which the ledger stamps and compares, in milliseconds since the epoch: all servers of a
 * database share it.
 */
export const ledgerTime = async (): Promise<number> => (await ledgerClock())()

/** The same as a function, for a transaction, which must not wait for the ledger to open. */
export const ledgerClock = async (): Promise<() => number> => (await openLedger()).ports.now

/**
 * Applies what an operator decided about unknown orders, then continues the runs that have nothing unknown left.
 * @param decidedAt when the operator decided, in milliseconds since the epoch by this server's clock
 */
export async function resolveUnknown(
  decisions: readonly Decision[],
  grounds: resolutions.ResolutionGrounds,
  decidedAt: number,
): Promise<resolutions.ResolveResult> {
  const { ports } = await openLedger()
  const result = await resolutions.resolveUnknown(ports, decisions, grounds, decidedAt)
  wakeRunner()
  return result
}

/**
 * Removes orders that a file of the shop marks as cancelled from the queue, and records those that were sent already.
 */
export async function recordShopCancellations(
  cancelled: cancellations.CancelledInFile,
  operatorId: string,
): Promise<CancellationsFound> {
  const { database: open, ports } = await openLedger()
  return cancellations.recordShopCancellations(open, cancelled, operatorId, ports.now)
}

/** Records what a person decided about an order that the shop cancelled. */
export async function resolveShopCancellation(
  id: string,
  resolution: 'cancelled' | 'shipped' | 'kept',
  by: { readonly operatorId: string; readonly note?: string | undefined },
): Promise<'done' | 'resolved' | 'sending' | 'not_sent'> {
  const { database: open, ports } = await openLedger()
  return cancellations.resolveShopCancellation(open, id, resolution, { ...by, now: ports.now })
}

/**
 * Releases the number of an order that is registered or was given up, so that it can be registered again: an
 * administrator's act.
 * @returns false when the order is in another state meanwhile
 */
export async function releaseNumber(id: string, operatorId: string, reason: string): Promise<boolean> {
  return resolutions.releaseNumber((await openLedger()).ports, id, operatorId, reason)
}

/**
 * A person confirms that the response to a request (HTTP 400, 408, 422, 425) means a rejection: its unknown orders are
 * rejected or queued again, and the status means that in its environment from then on. Offer it where
 * `isRejectionConfirmable` (resolve/confirm.ts) is true.
 */
export async function confirmRejection(
  attemptId: string,
  operatorId: string,
): Promise<confirmation.ConfirmResult> {
  const { ports } = await openLedger()
  const result = await confirmation.confirmRejection(ports, attemptId, operatorId)
  wakeRunner()
  return result
}

/** Limits of a connection that its service taught, below what the operator chose. */
export async function learnedLimits(connectionId: string): Promise<readonly LearnedLimit[]> {
  return limits.learnedLimits((await database()).kysely, connectionId, await ledgerTime())
}

/**
 * When an unconfirmed request is sent again by itself, milliseconds since the epoch; undefined: a person must decide.
 */
export async function nextReplay(attemptId: string): Promise<number | undefined> {
  return replays.nextReplay((await openLedger()).ports, attemptId)
}

/** Forgets the learned limits of a connection: requests have the chosen size again. */
export async function resetLearnedLimits(connectionId: string): Promise<void> {
  await limits.resetLearnedLimits((await database()).kysely, connectionId)
}

/**
 * Requests of a draft that were rejected without a reason, and what it costs to send each again in halves. To do so,
 * start a run of kind `register` with `halving` and the draft's present orders.
 */
export async function halvingOffers(
  draftId: string,
  envId: string,
): Promise<readonly halving.HalvingOffer[]> {
  const { longReads } = await database()
  return halving.halvingOffers(longReads, draftId, envId)
}
