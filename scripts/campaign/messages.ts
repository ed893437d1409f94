import type { Failpoint } from '@/lib/ledger/runner-ports'

/** What a campaign asks of a process; each is answered by `{ id, error? }` once it is done. */
export type Order =
  | { readonly kind: 'open' }
  | { readonly kind: 'start'; readonly failpoint?: Failpoint; readonly hit: number }
  | {
      readonly kind: 'press'
      readonly act: 'check' | 'register'
      readonly connectionId: string
      /** Names the press: again is the same press. */
      readonly request: string
      readonly numbers: readonly string[]
    }
  | { readonly kind: 'resolve'; readonly findings: readonly Finding[] }

/** What a person found when looking for an order in doubt at the shipping company. */
export interface Finding {
  readonly id: string
  /** The request that left it in doubt. */
  readonly attemptId: string
  /** Absent: looked, not there. */
  readonly orderId?: string
}

export interface Reply {
  readonly id: number
  readonly error?: string
}
