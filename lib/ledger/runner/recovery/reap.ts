import 'server-only'
import { isStored, nextState } from '@/lib/ledger/rules/transitions'
import { deleteLostCheckTurns } from '@/lib/store/ledger/checks/check-turns'
import { transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import {
  closeAttempt,
  listAttemptOrders,
  listOpenAttempts,
  type OpenAttempt,
  REAPED,
} from '@/lib/store/ledger/requests/attempts'
import { lockRun } from '@/lib/store/ledger/runs/run-lifecycle'
import {
  deleteRunners,
  listRunners,
  type RunnerRow,
  recordHeartbeat,
  setHeartbeats,
} from '@/lib/store/ledger/runs/runners'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'
import { stopAtUnknown } from '../environment'
import type { Ports } from '../ports'
import { judgeAttempt } from '../responses/judge'
import { releaseCancelled } from './sweep'

/** Records that this process is alive. @param startedAt when it started (ISO 8601), stored with the first heartbeat */
export async function sendHeartbeat(ports: Ports, startedAt: string): Promise<void> {
  const { database, bootId, host, pid, sharedClock, heartbeat, limits } = ports
  await sharedClock.measure()
  await recordHeartbeat(database.kysely, {
    boot_id: bootId,
    host,
    pid,
    started_at: startedAt,
    beat_at: iso(ports.now()),
  })
  const now = ports.monotonicNow()
  if (heartbeat.last !== undefined && now - heartbeat.last > limits.deadAfterMs / 2) heartbeat.since = now
  heartbeat.last = now
}

/** Boot ids of the processes that count as alive, this one included; the others are deleted. */
export async function findLivingBoots(ports: Ports): Promise<ReadonlySet<string>> {
  const runners = await listRunners(ports.database.kysely)
  await correctHeartbeats(ports, runners)
  const dead = runners.filter(runner => !isAlive(ports, runner)).map(runner => runner.boot_id)
  await deleteRunners(ports.database.kysely, dead)
  return new Set([ports.bootId, ...runners.map(runner => runner.boot_id).filter(id => !dead.includes(id))])
}

/**
 * Heartbeats of the future are from a clock that was ahead and was set right. They count as heartbeats of now: a process
 * that died before would otherwise count as alive until then.
 */
async function correctHeartbeats(ports: Ports, runners: readonly RunnerRow[]): Promise<void> {
  const now = ports.now()
  const isAhead = ({ beat_at }: RunnerRow) => Date.parse(beat_at) > now + CLOCK_TOLERANCE_MS
  const ids = runners.filter(isAhead).map(runner => runner.boot_id)
  await setHeartbeats(ports.database.kysely, ids, iso(now))
}

/**
 * Whether a process counts as alive. A wrong "dead" is safe: its PREPARED requests can no longer be sent, its SENDING
 * ones become UNKNOWN. So a process of this host whose pid is gone is dead at once, any other after a silence. The time
 * in which this process could not send a heartbeat either does not count: the database was unreachable for all of them.
 */
function isAlive(ports: Ports, runner: RunnerRow): boolean {
  if (runner.boot_id === ports.bootId) return true
  const { now, monotonicNow, heartbeat, limits } = ports
  const observed = monotonicNow() - (heartbeat.since ?? Number.NEGATIVE_INFINITY)
  if (Math.min(now() - Date.parse(runner.beat_at), observed) > limits.deadAfterMs) return false
  if (runner.host !== ports.host) return true
  return runner.pid !== ports.pid && isProcess(runner.pid)
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Closes the requests of dead processes, and gives back the turns of their checks: PREPARED orders are queued again,
 * SENDING ones become UNKNOWN, and a stored response is judged. One that fails is reported and stays open, so that it
 * holds up only its own environment.
 * @param ownAttempts requests that this process is working on
 */
export async function reap(
  ports: Ports,
  living: ReadonlySet<string>,
  ownAttempts: ReadonlySet<string>,
): Promise<void> {
  await deleteLostCheckTurns(ports.database.kysely, [...living], ports.bootId, [...ports.checkTurns])
  for (const attempt of await listOpenAttempts(ports.database.kysely)) {
    const isAbandoned =
      attempt.owner === ports.bootId ? !ownAttempts.has(attempt.id) : !living.has(attempt.owner)
    const isOverdue = Date.parse(attempt.hard_deadline ?? '') + ports.limits.graceMs < ports.now()
    try {
      if (attempt.state === 'RESPONDED' && isAbandoned) await judgeAttempt(ports, attempt.id)
      else if (isAbandoned || isOverdue) await closeAbandoned(ports, attempt)
    } catch (error) {
      ports.report(error)
    }
  }
}

async function closeAbandoned(ports: Ports, attempt: OpenAttempt): Promise<void> {
  const { state } = attempt
  if (state !== 'PREPARED' && state !== 'SENDING') return
  await ports.database.write(async trx => {
    const to = nextState(state, 'reap')
    if (!to || !isStored(to) || !(await closeAttempt(trx, attempt.id, [state], REAPED))) return
    // The orders of a repetition are UNKNOWN already, and its run has stopped.
    if (attempt.replay_of !== null) return
    const run = await lockRun(trx, attempt.run_id)
    // Not before the locks, which may take longer than pages look back for changes.
    const at = iso(ports.now())
    const ids = (await listAttemptOrders(trx, attempt.id)).map(order => order.id)
    const reason = `the process that had it is gone (${state})`
    const move = { from: state, to, attemptId: attempt.id, actor: 'reaper', reason, at }
    const moved = await transitionOrders(trx, ids, move)
    await releaseCancelled(trx, run, attempt.id, ids, at)
    if (to === 'UNKNOWN') await stopAtUnknown(trx, attempt.run_id, attempt.id, { count: moved.length }, at)
  })
}
