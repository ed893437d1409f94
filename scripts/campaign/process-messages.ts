import type { Failpoint } from '@/lib/ledger/runner/ports'

/** A command of a campaign to a process, which answers `{ id, error? }` once it is done. */
export type ProcessCommand =
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

/** What an operator found out about an unknown order at the shipping company. */
export interface Finding {
  readonly id: string
  /** The attempt with the unknown outcome. */
  readonly attemptId: string
  /** Absent: looked, not there. */
  readonly orderId?: string
}

export interface Reply {
  readonly id: number
  readonly error?: string
}
