import type { OperationId } from '@/lib/contract/operations'
import type { RefusedOrder, RunProblem } from './problem'

/** One order or product of a run: frozen when the run starts, never built again. */
export interface PreparedOrder {
  /** Lines of the draft that it was built from, in the order of its items or options. */
  readonly lineIds: readonly string[]
  /** The number by which its sender knows it: an order's `mallOrderNumber`, a product's `shopProductId`. */
  readonly mallOrderNumber: string
  /** Its JSON exactly as it is sent in the body of its registration. */
  readonly payload: string
  /** Lower-case hex SHA-256 of `payload`. */
  readonly sha256: string
  /** The form that is checked, where checks have another form than registrations. */
  readonly checked?: PayloadForm
  /** Changes when the lines change; the sheet computes and compares it. */
  readonly fingerprint: string
}

/** JSON text and its hash, lower-case hex SHA-256. */
export interface PayloadForm {
  readonly payload: string
  readonly sha256: string
}

/** The form that a check judges. */
export const checkedForm = (order: PreparedOrder): PayloadForm => order.checked ?? order

/** How long after a passed check its order may be registered, in milliseconds. */
export const PASS_LIFETIME_MS = 15 * 60_000

/** A run before it starts: what its run request asks, with the frozen orders. */
export interface FrozenRun {
  readonly kind: 'check' | 'register'
  readonly operation: OperationId
  readonly draftId: string
  readonly connectionId: string
  readonly operatorId: string
  /** Created by the caller; the same id never starts a second run. */
  readonly clientRequestId: string
  readonly orders: readonly PreparedOrder[]
  /** The revision of the draft from which they were frozen: orders that are saved later are not registered. */
  readonly revision?: number
  /** Id of its run request, which becomes the id of the run. */
  readonly runId?: string
  /** Orders that are not among `orders`, with reasons; the run reports them. */
  readonly refused?: readonly RefusedOrder[]
  /** The rejected attempt whose orders are sent again in halves to find those to blame. */
  readonly halving?: string
  /** The count that a person typed, or a program sent, to confirm a registration. */
  readonly confirmed?: number
  /** How many orders behind stopped runs that count includes: they are not among `orders`. */
  readonly waiting?: number
}

/** The body of a request with `payloads` under the key `list`, byte for byte as they were frozen. */
export function requestBody(list: 'data' | 'products', payloads: readonly string[]): string {
  return `{"${list}":[${payloads.join(',')}]}`
}

/** A started run with the orders that it accepted and refused, or why no run was started. */
export type StartResult =
  | {
      readonly ok: true
      readonly runId: string
      readonly accepted: number
      readonly refused: readonly RefusedOrder[]
    }
  | { readonly ok: false; readonly problem: RunProblem }
