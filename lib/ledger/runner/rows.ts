import 'server-only'
import type { ReportedFailure, Verdict } from '@/lib/client/check-result'
import { type Operation, type OperationId, operations } from '@/lib/contract/operations'
import {
  checkedForm,
  type FrozenRun,
  type PayloadForm,
  type PreparedOrder,
} from '@/lib/ledger/rules/prepared'
import type { OwnFailureCode } from '@/lib/ledger/rules/problem'
import type { Db } from '@/lib/store/db/database'
import { saveVerdicts, type VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { newId } from '@/lib/store/ledger/ids'
import type { NewLedgerOrder } from '@/lib/store/ledger/orders/enqueue-orders'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import type { OpenConnection } from './open-connection'
import type { FailingRecord, Ports } from './ports'

/** The operation of a run or of a request. */
export const operationOf = ({ operation }: Pick<RunRow, 'operation'>): Operation => operations[operation]

/** The environment and connection that verdicts of a run belong to. */
export const verdictTargetOf = ({ env_id, connection_id }: RunRow): VerdictTarget => ({
  envId: env_id,
  connectionId: connection_id,
})

/** The kind of records of a run. */
export const variantOf = ({ operation }: Pick<RunRow, 'operation'>): LedgerOrderRow['variant'] =>
  variants[operation]

const variants: Readonly<Record<OperationId, LedgerOrderRow['variant']>> = {
  checkJapanOrders: 'japan',
  checkOrders: 'general',
  registerJapanOrders: 'japan',
  registerOrders: 'general',
  registerProducts: 'product',
}

/** A new run, before its orders are enqueued. @param owner boot id @param at ISO 8601 */
export const newRun = (frozen: FrozenRun, connection: OpenConnection, owner: string, at: string): RunRow => ({
  id: frozen.runId ?? newId(),
  kind: frozen.kind,
  operation: frozen.operation,
  draft_id: frozen.draftId,
  connection_id: frozen.connectionId,
  env_id: connection.envId,
  client_request_id: frozen.clientRequestId,
  started_by: frozen.operatorId,
  started_at: at,
  finished_at: null,
  state: 'preparing',
  problem: null,
  owner,
  total: frozen.orders.length,
  refused: '[]',
  door: connection.revision,
  crashes: 0,
  halving: frozen.halving ?? null,
  confirmed: frozen.confirmed ?? null,
  erased_at: null,
  slow_since: null,
  slow_until: null,
  notice: null,
})

/** The form of a ledger order that a check judges. */
export const checkedFormOf = (row: LedgerOrderRow): PayloadForm => ({
  payload: row.checked_payload ?? row.payload,
  sha256: row.checked_sha256 ?? row.sha256,
})

/** The row of an order in a check run. */
export function newCheckOrder(order: PreparedOrder, position: number) {
  const source = checkedForm(order)
  const { payload, sha256 } = source
  return {
    source,
    position,
    mall_order_number: order.mallOrderNumber,
    payload,
    sha256,
    fingerprint: order.fingerprint,
    line_ids: JSON.stringify(order.lineIds),
  }
}

/** The row of a newly queued order in the ledger. @param at when it is queued, ISO 8601 */
export const newLedgerOrder = (
  run: RunRow,
  order: PreparedOrder,
  position: number,
  generation: number,
  at: string,
): NewLedgerOrder => ({
  // A literal without spreads: copies of so many columns take longer than all else here.
  position,
  mall_order_number: order.mallOrderNumber,
  payload: order.payload,
  sha256: order.sha256,
  fingerprint: order.fingerprint,
  line_ids: JSON.stringify(order.lineIds),
  id: newId(),
  env_id: run.env_id,
  scope: operationOf(run).scope,
  variant: variantOf(run),
  checked_payload: order.checked?.payload ?? null,
  checked_sha256: order.checked?.sha256 ?? null,
  state: 'QUEUED',
  generation,
  order_id: null,
  current_attempt: null,
  returned: 0,
  explained: null,
  draft_id: run.draft_id,
  run_id: run.id,
  created_by: run.started_by,
  created_at: run.started_at,
  updated_at: at,
  erased_at: null,
  sources: { sent: order, checked: order.checked },
})

/** The columns of an order that a check needs; rows of a run and of the ledger have them. */
export interface Checkable {
  readonly position: number
  readonly mall_order_number: string
  readonly payload: string
  readonly sha256: string
  readonly fingerprint: string
  readonly line_ids: string
}

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
