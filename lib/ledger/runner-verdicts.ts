import 'server-only'
import type { GivenFailure, Verdict } from '@/lib/client/answers'
import type { Handle } from '@/lib/store/database'
import type { RunRow } from '@/lib/store/runs'
import { saveVerdicts } from '@/lib/store/verdicts'
import { variantOf } from './runner-rows'

/** The part of an order that a check needs; rows of a run and of the ledger have it. */
export interface Checkable {
  readonly position: number
  readonly mall_order_number: string
  readonly payload: string
  readonly sha256: string
  readonly fingerprint: string
  readonly line_ids: string
}

/** A reason of our own; `runs.failure.<code>` of lib/words is its sentence. */
const own = (code: 'order_too_large' | 'refused_alone'): GivenFailure & { readonly code: string } => ({
  field: '',
  message: '',
  code,
})

/** The verdict on an order that the service does not take even alone. */
export const tooLarge = own('order_too_large')

/** The verdict on an order that was refused alone, without a reason that anybody gives. */
export const refusedAlone = own('refused_alone')

/** Writes what a check, or a refusal itself, said of orders or products, by position of `orders`. */
export async function saveAnswer(
  handle: Handle,
  run: Pick<RunRow, 'draft_id' | 'env_id' | 'connection_id' | 'operation'>,
  attemptId: string,
  orders: readonly Checkable[],
  verdicts: readonly Verdict[],
  at: string,
): Promise<void> {
  const rows = orders.flatMap((order, position) => {
    const verdict = verdicts[position]
    if (!verdict) return []
    return {
      draft_id: run.draft_id,
      env_id: run.env_id,
      mall_order_number: order.mall_order_number,
      variant: variantOf(run),
      sha256: order.sha256,
      fingerprint: order.fingerprint,
      line_ids: order.line_ids,
      position: order.position,
      passed: verdict.passed ? 1 : 0,
      failures: JSON.stringify(verdict.failures),
      payload: verdict.passed ? null : order.payload,
      attempt_id: attemptId,
      connection_id: run.connection_id,
      checked_at: at,
    }
  })
  await saveVerdicts(handle, rows)
}
