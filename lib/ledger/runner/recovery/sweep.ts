import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { listOrders } from '@/lib/store/ledger/orders/orders'
import { listFormerRuns, returnOrders, transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import {
  abandonRun,
  isAbandonedRun,
  listTransitionalRuns,
  lockRun,
} from '@/lib/store/ledger/runs/run-lifecycle'
import { type RunRow, transitionRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import type { Ports } from '../ports'

type SweepPorts = Pick<Ports, 'database' | 'now'>

/** Orders that one transaction releases. */
const CHUNK_SIZE = 500

/**
 * Finishes what dead processes left unfinished: runs whose orders were not all enqueued, and runs that were being
 * cancelled. No order of either is ever sent, so any process may do this, and repeat it.
 * @param envId undefined: all environments
 */
export async function sweep(ports: Ports, living: ReadonlySet<string>, envId?: string): Promise<void> {
  const { database, preparing, bootId } = ports
  for (const run of await listTransitionalRuns(database.kysely)) {
    if (envId !== undefined && run.env_id !== envId) continue
    const isOwn = run.owner === bootId
    const hasNoOwner = isOwn ? !preparing.has(run.id) : run.owner === null || !living.has(run.owner)
    if (run.state === 'preparing' && hasNoOwner) await discardPreparing(ports, run.id)
    else if (run.state === 'cancelling') {
      if (isAbandonedRun(run)) await giveBack(ports, run.id)
      await releaseQueued(ports, run.id, 'runner', 'given back by the runner')
    }
  }
}

/** Discards a run whose orders were not all enqueued. Orders that it took over wait in their former runs again. */
export async function discardPreparing(ports: SweepPorts, runId: string): Promise<void> {
  if (!(await abandonRun(ports.database.kysely, runId, iso(ports.now())))) return
  await giveBack(ports, runId)
  await releaseQueued(ports, runId, 'runner', 'the press was not taken in to its end')
}

/** States of a run to which orders may return: it waits for a person, or one has resumed it meanwhile. */
const OPEN_STATES: ReadonlySet<string> = new Set(['paused', 'stopped', 'running'])

/** Gives the orders of a discarded run that it had taken over back to those of their former runs that have not ended. */
async function giveBack({ database, now }: SweepPorts, runId: string): Promise<void> {
  for (const formerRunId of await listFormerRuns(database.kysely, runId)) {
    for (;;) {
      const returned = await database.write(async trx => {
        // Locked: it cannot end or be cancelled between this look and the return of the orders.
        const former = await lockRun(trx, formerRunId)
        if (!former || !OPEN_STATES.has(former.state)) return 0
        return returnOrders(trx, { runId, formerRunId }, CHUNK_SIZE, iso(now()))
      })
      if (returned < CHUNK_SIZE) break
    }
  }
}

/** Releases the queued orders of a run that is `cancelling`, in chunks, and then ends the run. */
export async function releaseQueued(
  { database, now }: SweepPorts,
  runId: string,
  actor: string,
  reason: string,
): Promise<void> {
  const move = { from: 'QUEUED', to: 'CANCELLED', attemptId: null, reason, actor, ofRun: runId } as const
  for (;;) {
    const moved = await database.write(async trx => {
      const orders = await listOrders(trx, runId, 'QUEUED', CHUNK_SIZE)
      await transitionOrders(
        trx,
        orders.map(order => order.id),
        // Each chunk has its own time, so that a page that asks for changes since the last one gets all of them.
        { ...move, at: iso(now()) },
      )
      return orders.length
    })
    if (moved < CHUNK_SIZE) break
  }
  await database.write(trx => transitionRun(trx, runId, ['cancelling'], 'cancelled', iso(now())))
}

/** States of a run that a person cancelled. */
const CANCELLED_STATES: ReadonlySet<string> = new Set(['cancelling', 'cancelled'])

/**
 * Releases orders that are queued again after their request, when their run was cancelled meanwhile: no process works
 * on the queue of a cancelled run.
 * @param run locked by the transaction (`lockRun`), so that it cannot be cancelled right after this @param at ISO 8601
 */
export async function releaseCancelled(
  trx: Db,
  run: RunRow | undefined,
  attemptId: string,
  orderIds: readonly string[],
  at: string,
): Promise<void> {
  if (!run || !CANCELLED_STATES.has(run.state)) return
  const reason = 'its run was cancelled while the request was under way'
  const move = { from: 'QUEUED', to: 'CANCELLED', attemptId, actor: 'runner', reason, at } as const
  await transitionOrders(trx, orderIds, move)
}
