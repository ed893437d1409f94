import 'server-only'
import { type ConfirmableStatus, confirmations, isConfirmable } from '@/lib/ledger/rules/classify'
import { isStored, nextState } from '@/lib/ledger/rules/transitions'
import type { Ports } from '@/lib/ledger/runner/ports'
import { releaseCancelled } from '@/lib/ledger/runner/recovery/sweep'
import { operationOf } from '@/lib/ledger/runner/rows'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { setExplanation, transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import { type AttemptRow, findAttempt, listAttemptOrders } from '@/lib/store/ledger/requests/attempts'
import { lockRun } from '@/lib/store/ledger/runs/run-lifecycle'
import { acceptRevision, countRunOrders, transitionRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'

/** The new state of the orders of a confirmed request, or why it cannot be confirmed. */
export type ConfirmResult =
  | {
      readonly ok: true
      readonly status: ConfirmableStatus
      /** How many unknown orders moved to `state`. */
      readonly count: number
      readonly state: 'REJECTED' | 'QUEUED'
    }
  | { readonly ok: false; readonly code: 'gone' | 'not_confirmable' }

/** Whether a person may confirm that the response to a request means a rejection; for the button that offers it. */
export const isRejectionConfirmable = (
  attempt: Pick<AttemptRow, 'state' | 'error' | 'http_status' | 'request_complete'>,
): boolean => attempt.state === 'DONE' && isConfirmable(attempt.http_status, attempt.request_complete === 1)

/**
 * A person confirms that the response to a request means a rejection (HTTP 400 and 422) or that the service did not
 * process it (408 while we were still sending, 425): its unknown orders become REJECTED, or QUEUED again. The status
 * has that meaning in its environment from then on. Idempotent: orders that are no longer unknown stay as they are.
 */
export function confirmRejection(
  { database, now }: Pick<Ports, 'database' | 'now'>,
  attemptId: string,
  operatorId: string,
): Promise<ConfirmResult> {
  return database.write(async trx => {
    const attempt = await findAttempt(trx, attemptId)
    if (!attempt) return { ok: false, code: 'gone' }
    const { http_status: status } = attempt
    if (!isRejectionConfirmable(attempt) || !isConfirmable(status, attempt.request_complete === 1)) {
      return { ok: false, code: 'not_confirmable' }
    }
    await rememberStatus(trx, attempt.env_id, status)
    const at = iso(now())
    const to = nextState('UNKNOWN', confirmations[status])
    if (!to || !isStored(to) || (to !== 'REJECTED' && to !== 'QUEUED'))
      throw new Error(`no step leads on ${to}`)
    const ids = (await listAttemptOrders(trx, attemptId)).map(order => order.id)
    const reason = `the operator confirmed that HTTP ${status} means a refusal here`
    const moved = await transitionOrders(trx, ids, {
      from: 'UNKNOWN',
      to,
      attemptId,
      actor: operatorId,
      reason,
      at,
    })
    // Orders are locked before their run, as by other resolutions.
    const run = await lockRun(trx, attempt.run_id)
    await releaseCancelled(trx, run, attemptId, moved, at)
    if (moved.length > 0) await reopenEnded(trx, attempt.run_id, to, at)
    // Without a check for this operation, nothing can find the reason of the rejection.
    if (operationOf(attempt).explainedBy === undefined) await setExplanation(trx, moved, 'nowhere', at)
    await resumeIfResolved(trx, attempt.run_id, at)
    return { ok: true, status, count: moved.length, state: to }
  })
}

/**
 * Reopens a run that a person let continue to its end while these orders were unknown: it finds the reasons of
 * rejections and ends again, or waits for a person who has the queued orders sent.
 */
async function reopenEnded(trx: DbTransaction, runId: string, to: 'REJECTED' | 'QUEUED', at: string) {
  if (to === 'QUEUED') await transitionRun(trx, runId, ['done'], 'paused', at, { code: 'by_operator' })
  else if (await transitionRun(trx, runId, ['done'], 'running', at)) await acceptRevision(trx, runId)
}

/** Saves that a person confirmed the meaning of a status in an environment. */
async function rememberStatus(trx: Db, envId: string, status: number) {
  const { confirmed_statuses: before } = await ensureEnvironment(trx, envId)
  const statuses = new Set<number>([...(JSON.parse(before) as number[]), status])
  await updateEnvironment(trx, envId, { confirmed_statuses: JSON.stringify([...statuses].sort()) })
}

/** Continues a stopped run without queued or unknown orders: it finds the reasons of rejections, and ends. */
export async function resumeIfResolved(trx: DbTransaction, runId: string, at: string) {
  // Locked: of two people who resolve the last orders at the same moment, the later one sees what the other did.
  await lockRun(trx, runId)
  const counts = await countRunOrders(trx, runId)
  if (counts.has('QUEUED') || counts.has('UNKNOWN')) return
  if (await transitionRun(trx, runId, ['stopped'], 'running', at)) await acceptRevision(trx, runId)
}
