import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { ExceededQuota } from '@/lib/store/drafts/tables'
import type { IntakeOutcome, IntakeState, IntakeTables } from './tables'

export type IntakeFile = Selectable<IntakeTables['intake_file']>

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
    const repeated = await findBy(trx, 'request_key', file.request_key)
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
    (await findBy(trx, 'identity', identity)) ??
    (file.request_key === null ? undefined : await findBy(trx, 'request_key', file.request_key))
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

const findBy = (
  db: Db,
  column: 'identity' | 'request_key' | 'id',
  value: string,
): Promise<IntakeFile | undefined> =>
  db.selectFrom('intake_file').selectAll().where(column, '=', value).executeTakeFirst()

export const findIntakeFile = (db: Db, id: string): Promise<IntakeFile | undefined> => findBy(db, 'id', id)

/** The file from which a draft came, the newest one. */
export const findFileOfDraft = (db: Db, draftId: string): Promise<IntakeFile | undefined> =>
  db
    .selectFrom('intake_file')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest files, or those with these contents. */
export const listIntakeFiles = (
  db: Db,
  { sha256, limit }: { readonly sha256?: string | undefined; readonly limit: number },
): Promise<IntakeFile[]> =>
  db
    .selectFrom('intake_file')
    .selectAll()
    .$if(sha256 !== undefined, query => query.where('sha256', '=', sha256 ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

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

const OPEN: readonly IntakeState[] = ['received', 'drafted', 'saved']

/** Files that are stored and not done, and that no process works on, the oldest first. @param now ISO 8601 */
export const listDueFiles = (db: Db, now: string, limit: number): Promise<IntakeFile[]> =>
  db
    .selectFrom('intake_file')
    .selectAll()
    .where('state', 'in', OPEN)
    .where(file => file.or([file('lease_until', 'is', null), file('lease_until', '<', now)]))
    .orderBy('created_at')
    .limit(limit)
    .execute()

/**
 * Makes a process work on a file, if no other one does. If the process before it did not release the file, it died, and
 * the file counts a crash. Times are ISO 8601.
 * @returns undefined if another process was faster
 */
export const claimFile = (
  db: Db,
  id: string,
  { owner, now, until }: { readonly owner: string; readonly now: string; readonly until: string },
): Promise<IntakeFile | undefined> =>
  db
    .updateTable('intake_file')
    .set(file => ({
      owner,
      lease_until: until,
      crashes: sql<number>`${file.ref('crashes')} + case when ${file.ref('owner')} is null then 0 else 1 end`,
    }))
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .where(file => file.or([file('lease_until', 'is', null), file('lease_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()

/**
 * Renews the lease of a file and locks its row until the transaction ends.
 * @returns whether the process still owns it: another one may have taken it for dead
 */
export async function renewLease(db: Db, id: string, owner: string, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('intake_file')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Takes an owned file to its next step; a step that is the last one ends the ownership. */
export async function advanceFile(
  db: Db,
  id: string,
  step: Partial<Pick<IntakeFile, 'outcome' | 'reason' | 'counts' | 'check_run' | 'sheet'>> & {
    readonly state: IntakeState
  },
  at: string,
): Promise<void> {
  await db
    .updateTable('intake_file')
    .set({ ...step, updated_at: at, ...(step.state === 'done' && { owner: null, lease_until: null }) })
    .where('id', '=', id)
    .execute()
}

/** Releases a file without a step: another process, or a later look, continues. */
export async function releaseFile(db: Db, id: string, owner: string, until: string | null): Promise<void> {
  await db
    .updateTable('intake_file')
    .set({ owner: null, lease_until: until })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

/** A file that needs a person, and its draft. */
export interface FileForPerson {
  readonly id: string
  readonly name: string
  readonly outcome: IntakeOutcome
  readonly reason: string | null
  readonly draftId: string
  readonly sheet: string
  readonly draftName: string
}

/** Why a file was not read that a person can open: with its password, or by choosing its encoding. Codes of stored reasons. */
const READABLE_BY_PERSON = ['password_needed', 'password_wrong', 'encoding_unclear'] as const

/**
 * Files that need a person, the oldest first. A file is settled once a person has imported it (it then has tables), or
 * has archived or deleted its draft; one that cannot be read also once its draft has rows from elsewhere.
 * @param draftId only that of this draft
 */
export function listFilesForPerson(db: Db, limit: number, draftId?: string): Promise<FileForPerson[]> {
  return db
    .selectFrom('intake_file as file')
    .innerJoin('draft', 'draft.id', 'file.draft_id')
    .select([
      'file.id',
      'file.name',
      'file.outcome',
      'file.reason',
      'draft.id as draftId',
      'draft.sheet',
      'draft.name as draftName',
    ])
    .where('file.outcome', '<>', 'imported')
    .where('draft.archived_at', 'is', null)
    .where('draft.deleted_at', 'is', null)
    .where(row =>
      row.not(
        row.exists(
          row
            .selectFrom('source_table')
            .select('source_table.source_id')
            .whereRef('source_table.source_id', '=', 'file.id'),
        ),
      ),
    )
    .where(row =>
      row.not(
        row.and([
          row('file.outcome', '=', 'unreadable'),
          ...READABLE_BY_PERSON.map(code =>
            row(row.fn.coalesce('file.reason', row.val('')), 'not like', `%"code":"${code}"%`),
          ),
          row.exists(
            row
              .selectFrom('draft_line')
              .select('draft_line.line_id')
              .whereRef('draft_line.draft_id', '=', 'file.draft_id')
              .where('draft_line.removed_at', 'is', null),
          ),
        ]),
      ),
    )
    .where(row =>
      row.not(
        row.exists(
          row
            .selectFrom('source')
            .select('source.id')
            .whereRef('source.id', '=', 'file.id')
            .where('source.erased_at', 'is not', null),
        ),
      ),
    )
    .$if(draftId !== undefined, query => query.where('file.draft_id', '=', draftId ?? ''))
    .orderBy('file.created_at')
    .limit(limit)
    .$narrowType<{ outcome: IntakeOutcome }>()
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
