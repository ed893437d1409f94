import type { OperationId } from '@/lib/contract/operations'

/** One order as a run takes it: frozen when the operator presses, never assembled again. */
export interface PreparedOrder {
  /** Lines of the draft that became this order, in order of items: its part of the receipt. */
  readonly lineIds: readonly string[]
  readonly mallOrderNumber: string
  /** JSON text of the order exactly as it goes into the body. */
  readonly payload: string
  /** Lower-case hex SHA-256 of `payload`. */
  readonly sha256: string
  /** Tells whether the lines still say what was sent; made and compared by the sheet. */
  readonly fingerprint: string
}

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
}

/** The body of a request that carries `payloads` under `list`, byte for byte as they were frozen. */
export function bodyOf(list: 'data' | 'products', payloads: readonly string[]): string {
  return `{"${list}":[${payloads.join(',')}]}`
}
