import 'server-only'
import { logFault } from '@/lib/log/log'
import { type Connection, environmentId, findConnection } from '@/lib/store/connections'
import { type Database, database } from '@/lib/store/database'
import { findRun, listStanding } from '@/lib/store/runs'
import { pardon } from '@/lib/store/verdicts'
import { noteConflicts } from './conflicts'
import type { PreparedOrder, RunRequest } from './prepared'
import type { Problem, Refusal } from './problem'
import { type Confirmed, confirmRefusal as confirm } from './runner-confirm'
import * as halving from './runner-halving'
import * as limits from './runner-limits'
import { Runner } from './runner-loop'
import * as outcomes from './runner-outcomes'
import type { Ports } from './runner-ports'
import * as progress from './runner-progress'
import { realPorts } from './runner-real'
import { afterRestore } from './runner-restore'
import { toldSkew } from './runner-skew'
import { type Started, startRun as start } from './runner-start'

// The door to the ledger for the rest of the server. Next compiles a module several times into one process, so
// the runner itself lies on globalThis.

interface Shared {
  readonly database: Database
  readonly ports: Ports
  readonly runner: Runner
}

const shared = globalThis as { [key: symbol]: Promise<Shared> | undefined }
const KEY = Symbol.for('lading.runner')

function running(): Promise<Shared> {
  const known = shared[KEY]
  if (known) return known
  const opening = database().then(open => {
    const ports = realPorts(open)
    return { database: open, ports, runner: new Runner(ports) }
  })
  shared[KEY] = opening
  opening.catch(() => {
    if (shared[KEY] === opening) shared[KEY] = undefined
  })
  return opening
}

/**
 * Starts to work on runs in this process: what dead processes left first. Called once when the server starts.
 * @param isRestored the database was restored from a backup (runner-restore.ts)
 */
export async function resumeRunner(isRestored = false): Promise<void> {
  const { runner, ports } = await running()
  if (isRestored) await afterRestore(ports)
  await runner.resume()
}

/**
 * Lets requests that are under way end and takes no further ones; for a server that is told to stop.
 * @param isCrash it ends because something went wrong: the runs under way count that (`Runner.close`)
 */
export async function closeRunner(isCrash = false): Promise<void> {
  const known = await shared[KEY]
  await known?.runner.close(isCrash)
}

/** Takes the orders of a press into a run, which then goes on by itself. Idempotent by `clientRequestId`. */
export async function startRun(request: RunRequest): Promise<Started> {
  try {
    const { ports } = await running()
    const started = await start(ports, request)
    wakeRunner()
    return started
  } catch (error) {
    // A full disk or a database that is away is no bug. Pressing again is safe: the press has its id.
    logFault('a run was not started', error)
    return { ok: false, problem: { code: 'storage' } }
  }
}

/** Has this process look for work now. */
function wakeRunner(): void {
  running()
    .then(({ runner }) => runner.resume())
    .catch(error => logFault('the runner cannot start', error))
}

/** How far a run is, and whether it waits for the storage; undefined when there is none with this id. */
export async function runProgress(runId: string): Promise<progress.Progress | undefined> {
  const known = await progress.runProgress((await database()).kysely, runId)
  const { runner } = await running()
  const waits = known?.state === 'running' && runner.isWaitingForStorage(runId)
  return waits ? { ...known, problem: { code: 'waits_for_storage' } } : known
}

/** What is known of orders of a draft on a connection, by number: check results and ledger states. */
export async function outcomesOf(
  draftId: string,
  connectionId: string,
  of: readonly PreparedOrder[],
): Promise<ReadonlyMap<string, outcomes.DeskOutcome>> {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  if (!connection) return new Map()
  const numbers = [...new Set(of.map(order => order.mallOrderNumber))]
  const known = await outcomes.outcomesOf(kysely, draftId, placeOf(connection), numbers)
  return new Map(known.map(outcome => [outcome.mallOrderNumber, outcome]))
}

/**
 * Notes of orders that a registration did not take in which fields they differ from what is registered under their
 * numbers, for `outcomeNews`. The run stands without that, so trouble of it goes to the log.
 */
export async function explainRefused(request: RunRequest, refused: readonly Refusal[]): Promise<void> {
  try {
    const { kysely } = await database()
    const connection = await findConnection(kysely, request.connectionId)
    if (connection)
      await noteConflicts(kysely, placeOf(connection), request, refused, new Date().toISOString())
  } catch (error) {
    logFault('what differs from registered orders was not noted', error)
  }
}

