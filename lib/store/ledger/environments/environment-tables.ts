import 'server-only'
import type { LedgerOrderTable } from '../orders/order-tables'

/** Settings of an environment for registrations. */
export interface LedgerEnvironmentTable {
  env_id: string
  /** Boot id of the process that may have a registration in flight here. */
  lease_owner: string | null
  lease_run: string | null
  /** No request is sent earlier, checks included. */
  not_before: string | null
  /**
   * Until when the service asked to wait, if `not_before` comes from that. It may be later than Lading
   * waits.
   */
  asked_until: string | null
  /** JSON list of HTTP statuses that a person confirmed to be rejections. */
  confirmed_statuses: string
  /**
   * When the database was restored from a backup; cleared when a person confirms that registering may
   * continue.
   */
  restored_at: string | null
  /** How far the service's clock is ahead of this machine's, in milliseconds; null: unknown. */
  skew: number | null
}

/** Settings of an environment for one kind of record: orders and products use different credentials. */
export interface LedgerScopeTable {
  env_id: string
  scope: LedgerOrderTable['scope']
  /** JSON of why registrations are paused until a person acts, with `connectionId` if only those of that connection. */
  paused: string | null
  /** Attempts in a row that provably were not executed. */
  strikes: number
}
