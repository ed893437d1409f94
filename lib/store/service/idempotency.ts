import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'

/** A registration request with its idempotency key. */
interface KeyedRequest {
  readonly clientId: string
  readonly operation: OperationId
  readonly key: string
}

export interface StoredOutcome {
  /** Of the request body, lower-case hex. */
  readonly bodySha256: string
  /** What the service needs to repeat its response, in its own format. */
  readonly outcome: string
}

/** A concurrent request has stored an outcome for the key. */
export class IdempotencyKeyTaken extends Error {}

/** Minimum lifetime of an outcome, in milliseconds. */
const OUTCOME_LIFETIME_MS = DAY_MS

/** The outcome of a request; undefined if there is none yet. */
export function findOutcome(db: Db, request: KeyedRequest): Promise<StoredOutcome | undefined> {
  return db
    .selectFrom('service_outcome')
    .select(['body_sha256 as bodySha256', 'outcome'])
    .where('client_id', '=', request.clientId)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .executeTakeFirst()
}

/**
 * Stores the outcome of a registration. Call it in the transaction that registers, so that both are
 * committed together.
 * @throws IdempotencyKeyTaken if the key has an outcome; on PostgreSQL after the other transaction has ended
 */
export async function saveOutcome(
  db: Db,
  request: KeyedRequest,
  { bodySha256, outcome }: StoredOutcome,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('service_outcome')
    .values({
      client_id: request.clientId,
      operation: request.operation,
      key: request.key,
      body_sha256: bodySha256,
      outcome,
      at: new Date().toISOString(),
    })
    .onConflict(conflict => conflict.columns(['client_id', 'operation', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new IdempotencyKeyTaken()
}

/** Deletes outcomes after their lifetime. Writes nothing if there are none. */
export async function deleteExpiredOutcomes(db: Db, now: Date = new Date()): Promise<void> {
  const since = iso(now.getTime() - OUTCOME_LIFETIME_MS)
  const old = await db.selectFrom('service_outcome').select('at').where('at', '<', since).limit(1).execute()
  if (old.length > 0) await db.deleteFrom('service_outcome').where('at', '<', since).execute()
}
