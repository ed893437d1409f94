import 'server-only'
import { closeAttempt, listOpenAttempts, REAPED } from '@/lib/store/attempts'
import { environmentId, listConnections } from '@/lib/store/connections'
import type { Handle } from '@/lib/store/database'
import { listOrderIds, moveOrders } from '@/lib/store/ledger'
import { ledgerEnvironment, updateEnvironment } from '@/lib/store/ledger-environments'
import { stopAtUnknown } from './runner-learn'
import { iso, type Ports } from './runner-ports'
import { isKept, settle } from './runner-settle'
import { follow, sources } from './transitions'

/**
 * Takes in that the database was restored from a backup: what was sent since is not in it. Whatever was on its way to
 * the service then may have arrived, so it is unknown now; and nothing is registered in any environment until a person
 * lets a run go on there. Answers that were stored are judged first: they prove what they prove.
 * Done again it changes only what was queued since.
 * @returns how many orders became unknown
 */
export async function afterRestore(ports: Ports): Promise<number> {
  const { database } = ports
  for (const attempt of await listOpenAttempts(database.kysely)) {
    if (attempt.state === 'RESPONDED') await settle(ports, attempt.id)
  }
  const at = iso(ports.now())
  return database.write(async trx => {
    for (const attempt of await listOpenAttempts(trx)) {
      await closeAttempt(trx, attempt.id, [attempt.state], REAPED)
    }
    let count = 0
    for (const run of await runsUnderWay(trx)) {
      const moved = await doubt(trx, run, at)
      if (moved > 0) await stopAtUnknown(trx, run, { count: moved }, at)
      count += moved
    }
    for (const envId of await environments(trx)) {
      await ledgerEnvironment(trx, envId)
      await updateEnvironment(trx, envId, { restored_at: at })
    }
    return count
  })
}

/** Runs with orders that were not settled when the backup was made. */
async function runsUnderWay(trx: Handle): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('ledger_order')
    .select('run_id')
    .distinct()
    .where('state', 'in', ['QUEUED', 'PREPARED', 'SENDING'])
    .execute()
  return rows.map(row => row.run_id)
}

async function doubt(trx: Handle, runId: string, at: string): Promise<number> {
  let count = 0
  for (const from of sources('restored')) {
    const to = follow(from, 'restored')
    if (!isKept(from) || !to || !isKept(to)) continue
    const ids = await listOrderIds(trx, runId, from)
    const reason = `the database was restored from a backup (${from})`
    count += (await moveOrders(trx, ids, { from, to, attemptId: null, actor: 'restore', reason, at })).length
  }
  return count
}

/** Everywhere that something was or may be registered. */
async function environments(trx: Handle): Promise<ReadonlySet<string>> {
  const known = await trx.selectFrom('ledger_environment').select('env_id').execute()
  const connections = await listConnections(trx)
  return new Set([...known.map(row => row.env_id), ...connections.map(environmentId)])
}
