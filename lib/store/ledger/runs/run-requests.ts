import 'server-only'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { RunKind, RunRequestTable } from './run-tables'

/** A recorded request to check or register. */
export type RunRequestRow = Selectable<RunRequestTable>

/** Records a run request. @returns its id: that of an earlier one with the same client request id */
export async function insertRunRequest(db: Db, request: Insertable<RunRequestTable>): Promise<string> {
  await db
    .insertInto('run_request')
    .values(request)
    .onConflict(conflict => conflict.column('client_request_id').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('run_request')
    .select('id')
    .where('client_request_id', '=', request.client_request_id)
    .executeTakeFirstOrThrow()
  return id
}

/** A run request by its own id, which becomes the id of its run; deleted a day after it finished. */
export function findRunRequest(db: Db, id: string): Promise<RunRequestRow | undefined> {
  return db.selectFrom('run_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The run request with an id that its caller created. */
export const findRunRequestByClient = (db: Db, clientRequestId: string): Promise<RunRequestRow | undefined> =>
  db.selectFrom('run_request').selectAll().where('client_request_id', '=', clientRequestId).executeTakeFirst()

/** Requests whose orders are not all frozen and queued, oldest first. */
export function listOpenRunRequests(db: Db): Promise<RunRequestRow[]> {
  return db
    .selectFrom('run_request')
    .selectAll()
    .where('finished_at', 'is', null)
    .orderBy('requested_at')
    .execute()
}

/** The newest request of a draft that is not finished. @param only of this kind, on this connection */
export function findOpenRunRequest(
  db: Db,
  draftId: string,
  only: { readonly connectionId?: string; readonly kind?: RunKind } = {},
): Promise<RunRequestRow | undefined> {
  const { connectionId, kind } = only
  return db
    .selectFrom('run_request')
    .selectAll()
    .where('draft_id', '=', draftId)
    .$if(connectionId !== undefined, query => query.where('connection_id', '=', connectionId ?? ''))
    .$if(kind !== undefined, query => query.where('kind', '=', kind ?? 'check'))
    .where('finished_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Requests to register a draft on a connection with this confirmed count, newest first; at most `limit`. */
export function listRegistrationRequests(
  db: Db,
  requested: { readonly draftId: string; readonly connectionId: string; readonly confirmed: number },
  limit: number,
): Promise<RunRequestRow[]> {
  return db
    .selectFrom('run_request')
    .selectAll()
    .where('draft_id', '=', requested.draftId)
    .where('connection_id', '=', requested.connectionId)
    .where('kind', '=', 'register')
    .where('confirmed', '=', requested.confirmed)
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Makes `owner` the process that prepares a request, if `before` still is. If `before` is another process, that process
 * died while it prepared the request, and the request counts a crash.
 * @returns whether that succeeded
 */
export async function claimRunRequest(
  db: Db,
  id: string,
  before: string | null,
  owner: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run_request')
    .set(request => ({
      owner,
      ...(before !== null && before !== owner && { crashes: request('crashes', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('owner', before === null ? 'is' : '=', before)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Releases a request for another process. */
export async function releaseRunRequest(db: Db, id: string, owner: string): Promise<void> {
  await db
    .updateTable('run_request')
    .set({ owner: null })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

/** Locks an open request until the transaction ends. @returns whether `owner` still prepares it */
export async function lockRunRequest(db: Db, id: string, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run_request')
    .set({ owner })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Stores how far the preparation of a request is. */
export async function setPreparationProgress(
  db: Db,
  id: string,
  { done, total }: { readonly done: number; readonly total: number },
): Promise<void> {
  await db
    .updateTable('run_request')
    .set({ done, total })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/**
 * Ends a request that is still open.
 * @param owner only if this process prepares it; undefined: in any case, as when a person cancels it
 * @param result JSON
 * @returns whether it was open
 */
export async function finishRunRequest(
  db: Db,
  id: string,
  owner: string | undefined,
  result: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run_request')
    .set({ finished_at: at, result, owner: null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .$if(owner !== undefined, query => query.where('owner', '=', owner ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes requests that were finished before a time; their runs keep the history. */
export async function deleteFinishedRunRequests(db: Db, before: string): Promise<void> {
  await db.deleteFrom('run_request').where('finished_at', '<', before).execute()
}
