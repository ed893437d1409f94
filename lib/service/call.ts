import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Database } from '@/lib/store/database'
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
  /** Reads the list to its end; to be called once. What `taker` was given counts only when there is no trouble. */
  read(taker: Taker): Promise<Trouble | undefined>
  /** Room for what has to wait; cleared when the answer is through. */
  spool(): Spool
}

/** What an operation answers: JSON in parts, asked for as the caller takes them; or why it refuses. */
export type Answer =
  | { readonly ok: true; readonly parts: AsyncGenerator<string> }
  | { readonly ok: false; readonly trouble: Trouble }
