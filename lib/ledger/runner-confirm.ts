import 'server-only'
import { type AttemptRow, findAttempt, listAttemptOrders } from '@/lib/store/attempts'
import type { Database, Handle } from '@/lib/store/database'
import { explainOrders, moveOrders } from '@/lib/store/ledger'
import { ledgerEnvironment, updateEnvironment } from '@/lib/store/ledger-environments'
import { holdRun } from '@/lib/store/run-hold'
import { countOrders, moveRun } from '@/lib/store/runs'
import { type ConfirmableStatus, confirmations, isConfirmable } from './classify'
import { giveBackCalledOff } from './runner-called-off'
import { operationOf } from './runner-rows'
import { isKept } from './runner-settle'
import { follow } from './transitions'

/** What became of the orders of a request whose refusal was confirmed, or why it cannot be confirmed. */
export type Confirmed =
  | {
      readonly ok: true
      readonly status: ConfirmableStatus
      /** Orders that were unknown until now and stand at `state` from now on. */
      readonly count: number
      readonly state: 'REJECTED' | 'QUEUED'
    }
  | { readonly ok: false; readonly code: 'gone' | 'not_confirmable' }

/** Whether the answer of a request is one that a person may confirm to mean a refusal; for the button that offers it. */
export const isRefusalConfirmable = (
  attempt: Pick<AttemptRow, 'state' | 'error' | 'http_status' | 'request_complete'>,
): boolean => attempt.state === 'DONE' && isConfirmable(attempt.http_status, attempt.request_complete === 1)

/**
 * A person confirms that the answer to a request means that the service refused it (HTTP 400 and 422) or did not take
 * it up (408 while we were still sending, 425): its unknown orders become REJECTED, or QUEUED again. The status means
 * that in its environment from now on. Idempotent: what is not unknown any more stays as it is.
 * @param at ISO 8601
 */
export function confirmRefusal(
  database: Database,
  attemptId: string,
  operatorId: string,
  at: string,
): Promise<Confirmed> {
  return database.write(async trx => {
    const attempt = await findAttempt(trx, attemptId)
    if (!attempt) return { ok: false, code: 'gone' }
    const { http_status: status } = attempt
    if (!isRefusalConfirmable(attempt) || !isConfirmable(status, attempt.request_complete === 1)) {
      return { ok: false, code: 'not_confirmable' }
    }
    await remember(trx, attempt.env_id, status)
    const run = await holdRun(trx, attempt.run_id)
    const to = follow('UNKNOWN', confirmations[status])
    if (!to || !isKept(to) || (to !== 'REJECTED' && to !== 'QUEUED'))
      throw new Error(`no step leads on ${to}`)
    const ids = (await listAttemptOrders(trx, attemptId)).map(order => order.id)
    const reason = `the operator confirmed that HTTP ${status} means a refusal here`
    const moved = await moveOrders(trx, ids, {
      from: 'UNKNOWN',
      to,
      attemptId,
      actor: operatorId,
      reason,
      at,
    })
    await giveBackCalledOff(trx, run, attemptId, moved, at)
    // Where no operation checks, nobody will find the reason that a refusal did not give.
    if (operationOf(attempt).explainedBy === undefined) await explainOrders(trx, moved, 'nowhere', at)
    await letFinish(trx, attempt.run_id, at)
    return { ok: true, status, count: moved.length, state: to }
  })
}

async function remember(trx: Handle, envId: string, status: number) {
  const { confirmed_statuses: before } = await ledgerEnvironment(trx, envId)
  const statuses = new Set<number>([...(JSON.parse(before) as number[]), status])
  await updateEnvironment(trx, envId, { confirmed_statuses: JSON.stringify([...statuses].sort()) })
}

/** A run that has nothing left to send goes on by itself: to look for the reasons, and to its end. */
export async function letFinish(trx: Handle, runId: string, at: string) {
  const counts = await countOrders(trx, runId)
  if (counts.has('QUEUED') || counts.has('UNKNOWN')) return
  await moveRun(trx, runId, ['stopped'], 'running', at)
}
