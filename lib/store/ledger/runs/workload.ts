import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { isUnknown } from '../orders/unknown-orders'
import type { RunKind } from './run-tables'

// How much work there is, in numbers for monitoring. Each query reads an index or the counts of a few runs.

/** Unknown orders and products by environment id. */
export async function countUnknownByEnvironment(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('ledger_order')
    .select(order => ['env_id', order.fn.countAll().as('count')])
    .where(isUnknown)
    .groupBy('env_id')
    .execute()
  return new Map(rows.map(row => [row.env_id, Number(row.count)]))
}

/** Orders and products that active registrations have not sent yet, by environment id. */
export async function countQueuedOrders(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('run')
    .innerJoin('run_count', 'run_count.run_id', 'run.id')
    .select(part => ['run.env_id', part.fn.sum('run_count.count').as('count')])
    .where('run.state', 'in', ['preparing', 'running'])
    .where('run.kind', '=', 'register')
    .where('run_count.state', '=', 'QUEUED')
    .groupBy('run.env_id')
    .execute()
  return new Map(rows.map(row => [row.env_id, Number(row.count)]))
}

/** Runs that are being worked on, by kind. */
export async function countActiveRuns(db: Db): Promise<ReadonlyMap<RunKind, number>> {
  const rows = await db
    .selectFrom('run')
    .select(run => ['kind', run.fn.countAll().as('count')])
    .where('state', 'in', ['preparing', 'running'])
    .groupBy('kind')
    .execute()
  return new Map(rows.map(row => [row.kind, Number(row.count)]))
}
