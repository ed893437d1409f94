import 'server-only'
import type { OperationId } from '@/lib/contract/operations'

/** Records that the embedded service has registered. */
export interface ServiceTables {
  service_order: ServiceOrderTable
  service_product: ServiceProductTable
  service_outcome: ServiceOutcomeTable
  service_sequence: ServiceSequenceTable
}

/** The variant of an order: to Japan (operation 3), or general (operation 4). */
export type OrderVariant = 'japan' | 'general'

/** A registered order. */
export interface ServiceOrderTable {
  /** The assigned orderId, an int64 as text. */
  id: string
  client_id: string
  variant: OrderVariant
  mall_order_number: string
  /** The order as it was sent, as JSON text. */
  body: string
  registered_at: string
}

/** A registered product. */
interface ServiceProductTable {
  client_id: string
  shop_product_id: string
  /** The product as it was sent last, as JSON text. */
  body: string
  /** When it was first registered, and when last. */
  registered_at: string
  updated_at: string
}

/** The outcome of a registration with an idempotency key. */
interface ServiceOutcomeTable {
  client_id: string
  operation: OperationId
  key: string
  body_sha256: string
  /** In the service's own format. */
  outcome: string
  at: string
}

/** The last assigned number of a sequence. */
interface ServiceSequenceTable {
  name: string
  value: number
}

export interface CredentialTables {
  service_client: ServiceClientTable
  service_credential: ServiceCredentialTable
}

/** A client of the embedded service. Each client has its own order numbers. */
interface ServiceClientTable {
  id: string
  name: string
  /** Its scopes, separated by spaces (lib/store/service/scopes.ts). */
  scopes: string
  created_at: string
  /** The operator who created it; null: a command, or Lading itself. */
  created_by: string | null
  revoked_at: string | null
}

/** An access token (id: its jti) or a secret key (id: its public part). Neither is stored in plain text. */
export interface ServiceCredentialTable {
  id: string
  client_id: string
  kind: 'token' | 'key'
  /** Of a key: HMAC-SHA256 in hex, and the key ring entry of the pepper. */
  hash: string | null
  kid: string
  last4: string
  issued_at: string
  /** When it expires; null: never. */
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
