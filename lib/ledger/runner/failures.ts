import 'server-only'
import type { ReportedFailure, Verdict } from '@/lib/client/check-result'
import type { OwnFailureCode } from '@/lib/ledger/rules/problem'
import type { Db } from '@/lib/store/db/database'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import type { FailingRecord, Ports } from './ports'
import { type Checkable, variantOf } from './rows'

const ownFailure = (code: OwnFailureCode): ReportedFailure & { readonly code: OwnFailureCode } => ({
  field: '',
  message: '',
  code,
})

/** The failure of an order that is too large even as the only one in a request. */
export const tooLargeFailure = ownFailure('order_too_large')

/** The failure of an order that was rejected as the only one in a request, without a reason. */
export const rejectedAloneFailure = ownFailure('refused_alone')

/**
 * Saves verdicts on orders or products: of a check, or of a rejection that came with reasons.
 * @param verdicts by position of `orders`; an order without one is left out @param at ISO 8601
 */
export async function saveOrderVerdicts(
  db: Db,
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
      failures: JSON.stringify(storedFailures(verdict)),
      payload: verdict.passed ? null : order.payload,
      attempt_id: attemptId,
      connection_id: run.connection_id,
      checked_at: at,
    }
  })
  await saveVerdicts(db, rows)
}

/** The reasons of a verdict; the last one says how many were left out. */
const storedFailures = ({ failures, omitted: count }: Verdict) =>
  count === undefined ? failures : [...failures, { ...ownFailure('more_errors'), count }]

/** The records of a response for which the service gave reasons. @param verdicts by position of `orders` */
export const failingRecords = (
  orders: readonly Pick<Checkable, 'payload'>[],
  verdicts: readonly Verdict[],
): FailingRecord[] =>
  orders.flatMap(({ payload }, position) => {
    const failures = verdicts[position]?.failures ?? []
    return failures.length > 0 ? [{ payload, failures }] : []
  })

/** Tells the listener which reasons a service gave; called after their transaction, which does not wait for it. */
export function reportFailures(
  { onFailures }: Pick<Ports, 'onFailures'>,
  run: Pick<RunRow, 'id' | 'draft_id' | 'connection_id' | 'operation'>,
  records: readonly FailingRecord[],
): void {
  if (records.length > 0) onFailures?.(run, records)
}
