import 'server-only'
import { randomUUID } from 'node:crypto'
import { type OperationId, operations } from '@/lib/contract/operations'
import type { LedgerOrderRow } from '@/lib/store/ledger'
import type { RunRow } from '@/lib/store/runs'
import type { PreparedOrder, RunRequest } from './prepared'

/** A run as it begins. @param at ISO 8601 */
export const newRun = (request: RunRequest, envId: string, at: string): RunRow => ({
  id: randomUUID(),
  kind: request.kind,
  operation: request.operation,
  draft_id: request.draftId,
  connection_id: request.connectionId,
  env_id: envId,
  client_request_id: request.clientRequestId,
  started_by: request.operatorId,
  started_at: at,
  finished_at: null,
  state: 'running',
  problem: null,
  owner: null,
  total: 0,
  refused: '[]',
})

/** The columns of an order that are frozen when the operator presses. */
export const frozen = (order: PreparedOrder, position: number) => ({
  position,
  mall_order_number: order.mallOrderNumber,
  payload: order.payload,
  sha256: order.sha256,
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
  ...frozen(order, position),
  id: randomUUID(),
  env_id: run.env_id,
  variant: operations[run.operation as OperationId].path.split('/')[2] ?? 'general',
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
})
