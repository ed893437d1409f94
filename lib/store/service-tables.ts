import 'server-only'
import type { OperationId } from '@/lib/contract/operations'

/** What the embedded service has registered. */
export interface ServiceTables {
  service_order: ServiceOrderTable
  service_product: ServiceProductTable
  service_outcome: ServiceOutcomeTable
  service_sequence: ServiceSequenceTable
}

/** Of which shape an order is: to Japan (operation 3), or general (operation 4). */
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
export interface ServiceProductTable {
  client_id: string
  shop_product_id: string
  /** The product as it was sent last, as JSON text. */
  body: string
  /** When it was registered for the first time, and for the last. */
  registered_at: string
  updated_at: string
}

/** What came of a registration that its caller gave a key. */
export interface ServiceOutcomeTable {
  client_id: string
  operation: OperationId
  key: string
  body_sha256: string
  /** In words of the service. */
  outcome: string
  at: string
}

/** The last number that was handed out, by what it counts. */
export interface ServiceSequenceTable {
  name: string
  value: number
}
