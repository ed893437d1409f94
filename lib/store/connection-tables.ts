import 'server-only'
import type { Rehearsal } from '@/lib/contract/rehearsals'

/** Where the desk may send to. */
export interface ConnectionTables {
  connection: ConnectionTable
  /** What the service of a connection calls a column of a sheet, as an operator said. */
  field_name: {
    connection_id: string
    /** `orders/japan`, … (lib/sheet/sheets.ts). */
    sheet: string
    /** As the sheet reads it (lib/sheet/locate.ts). */
    field: string
    column_id: string
    assigned_by: string
    assigned_at: string
  }
}

/** A connection. Secrets are sealed (seal.ts); a screen learns only their last 4 characters and their age. */
export interface ConnectionTable {
  id: string
  name: string
  kind: 'embedded' | 'remote'
  environment: 'test' | 'production'
  base_url: string
  /** How the embedded service shall misbehave towards this connection; null: not at all. */
  rehearsal: Rehearsal | null
  access_token: string | null
  access_token_last4: string | null
  access_token_at: string | null
  /** When the token ends, where that is known. */
  access_token_expires_at: string | null
  secret_key: string | null
  secret_key_last4: string | null
  secret_key_at: string | null
  /** JSON of what each credential came to when it was tried last; null: not since it was given. */
  access_token_test: string | null
  secret_key_test: string | null
  /** Orders a request carries, at most. */
  check_size: number
  register_size: number
  /** Check requests that may be under way at once. */
  check_parallel: number
  /** JSON list of {id, name}; empty: not known. */
  warehouses: string
  created_at: string
  updated_at: string
  /** Kept for the history, without its secrets; nothing is sent through it any more. */
  deleted_at: string | null
}
