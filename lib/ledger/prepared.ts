import type { OperationId } from '@/lib/contract/operations'

/** One order or product as a run takes it: frozen when the operator presses, never assembled again. */
export interface PreparedOrder {
  /** Lines of the draft that became it, in order of items or options: its part of the receipt. */
  readonly lineIds: readonly string[]
  /** The number by which its sender knows it: an order's `mallOrderNumber`, a product's `shopProductId`. */
  readonly mallOrderNumber: string
  /** JSON text of it exactly as it goes into the body of its registration. */
  readonly payload: string
  /** Lower-case hex SHA-256 of `payload`. */
  readonly sha256: string
  /** What a check judges instead, where it takes another form than the registration. */
  readonly checked?: Form
  /** Tells whether the lines still say what was sent; made and compared by the sheet. */
  readonly fingerprint: string
}

/** JSON text and its hash, lower-case hex SHA-256. */
export interface Form {
  readonly payload: string
  readonly sha256: string
}

/** The form that a check judges, and that a pass is for. */
export const checkedForm = (order: PreparedOrder): Form => order.checked ?? order

/** How long a pass lets its order be registered, in milliseconds (reliability.md §3.2). */
export const PASS_LIFE_MS = 15 * 60_000

/** One press of Check or Register. */
export interface RunRequest {
  readonly kind: 'check' | 'register'
  readonly operation: OperationId
  readonly draftId: string
  readonly connectionId: string
  readonly operatorId: string
  /** Made by the browser for each press: the same again is the same run. */
  readonly clientRequestId: string
  readonly orders: readonly PreparedOrder[]
  /** The attempt that was refused without a reason, when its orders are sent again in halves to find out which. */
  readonly halving?: string
  /** How many records a person typed that they want registered in production; nothing else is taken there. */
  readonly confirmed?: number
}

/** The body of a request that carries `payloads` under `list`, byte for byte as they were frozen. */
export function bodyOf(list: 'data' | 'products', payloads: readonly string[]): string {
  return `{"${list}":[${payloads.join(',')}]}`
}