/** What changed of a draft's orders on a connection since a time (ISO 8601), oldest first and in pages. */
export async function outcomeNews(
  draftId: string,
  connectionId: string,
  since: string,
): Promise<outcomes.OutcomeNews> {
  const now = Date.now()
  const { kysely, longReads } = await database()
  const connection = await findConnection(kysely, connectionId)
  if (!connection) return { outcomes: [], until: new Date(now).toISOString(), more: false }
  // All orders of a press changed at one and the same time, so a page may be 100,000 of them.
  return outcomes.outcomeNews(longReads, draftId, placeOf(connection), since, now)
}

const placeOf = (connection: Connection) => ({
  envId: environmentId(connection),
  connectionId: connection.id,
})

/**
 * Takes back the refusals of a draft's records, as they stand now, where no operation checks: the operator looked
 * again, and the service may be asked again.
 */
export async function pardonRefused(
  draftId: string,
  connectionId: string,
  orders: readonly PreparedOrder[],
): Promise<void> {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  if (!connection) return
  const known = await outcomesOf(draftId, connectionId, orders)
  const numbers = orders.flatMap(({ mallOrderNumber, sha256 }) => {
    const outcome = known.get(mallOrderNumber)
    return outcome?.state === 'failing' && outcome.sha256 === sha256 ? mallOrderNumber : []
  })
  await pardon(kysely, draftId, placeOf(connection), numbers, new Date().toISOString())
}

/** Stops a run before its next request. @returns whether it was running */
export async function pauseRun(runId: string): Promise<boolean> {
  return progress.pauseRun((await database()).kysely, runId, new Date().toISOString())
}

/** Lets a paused or stopped run go on. @returns whether it stood still */
export async function resumeRun(runId: string): Promise<boolean> {
  const resumed = await progress.resumeRun(await database(), runId, new Date().toISOString())
  wakeRunner()
  return resumed
}

/**
 * Lets the registrations of a draft go on that stand still with orders queued; for a person who presses Register
 * again after the trouble was put right. What is UNKNOWN stays so.
 * @returns ids of the runs that go on
 */
export async function resumeStanding(draftId: string, connectionId: string): Promise<readonly string[]> {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  const standing = connection ? await listStanding(kysely, draftId, environmentId(connection)) : []
  const resumed: string[] = []
  for (const id of standing) {
    // That a backup was compared is confirmed by letting the run itself go on, not by another press.
    const problem: Problem | null = JSON.parse((await findRun(kysely, id))?.problem ?? 'null')
    if (problem?.code !== 'after_restore' && (await resumeRun(id))) resumed.push(id)
  }
  return resumed
}

/** Ends a run before its next request and gives back what is queued. @returns whether it was not over */
export async function cancelRun(runId: string, operatorId: string): Promise<boolean> {
  return progress.cancelRun(await database(), runId, operatorId, new Date().toISOString())
}

/**
 * A person confirms that the answer to a request (HTTP 400, 408, 422, 425) means a refusal: its unknown orders are
 * rejected or queued again, and the status means that in its environment from now on. Offer it where
 * `isRefusalConfirmable` (runner-confirm.ts) says so.
 */
export async function confirmRefusal(attemptId: string, operatorId: string): Promise<Confirmed> {
  const confirmed = await confirm(await database(), attemptId, operatorId, new Date().toISOString())
  wakeRunner()
  return confirmed
}

/** What the service of a connection taught about how much it takes, below what was chosen. */
export async function learnedLimits(connectionId: string): Promise<readonly limits.LearnedLimit[]> {
  return limits.learnedLimits((await database()).kysely, connectionId, Date.now())
}

/** Has the connection be asked for as much as was chosen again. */
export async function resetLearned(connectionId: string): Promise<void> {
  await limits.resetLearned((await database()).kysely, connectionId)
}

/** How far the clock of a connection's service is ahead of ours, in milliseconds; undefined while that harms nobody. */
export async function clockSkew(connectionId: string): Promise<number | undefined> {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  return connection && toldSkew(kysely, environmentId(connection))
}

/**
 * Requests of a draft that were refused without a reason, and what it costs to send one again in halves. To do so, start
 * a run of kind `register` with `halving` and the draft's orders as they are now.
 */
export async function halvingOffers(
  draftId: string,
  connectionId: string,
): Promise<readonly halving.HalvingOffer[]> {
  const { kysely, longReads } = await database()
  const connection = await findConnection(kysely, connectionId)
  return connection ? halving.halvingOffers(longReads, draftId, environmentId(connection)) : []
}
