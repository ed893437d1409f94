import 'server-only'
import type { CheckTables } from './checks/check-tables'
import type { LedgerEnvironmentTable, LedgerScopeTable } from './environments/environment-tables'
import type {
  CancelledNumberTable,
  DraftElsewhereTable,
  DraftOrderCountTable,
  LedgerAlarmTable,
  LedgerEventTable,
  LedgerOrderLineTable,
  LedgerOrderTable,
  ParcelKeyTable,
  ResolutionTable,
  ShopCancellationTable,
} from './orders/order-tables'
import type { AttemptOrderTable, AttemptTable, LearnedLimitTable } from './requests/request-tables'
import type { RetentionTable } from './retention/retention-table'
import type { RunCountTable, RunnerTable, RunOrderTable, RunRequestTable, RunTable } from './runs/run-tables'

/** Tables of the registration ledger: runs, requests, orders, those of checks, and the retention of personal data. */
export interface LedgerTables extends CheckTables {
  run_request: RunRequestTable
  run: RunTable
  run_order: RunOrderTable
  run_count: RunCountTable
  draft_order_count: DraftOrderCountTable
  draft_elsewhere: DraftElsewhereTable
  ledger_order: LedgerOrderTable
  ledger_order_line: LedgerOrderLineTable
  ledger_event: LedgerEventTable
  attempt: AttemptTable
  attempt_order: AttemptOrderTable
  ledger_environment: LedgerEnvironmentTable
  ledger_scope: LedgerScopeTable
  learned_limit: LearnedLimitTable
  runner: RunnerTable
  resolution: ResolutionTable
  ledger_alarm: LedgerAlarmTable
  shop_cancellation: ShopCancellationTable
  cancelled_number: CancelledNumberTable
  parcel_key: ParcelKeyTable
  retention: RetentionTable
}
