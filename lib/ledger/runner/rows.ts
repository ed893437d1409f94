import 'server-only'
import { type Operation, type OperationId, operations } from '@/lib/contract/operations'
import {
  checkedForm,
  type FrozenRun,
  type PayloadForm,
  type PreparedOrder,
} from '@/lib/ledger/rules/prepared'
import type { VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { newId } from '@/lib/store/ledger/ids'
import type { NewLedgerOrder } from '@/lib/store/ledger/orders/enqueue-orders'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import type { OpenConnection } from './open-connection'

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
