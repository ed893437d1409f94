import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Database, Handle } from '@/lib/store/database'
import type { Principal } from '@/lib/store/principals'
import type { Taker } from './body'
import type { Trouble } from './problems'
import type { Spool } from './spool'

/** A request that was let in: who asks, what for, and how to read its list. */
export interface Call {
  readonly operation: Operation
  readonly principal: Principal
  readonly database: Database
  /** Ids of the warehouses that the service knows, as text; empty: any. */
  readonly warehouses: readonly string[]
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  /** By which the caller may ask for the answer again; checks have none. */
  readonly idempotencyKey: string | undefined
  /**
   * Reads the list to its end; to be called once. What `taker` was given counts only when there is no trouble.
   * `watch` is shown the bytes of the body as they come.
   */
  read(taker: Taker, watch?: (bytes: Uint8Array) => void): Promise<Trouble | undefined>
  /** Keeps what came of it under its key, as part of the transaction `handle`; without a key it does nothing. */
  keep(handle: Handle, outcome: string): Promise<void>
  /** Room for what has to wait; cleared when the answer is through. */
  spool(): Spool
}

/** What an operation answers: JSON in parts, asked for as the caller takes them; or why it refuses. */
export type Answer =
  | {
      readonly ok: true
      readonly parts: AsyncGenerator<string>
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly ok: false; readonly trouble: Trouble }
