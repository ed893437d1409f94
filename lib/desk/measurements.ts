import 'server-only'
import { environmentKind } from '@/lib/desk-api/environment-id'
import { env } from '@/lib/env'
import { ledgerTime } from '@/lib/ledger/ledger'
import type { EnvironmentLabel, Measurements } from '@/lib/metrics/measurements'
import { lateSince, readLastBackups } from '@/lib/store/backup/records'
import { type Connection, listConnections } from '@/lib/store/connections/connections'
import { type Database, database } from '@/lib/store/db/database'
import { databaseBytes } from '@/lib/store/db/database-size'
import { listHaltedRuns } from '@/lib/store/ledger/figures'
import {
  countActiveRuns,
  countQueuedOrders,
  countUnknownByEnvironment,
} from '@/lib/store/ledger/runs/workload'
import { countWaitingDeliveries } from '@/lib/store/notifications/deliveries'
import { iso } from '@/lib/store/stored-values'
import { failingCredentials } from './connections/credential-state'
import { inboxProblem } from './intake/inbox/inbox-problem'

/** The numbers of the workspace that metrics show. A reading takes ten short queries. */
export const readMeasurements = async (): Promise<Measurements> =>
  measure(await database(), Date.now(), await ledgerTime())

/**
 * @param now milliseconds by this server's clock @param ledgerMs milliseconds by the clock of the ledger
 * @param backupEvery milliseconds between two scheduled backups
 */
export async function measure(
  open: Database,
  now: number,
  ledgerMs = now,
  backupEvery = env().backupEveryMs,
): Promise<Measurements> {
  const { longReads: db } = open
  const connections = await listConnections(db)
  const backups = await readLastBackups(db, now)
  return {
    unconfirmed: byLabel(await countUnknownByEnvironment(db)),
    queued: byLabel(await countQueuedOrders(db)),
    activeRuns: await countActiveRuns(db),
    haltedRuns: await listHaltedRuns(db, iso(ledgerMs)),
    credentials: countCredentials(connections, now),
    nextExpiry: nextExpiry(connections, now),
    waitingDeliveries: await countWaitingDeliveries(db),
    lastBackup: backups.made && Date.parse(backups.made.at) / 1000,
    hasBackupFailed: backups.failed !== undefined,
    isBackupLate: lateSince(backups, backupEvery, now) !== undefined,
    isInboxFailing: inboxProblem() !== undefined,
    databaseBytes: await databaseBytes(open),
  }
}

/** Adds up environments of the same kind: their ids contain the addresses of services. */
function byLabel(counts: ReadonlyMap<string, number>): ReadonlyMap<EnvironmentLabel, number> {
  const labelled = new Map<EnvironmentLabel, number>()
  for (const [envId, count] of counts) {
    const label = labelOf(envId)
    labelled.set(label, (labelled.get(label) ?? 0) + count)
  }
  return labelled
}

/** @param envId of `environmentId` */
function labelOf(envId: string): EnvironmentLabel {
  return envId === 'embedded' ? 'sandbox' : environmentKind(envId)
}

function countCredentials(connections: readonly Connection[], now: number): Measurements['credentials'] {
  const counts = { expires: 0, expired: 0, failed: 0 }
  for (const { state } of connections.flatMap(one => failingCredentials(one, now))) counts[state]++
  return counts
}

/** The token of the sandbox is renewed by itself. */
function nextExpiry(connections: readonly Connection[], now: number): number | undefined {
  const ends = connections
    .filter(({ kind }) => kind === 'remote')
    .map(({ accessTokenExpiresAt: at }) => (at === null ? Number.NaN : Date.parse(at)))
    .filter(end => end > now)
  return ends.length > 0 ? Math.min(...ends) / 1000 : undefined
}
