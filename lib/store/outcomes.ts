import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import type { Handle } from './database'

/** A registration, by the key that its caller gave it. */
export interface KeyedRequest {
  readonly clientId: string
  readonly operation: OperationId
  readonly key: string
}

/** What came of one. */
export interface Outcome {
  /** Of the body that was sent, in hexadecimal digits. */
  readonly bodySha256: string
  /** What the service needs to answer the same again, in words of its own. */
  readonly outcome: string
}

/** Somebody else was quicker: the key has an outcome already. */
export class KeyTaken extends Error {}

/** How long an outcome is kept at least, in milliseconds. */
const KEPT = 24 * 60 * 60 * 1000

/** What came of the registration with this key; undefined when there was none yet. */
export function findOutcome(handle: Handle, request: KeyedRequest): Promise<Outcome | undefined> {
  return handle
    .selectFrom('service_outcome')
    .select(['body_sha256 as bodySha256', 'outcome'])
    .where('client_id', '=', request.clientId)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .executeTakeFirst()
}

/**
 * Notes what came of a registration. Be it in the transaction that registers, so that none is without the other.
 * @throws KeyTaken when the key has an outcome; on PostgreSQL after the transaction that writes one has ended
 */
export async function keepOutcome(
  handle: Handle,
  request: KeyedRequest,
  { bodySha256, outcome }: Outcome,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await handle
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
  if (numInsertedOrUpdatedRows === 0n) throw new KeyTaken()
}

/** Removes outcomes that were kept for long enough. Writes nothing when there are none. */
export async function forgetOutcomes(handle: Handle, now: Date = new Date()): Promise<void> {
  const since = new Date(now.getTime() - KEPT).toISOString()
  const old = await handle
    .selectFrom('service_outcome')
    .select('at')
    .where('at', '<', since)
    .limit(1)
    .execute()
  if (old.length > 0) await handle.deleteFrom('service_outcome').where('at', '<', since).execute()
}
