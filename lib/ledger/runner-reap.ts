import 'server-only'
import {
  closeAttempt,
  listAttemptOrders,
  listOpenAttempts,
  type OpenAttempt,
  REAPED,
} from '@/lib/store/attempts'
import { moveOrders } from '@/lib/store/ledger'
import { holdRun } from '@/lib/store/run-hold'
import { beat, forgetRunners, listRunners, type RunnerRow } from '@/lib/store/runners'
import { giveBackCalledOff } from './runner-called-off'
import { stopAtUnknown } from './runner-learn'
import { iso, type Ports } from './runner-ports'
import { isKept, settle } from './runner-settle'
import { follow } from './transitions'

/** Says that this process lives. @param startedAt since when (ISO 8601), if nobody knows it yet */
export function sayAlive({ database, bootId, host, pid, now }: Ports, startedAt: string): Promise<void> {
  return beat(database.kysely, {
    ...{ boot_id: bootId, host, pid },
    started_at: startedAt,
    beat_at: iso(now()),
  })
}

/** Processes that count as alive, this one among them. */
export async function livingBoots(ports: Ports): Promise<ReadonlySet<string>> {
  const runners = await listRunners(ports.database.kysely)
  const dead = runners.filter(runner => !isAlive(ports, runner)).map(runner => runner.boot_id)
  await forgetRunners(ports.database.kysely, dead)
  return new Set([ports.bootId, ...runners.map(runner => runner.boot_id).filter(id => !dead.includes(id))])
}

/**
 * A wrong "dead" is safe: what is PREPARED can then not be sent, what is SENDING becomes UNKNOWN. So a process
 * of this host whose id is gone is dead at once, and any process after a silence.
 */
function isAlive(ports: Ports, runner: RunnerRow): boolean {
  if (runner.boot_id === ports.bootId) return true
  if (ports.now() - Date.parse(runner.beat_at) > ports.limits.deadAfter) return false
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
 * Closes requests that their owner left: PREPARED back to the queue, SENDING to UNKNOWN, RESPONDED judged.
 * @param mine attempts that this process is working on now
 */
export async function reap(
  ports: Ports,
  living: ReadonlySet<string>,
  mine: ReadonlySet<string>,
): Promise<void> {
  for (const attempt of await listOpenAttempts(ports.database.kysely)) {
    const isLeft = attempt.owner === ports.bootId ? !mine.has(attempt.id) : !living.has(attempt.owner)
    const isOver = Date.parse(attempt.hard_deadline ?? '') + ports.limits.grace < ports.now()
    if (attempt.state === 'RESPONDED' && isLeft) await settle(ports, attempt.id)
    else if (isLeft || isOver) await giveUp(ports, attempt)
  }
}

async function giveUp(ports: Ports, attempt: OpenAttempt): Promise<void> {
  const { state } = attempt
  if (state !== 'PREPARED' && state !== 'SENDING') return
  const at = iso(ports.now())
  await ports.database.write(async trx => {
    const to = follow(state, 'reap')
    if (!to || !isKept(to) || !(await closeAttempt(trx, attempt.id, [state], REAPED))) return
    const run = await holdRun(trx, attempt.run_id)
    const ids = (await listAttemptOrders(trx, attempt.id)).map(order => order.id)
    const reason = `the process that had it is gone (${state})`
    const move = { from: state, to, attemptId: attempt.id, actor: 'reaper', reason, at }
    const moved = await moveOrders(trx, ids, move)
    await giveBackCalledOff(trx, run, attempt.id, ids, at)
    if (to === 'UNKNOWN') await stopAtUnknown(trx, attempt.run_id, { count: moved.length }, at)
  })
}
