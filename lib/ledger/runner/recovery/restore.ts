import 'server-only'
import { isStored, nextState, statesBefore } from '@/lib/ledger/rules/transitions'
import { closeRestorations } from '@/lib/store/backup/restorations'
import { environmentId, listConnections } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments'
import { listOrderIds, transitionOrders } from '@/lib/store/ledger/orders/orders'
import { closeAttempt, listOpenAttempts, REAPED } from '@/lib/store/ledger/requests/attempts'
import { iso } from '@/lib/store/stored-values'
import { stopAtUnknown } from '../environment'
import type { Ports } from '../ports'
import { judgeAttempt } from '../responses/judge'

/**
 * Adapts the ledger to a restored backup, which lacks everything sent after it was made. Orders that were queued or under
 * way may have been sent, so they become UNKNOWN, and every environment pauses until a person continues a run there.
 * Responses that the backup has are judged first. A second call changes only what was queued since the first.
 * @returns how many orders became unknown
 */
export async function afterRestore(ports: Ports): Promise<number> {
  const { database } = ports
  for (const attempt of await listOpenAttempts(database.kysely)) {
    if (attempt.state === 'RESPONDED') await judgeAttempt(ports, attempt.id)
  }
  const at = iso(ports.now())
  // Their quarantine begins now where no deadline is stored, and every server may end it. A slow answer only lengthens it.
  const unknownAt = iso((await database.clock()) ?? ports.now())
  return database.write(async trx => {
    for (const attempt of await listOpenAttempts(trx)) {
      await closeAttempt(trx, attempt.id, [attempt.state], REAPED)
    }
    let count = 0
    for (const run of await unfinishedRuns(trx)) {
      const moved = await markUnknown(trx, run, unknownAt)
      if (moved > 0) await stopAtUnknown(trx, run, { count: moved }, at)
      count += moved
    }
    for (const envId of await allEnvironments(trx)) {
      await ensureEnvironment(trx, envId)
      await updateEnvironment(trx, envId, { restored_at: at })
    }
    await closeRestorations(trx, at)
    return count
  })
}

/** Runs with orders that were queued or under way when the backup was made. */
async function unfinishedRuns(trx: Db): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('ledger_order')
    .select('run_id')
    .distinct()
    .where('state', 'in', ['QUEUED', 'PREPARED', 'SENDING'])
    .execute()
  return rows.map(row => row.run_id)
}

async function markUnknown(trx: Db, runId: string, at: string): Promise<number> {
  let count = 0
  for (const from of statesBefore('restored')) {
    const to = nextState(from, 'restored')
    if (!isStored(from) || !to || !isStored(to)) continue
    const ids = await listOrderIds(trx, runId, from)
    const reason = `the database was restored from a backup (${from})`
    count += (await transitionOrders(trx, ids, { from, to, attemptId: null, actor: 'restore', reason, at }))
      .length
  }
  return count
}

/** Environments in which something was or may be registered. */
async function allEnvironments(trx: Db): Promise<ReadonlySet<string>> {
  const known = await trx.selectFrom('ledger_environment').select('env_id').execute()
  const connections = await listConnections(trx)
  return new Set([...known.map(row => row.env_id), ...connections.map(environmentId)])
}
