import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { Database, Db } from '@/lib/store/db/database'
import type { Principal } from '@/lib/store/service/principals'
import type { ElementConsumer } from './body/body'
import type { Spool } from './body/spool'
import type { HttpProblem } from './problems'

/** An accepted request: its client, its operation, and how to read its list. */
export interface Call {
  readonly operation: Operation
  readonly principal: Principal
  readonly database: Database
  /** Ids of the known warehouses as text; empty: any id is accepted. */
  readonly warehouses: readonly string[]
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** The Idempotency-Key of a registration; checks have none. */
  readonly idempotencyKey: string | undefined
  /**
   * Reads the list to its end; call it once. The elements that `consumer` received count only if there is no
   * problem. `watch` receives the bytes of the body as they arrive.
   */
  read(consumer: ElementConsumer, watch?: (bytes: Uint8Array) => void): Promise<HttpProblem | undefined>
  /** Stores the outcome under the idempotency key in the transaction `db`; does nothing without a key. */
  keep(db: Db, outcome: string): Promise<void>
  /** Temporary storage, cleared after the response. */
  spool(): Spool
}

/** The result of an operation: JSON in parts, generated as the caller reads them, or why it is refused. */
export type CallResult =
  | {
      readonly ok: true
      readonly parts: AsyncGenerator<string>
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly ok: false; readonly problem: HttpProblem }
