import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { IntakeFile } from './files'
import type { IntakeState } from './tables'

/** States of a file that is stored and not done. */
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
