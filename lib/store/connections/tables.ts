import 'server-only'
import type { Generated } from 'kysely'
import type { Rehearsal } from '@/lib/contract/rehearsals'

/** Services to which the desk can send. */
export interface ConnectionTables {
  connection: ConnectionTable
  /** The column that an operator assigned to a service's field name. */
  field_name: {
    connection_id: string
    /** `orders/japan`, … (lib/sheet/schema/sheets.ts). */
    sheet: string
    /** The field as the service spelled it; the sheet matches other spellings, too (lib/sheet/judge/locate.ts). */
    field: string
    column_id: string
    assigned_by: string
    assigned_at: string
  }
  requirement: RequirementTable
  requirement_suggestion: RequirementSuggestionTable
  api_message: ApiMessageTable
  api_explanation: ApiExplanationTable
}

/** What the service of a connection requires of orders beyond its API. */
export interface RequirementTable {
  connection_id: string
  /** `orders/japan`, … */
  sheet: string
  /** '' for a rule about orders as a whole. */
  column_id: string
  /** The kind of rule; a column has at most one rule of each kind. */
  kind: string
  /** JSON of the rule (lib/sheet/judge/requirements). */
  rule: string
  severity: 'error' | 'warning'
  is_enabled: number
  edited_by: string
  edited_at: string
}

/** A requirement that rejections of a service suggest. */
export interface RequirementSuggestionTable
  extends Pick<RequirementTable, 'connection_id' | 'sheet' | 'column_id' | 'kind' | 'rule'> {
  /** How many rejected orders it explains. */
  orders: number
  /** JSON list of {number, value?}; no personal data. */
  examples: string
  /** `dismissed`: this kind of rule is not suggested again for this column. */
  state: 'open' | 'dismissed'
  at: string
  dismissed_by: string | null
}

/** What identifies a message of a service: the same prose about the same field. */
interface ApiMessageKey {
  connection_id: string
  /** `orders/japan`, … */
  sheet: string
  /** `fieldKey` of lib/sheet/judge/locate.ts; '' for a product, or the record as a whole. */
  field: string
  /** '' for orders. */
  code: string
  /** The first 32 hex digits of the template's SHA-256. */
  template_hash: string
}

/** A message of a service, without the values in it. */
export interface ApiMessageTable extends ApiMessageKey {
  /** `messageTemplate` of lib/sheet/judge/explanations. */
  template: string
  /** `messageExample` of one of them. */
  example: string
  count: number
  first_seen_at: string
  last_seen_at: string
}

/** How operators explain a message; '' in a language: not explained there. */
export interface ApiExplanationTable extends ApiMessageKey {
  template: string
  en: string
  ko: string
  ja: string
  edited_by: string
  edited_at: string
}

/** A connection. Secrets are sealed (seal.ts); screens get only their last 4 characters and their age. */
export interface ConnectionTable {
  id: string
  name: string
  kind: 'embedded' | 'remote'
  environment: 'test' | 'production'
  base_url: string
  /** How the embedded service misbehaves towards this connection; null: not at all. */
  rehearsal: Rehearsal | null
  /** Whether its service honours idempotency keys; `broken`: it was enabled, and a repetition contradicted it. */
  idempotency: 'off' | 'honoured' | 'broken'
  access_token: string | null
  access_token_last4: string | null
  access_token_at: string | null
  /** When the token expires, if that is known. */
  access_token_expires_at: string | null
  secret_key: string | null
  secret_key_last4: string | null
  secret_key_at: string | null
  /** JSON of each credential's last test; null: not tested since it was entered. */
  access_token_test: string | null
  secret_key_test: string | null
  /** Maximum orders of one request. */
  check_size: number
  register_size: number
  /** Maximum check requests at the same time. */
  check_parallel: number
  /** JSON list of {id, name}; empty: unknown. */
  warehouses: string
  /** `isConsoleLink` of lib/desk-api; '': none. */
  console_link: Generated<string>
  /** 1: new drafts start on it; at most one is. */
  is_default: number
  created_at: string
  updated_at: string
  /** Set: deleted. The row stays for the history, without secrets. */
  deleted_at: string | null
}
