import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { ExceededQuota } from '@/lib/store/drafts/tables'
import { findFileBy, type IntakeFile } from './files'
import type { IntakeOutcome } from './tables'

/** A file that arrives. `isNew`: it is imported again although the same contents are known. */
export type NewIntakeFile = Pick<
  IntakeFile,
  | 'id'
  | 'request_key'
  | 'sha256'
  | 'name'
  | 'size'
  | 'origin'
  | 'operator_id'
  | 'sheet'
  | 'connection_id'
  | 'draft_id'
> & { readonly isNew: boolean }

/**
 * Records that a file arrives; call it in a transaction. The same contents are one file, from any source and on any
 * server, unless `isNew` or their draft was deleted.
 * @returns the recorded file: `file.id` is an earlier one for known contents
 */
export async function recordArrival(
  trx: Db,
  { isNew, ...file }: NewIntakeFile,
  at: string,
): Promise<IntakeFile> {
  if (file.request_key !== null) {
    const repeated = await findFileBy(trx, 'request_key', file.request_key)
    if (repeated) return repeated
  }
  const identity = isNew ? `${file.sha256}#${file.request_key ?? file.id}` : file.sha256
  if (!isNew) await releaseDeleted(trx, identity)
  await trx
    .insertInto('intake_file')
    .values({
      ...file,
      identity,
      state: 'receiving',
      outcome: null,
      reason: null,
      counts: null,
      check_run: null,
      owner: null,
      lease_until: null,
      over_quota: null,
      over_quota_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const found =
    (await findFileBy(trx, 'identity', identity)) ??
    (file.request_key === null ? undefined : await findFileBy(trx, 'request_key', file.request_key))
  if (!found) throw new Error('An arriving file was not recorded.')
  return found
}

/** Contents whose draft was deleted may arrive once more. */
async function releaseDeleted(trx: Db, identity: string): Promise<void> {
  await trx
    .updateTable('intake_file')
    .set(file => ({ identity: sql<string>`${file.ref('identity')} || '#' || ${file.ref('id')}` }))
    .where('identity', '=', identity)
    .where('draft_id', 'in', draft =>
      draft.selectFrom('draft').select('draft.id').where('draft.deleted_at', 'is not', null),
    )
    .execute()
}

/** All bytes of a file are stored. A file that other processes received meanwhile stays as it is. */
export async function markReceived(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('intake_file')
    .set({ state: 'received', over_quota: null, over_quota_at: null, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** How often the watched folder tries a file again for which it had no room, in milliseconds. */
export const OVER_QUOTA_RETRY_MS = 30_000

/** A file in the watched folder does not fit, now. */
export async function markOverQuota(db: Db, id: string, exceeded: ExceededQuota, at: string): Promise<void> {
  await db
    .updateTable('intake_file')
    .set({ over_quota: exceeded, over_quota_at: at, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** A file that waits in the watched folder. */
export interface FileOverQuota {
  readonly id: string
  readonly name: string
  readonly exceeded: ExceededQuota
}

/** Files for which the watched folder had no room, the oldest first. @param since ISO 8601: when that was seen last */
export async function listFilesOverQuota(db: Db, since: string, limit: number): Promise<FileOverQuota[]> {
  return db
    .selectFrom('intake_file')
    .select(['id', 'name', 'over_quota as exceeded'])
    .where('state', '<>', 'done')
    .where('over_quota_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ exceeded: ExceededQuota }>()
    .execute()
}

/** A file that needs a person before any process has worked on it. */
export async function endArrival(
  db: Db,
  id: string,
  end: { readonly outcome: IntakeOutcome; readonly reason: string },
  at: string,
): Promise<void> {
  await db
    .updateTable('intake_file')
    .set({ state: 'done', ...end, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** Deletes files whose bytes never arrived completely. @param before ISO 8601 @returns their ids */
export async function deleteAbandonedArrivals(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('intake_file')
    .where('state', '=', 'receiving')
    .where('updated_at', '<', before)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
