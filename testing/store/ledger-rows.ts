import type { VerdictRow } from '@/lib/store/ledger/checks/verdicts'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import type { RunRow } from '@/lib/store/ledger/runs/runs'

// Rows of a ledger for tests of the database. A test names only what it is about.

/** When a row was written if a test does not say it. */
export const ROW_TIME = '2026-11-21T01:01:00.000Z'

/** A finished check of the draft `d1`. */
export const runRow = (id: string, over: Partial<RunRow> = {}): RunRow => ({
  id,
  kind: 'check',
  operation: over.kind === 'register' ? 'registerJapanOrders' : 'checkJapanOrders',
  draft_id: 'd1',
  connection_id: 'c1',
  env_id: 'embedded',
  client_request_id: id,
  started_by: 'o1',
  started_at: ROW_TIME,
  finished_at: null,
  state: 'done',
  problem: null,
  owner: null,
  total: 1,
  refused: '[]',
  halving: null,
  confirmed: null,
  slow_since: null,
  slow_until: null,
  notice: null,
  door: null,
  crashes: 0,
  erased_at: null,
  ...over,
})

/** A registered order of the draft `d1`. */
export const orderRow = (number: string, over: Partial<LedgerOrderRow> = {}): LedgerOrderRow => ({
  id: `${number}/${over.generation ?? 1}/${over.env_id ?? ''}`,
  env_id: 'embedded',
  scope: 'orders',
  variant: 'japan',
  mall_order_number: number,
  payload: '{}',
  sha256: 'h',
  checked_payload: null,
  checked_sha256: null,
  fingerprint: 'f',
  line_ids: '[]',
  state: 'REGISTERED',
  generation: 1,
  order_id: null,
  current_attempt: null,
  returned: 0,
  explained: null,
  draft_id: 'd1',
  run_id: 'r1',
  position: 0,
  created_by: 'o1',
  created_at: ROW_TIME,
  updated_at: ROW_TIME,
  erased_at: null,
  ...over,
})

/** An order of the draft `d1` that passed a check. */
export const verdictRow = (number: string, over: Partial<VerdictRow> = {}): VerdictRow => ({
  draft_id: 'd1',
  env_id: 'embedded',
  mall_order_number: number,
  variant: 'japan',
  sha256: 'h',
  fingerprint: 'f',
  line_ids: '[]',
  position: 0,
  passed: 1,
  failures: '[]',
  payload: null,
  attempt_id: 'a1',
  connection_id: 'c1',
  checked_at: ROW_TIME,
  ...over,
})
