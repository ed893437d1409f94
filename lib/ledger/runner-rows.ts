import 'server-only'
import { type Operation, type OperationId, operations } from '@/lib/contract/operations'
import { newId } from '@/lib/store/ids'
import type { LedgerOrderRow } from '@/lib/store/ledger'
import type { RunRow } from '@/lib/store/runs'
import type { Place } from '@/lib/store/verdicts'
import { checkedForm, type Form, type PreparedOrder, type RunRequest } from './prepared'
import type { Door } from './runner-ports'

/** What a run, or one of its requests, does at the service. */
export const operationOf = ({ operation }: Pick<RunRow, 'operation'>): Operation =>
  operations[operation as OperationId]

/** Through what a run asks: what comes back counts there. */
export const placeOf = ({ env_id, connection_id }: RunRow): Place => ({
  envId: env_id,
  connectionId: connection_id,
})

/** What kind of record a run carries. */
export const variantOf = ({ operation }: Pick<RunRow, 'operation'>): LedgerOrderRow['variant'] =>
  variants[operation as OperationId]

const variants: Readonly<Record<OperationId, LedgerOrderRow['variant']>> = {
  checkJapanOrders: 'japan',
  checkOrders: 'general',
  registerJapanOrders: 'japan',
  registerOrders: 'general',
  registerProducts: 'product',
}

/** A run as it begins, before its orders are in. @param at ISO 8601 */
export const newRun = (request: RunRequest, door: Door, owner: string, at: string): RunRow => ({
  id: newId(),
  kind: request.kind,
  operation: request.operation,
  draft_id: request.draftId,
  connection_id: request.connectionId,
  env_id: door.envId,
  client_request_id: request.clientRequestId,
  started_by: request.operatorId,
  started_at: at,
  finished_at: null,
  state: 'preparing',
  problem: null,
  owner,
  total: request.orders.length,
  refused: '[]',
  door: door.stamp,
  crashes: 0,
  halving: request.halving ?? null,
  erased_at: null,
  slow_since: null,
  slow_until: null,
  notice: null,
})

/** With which credential an operation goes out (client/call.ts). */
export const keyIdOf = ({ auth }: Pick<Operation, 'auth'>, { target, keys }: Door): string | null =>
  auth.includes('bearer') && target.accessToken ? keys.bearer : keys.key

/** The form of an order of the ledger that a check judges. */
export const checkedFormOf = (row: LedgerOrderRow): Form => ({
  payload: row.checked_payload ?? row.payload,
  sha256: row.checked_sha256 ?? row.sha256,
})

/** An order as it enters a check run. */
export const waitingOrder = (order: PreparedOrder, position: number) =>
  frozen(order, checkedForm(order), position)

/** The columns that are frozen when the operator presses. */
const frozen = (order: PreparedOrder, form: Form, position: number) => ({
  position,
  mall_order_number: order.mallOrderNumber,
  payload: form.payload,
  sha256: form.sha256,
  fingerprint: order.fingerprint,
  line_ids: JSON.stringify(order.lineIds),
})

/** An order as it enters the ledger. */
export const newOrder = (
  run: RunRow,
  order: PreparedOrder,
  position: number,
  generation: number,
): LedgerOrderRow => ({
  ...frozen(order, order, position),
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
  updated_at: run.started_at,
  erased_at: null,
})
