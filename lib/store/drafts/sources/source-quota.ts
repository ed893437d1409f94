import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { ExceededQuota } from '@/lib/store/drafts/tables'

/** Maximum bytes of stored original files: of one draft, and of all drafts. */
interface FileQuota {
  readonly draftFileBytes: number
  readonly allFileBytes: number
}

/** Updates the stored size of a file after its parts or rows have changed. */
export async function updateStoredBytes(db: Db, id: string): Promise<void> {
  await db
    .updateTable('source')
    .set({
      stored: sql<number>`
        coalesce((select sum(length(bytes)) from source_part where source_id = ${id}), 0) +
        coalesce((select sum(length(rows)) from source_rows where source_id = ${id}), 0)`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Checks whether further bytes fit into the quotas of a draft and of all drafts.
 * @returns the exceeded quota; undefined if they fit
 */
export async function exceededQuota(
  db: Db,
  { draftId, bytes, quota }: { draftId: string; bytes: number; quota: FileQuota },
): Promise<ExceededQuota | undefined> {
  const sums = await db
    .selectFrom('source')
    .select(({ fn, eb }) => [
      fn.sum<number | string | null>('stored').as('all'),
      fn
        .sum<number | string | null>(
          eb.case().when('draft_id', '=', draftId).then(eb.ref('stored')).else(0).end(),
        )
        .as('draft'),
    ])
    .executeTakeFirst()
  if (Number(sums?.draft ?? 0) + bytes > quota.draftFileBytes) return 'draft'
  return Number(sums?.all ?? 0) + bytes > quota.allFileBytes ? 'all' : undefined
}

/** Deletes the parts of an incomplete file that exceeds the quota. */
export async function deleteUnfinishedSource(db: Db, id: string): Promise<void> {
  const unfinished = await db
    .selectFrom('source')
    .select('id')
    .where('id', '=', id)
    .where('kept_at', 'is', null)
    .executeTakeFirst()
  if (!unfinished) return
  for (const table of ['source_part', 'source_rows'] as const)
    await db.deleteFrom(table).where('source_id', '=', id).execute()
  await updateStoredBytes(db, id)
}
