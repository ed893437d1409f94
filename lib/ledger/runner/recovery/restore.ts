import 'server-only'
import { IN_PROGRESS_STATES, isStored, nextState, statesBefore } from '@/lib/ledger/rules/transitions'
import { logFault } from '@/lib/log/log'
import { closeRestorations, openRestorationTime } from '@/lib/store/backup/restorations'
import { environmentId, listConnections } from '@/lib/store/connections/connections'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { listOrderIds } from '@/lib/store/ledger/orders/orders'
import { recordTransitions, transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import { forgetUnknownRequests } from '@/lib/store/ledger/orders/unknown-orders'
import { closeAttempt, countSent, listOpenAttempts, REAPED } from '@/lib/store/ledger/requests/attempts'
import { giveUpRestored } from '@/lib/store/notifications/deliveries'
import { dropUnplannedEvents } from '@/lib/store/notifications/events'
import { voidLinksBefore } from '@/lib/store/people/invitations'
import { endAllSessions } from '@/lib/store/people/sign-in/sessions'
import { iso } from '@/lib/store/stored-values'
import { stopAtUnknown } from '../environment'
import type { Ports } from '../ports'
import { judgeAttempt } from '../responses/judge'

/**
 * Adapts the ledger to a restored backup, which lacks everything sent after it was made. Orders that were queued or
 * under way may have been sent, so they become UNKNOWN, and every environment pauses until a person continues a run
 * there. Responses that the backup has are judged first. Unknown orders forget their request, because a later one may
 * have carried them: the stored one must not be repeated with its key, and neither its deadline nor its response says
 * whether they may still be registered. Each call restarts their quarantine. Everyone signs in again.
 * @returns how many orders became unknown
 */
export async function afterRestore(ports: Ports): Promise<number> {
  await dropNotifications(ports)
  return markAllUnknown(ports, RESTORED, async (trx, at) => {
    await endOpenAccess(trx, at)
    await closeRestorations(trx, at)
  })
}

/**
 * Adapts the ledger while servers work: the database lacks commits that it had acknowledged, because a standby took over
 * that had not received them. What was sent is not known then, as after a restore.
 */
export async function afterLostCommits(ports: Ports): Promise<void> {
  const unconfirmed = await markAllUnknown(ports, COMMITS_LOST)
  ports.lastRequests.clear()
  logFault('the database lost its last commits: registering waits for a person', undefined, { unconfirmed })
}

/**
 * Whether the database lacks one of the last requests that this process sent: it lost commits that it had acknowledged,
 * and its queue may have orders that were sent.
 */
export async function hasLostRequests(
  { lastRequests }: Pick<Ports, 'lastRequests'>,
  db: Db,
): Promise<boolean> {
  const ids = [...lastRequests.values()]
  return ids.length > 0 && (await countSent(db, ids)) < ids.length
}

/** What happened to the database, as reasons of the order's events. */
interface Cause {
  /** Of orders that become unknown; the beginning of a sentence. */
  readonly becomesUnknown: string
  /** Of orders that stay unknown. */
  readonly staysUnknown: string
}

const RESTORED: Cause = {
  becomesUnknown: 'the database was restored from a backup',
  staysUnknown: 'restored',
}
const COMMITS_LOST: Cause = {
  becomesUnknown: 'the database lost its last commits',
  staysUnknown: 'lost_commits',
}

/**
 * Marks orders that were queued or under way as unknown, and pauses every environment.
 * @returns how many orders became unknown
 */
async function markAllUnknown(
  ports: Ports,
  cause: Cause,
  more: (trx: DbTransaction, at: string) => Promise<void> = async () => {},
): Promise<number> {
  const { database } = ports
  for (const attempt of await listOpenAttempts(database.kysely)) {
    if (attempt.state !== 'RESPONDED') continue
    // One that cannot be judged must not keep the server from starting: its orders become unknown below.
    await judgeAttempt(ports, attempt.id).catch(error => ports.report(error))
  }
  // Their quarantine begins now, and every server may end it. A slow answer only lengthens it.
  const unknownAt = iso((await database.clock()) ?? ports.now())
  return database.write(async trx => {
    const at = iso(ports.now())
    for (const attempt of await listOpenAttempts(trx)) {
      await closeAttempt(trx, attempt.id, [attempt.state], REAPED)
    }
    await forgetRequests(trx, cause, unknownAt)
    let count = 0
    for (const run of await unfinishedRuns(trx)) {
      const moved = await markUnknown(trx, run, cause, unknownAt)
      if (moved > 0) await stopAtUnknown(trx, run, at, { count: moved }, at)
      count += moved
    }
    for (const envId of await allEnvironments(trx)) {
      await ensureEnvironment(trx, envId)
      await updateEnvironment(trx, envId, { restored_at: at })
    }
    await more(trx, at)
    return count
  })
}

/** Notifications of the backup may have arrived since, and a restore may be a rehearsal on another machine. */
async function dropNotifications({ database, now }: Ports): Promise<void> {
  const at = iso(now())
  await database.write(async trx => {
    await giveUpRestored(trx, at)
    await dropUnplannedEvents(trx, at)
  })
}

/**
 * Sessions and links of the backup may have been ended or used since. A link that `npm run reset-password` created
 * after the restore remains.
 */
async function endOpenAccess(trx: DbTransaction, at: string): Promise<void> {
  await endAllSessions(trx)
  await voidLinksBefore(trx, (await openRestorationTime(trx)) ?? at)
}

/** Runs with orders that were in progress when the backup was made. */
async function unfinishedRuns(trx: Db): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('ledger_order')
    .select('run_id')
    .distinct()
    .where('state', 'in', IN_PROGRESS_STATES)
    .execute()
  return rows.map(row => row.run_id)
}

/** Orders that were unknown already may have been resolved and sent again after the backup. */
async function forgetRequests(trx: Db, { staysUnknown: reason }: Cause, at: string): Promise<void> {
  const ids = await forgetUnknownRequests(trx, at)
  const stay = { from: 'UNKNOWN', to: 'UNKNOWN', attemptId: null, actor: 'restore', reason, at } as const
  await recordTransitions(trx, ids, stay)
}

async function markUnknown(trx: Db, runId: string, { becomesUnknown }: Cause, at: string): Promise<number> {
  let count = 0
  for (const from of statesBefore('restored')) {
    const to = nextState(from, 'restored')
    if (!isStored(from) || !to || !isStored(to)) continue
    const ids = await listOrderIds(trx, runId, from)
    const reason = `${becomesUnknown} (${from})`
    const move = { from, to, attemptId: null, actor: 'restore', reason, at }
    count += (await transitionOrders(trx, ids, move, { current_attempt: null })).length
  }
  return count
}

/** Environments in which something was or may be registered. */
async function allEnvironments(trx: Db): Promise<ReadonlySet<string>> {
  const known = await trx.selectFrom('ledger_environment').select('env_id').execute()
  const connections = await listConnections(trx)
  return new Set([...known.map(row => row.env_id), ...connections.map(environmentId)])
}
