import type { Failpoint } from '@/lib/ledger/runner/ports'

/** A command of a campaign to a process, which responds `{ id, error? }` when it is done. */
export type ProcessCommand =
  | { readonly kind: 'open' }
  | { readonly kind: 'start'; readonly failpoint?: Failpoint; readonly hit: number }
  | {
      readonly kind: 'start-run'
      readonly act: 'check' | 'register'
      readonly connectionId: string
      /** The id of the run request: a repeated id is the same request. */
      readonly request: string
      readonly numbers: readonly string[]
    }
  | { readonly kind: 'resolve'; readonly findings: readonly Finding[] }

/** The result of an operator's search for an unknown order at the shipping company. */
export interface Finding {
  readonly id: string
  /** The attempt with the unknown outcome. */
  readonly attemptId: string
  /** Absent: the order was not found. */
  readonly orderId?: string
}

export interface Reply {
  readonly id: number
  readonly error?: string
}
