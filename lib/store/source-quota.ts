import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'

/** How many bytes original files may take as they are stored: those of one draft, and those of all together. */
export interface FileQuota {
  readonly draftFileBytes: number
  readonly allFileBytes: number
}

/** Counts again what a file takes, after its parts or rows have changed. */
export async function countSource(handle: Handle, id: string): Promise<void> {
  await handle
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
 * Whether so many bytes more fit into the files of a draft and of all drafts.
 * @returns which quota they exceed; undefined when they fit
 */
export async function exceededQuota(
  handle: Handle,
  { draftId, bytes, quota }: { draftId: string; bytes: number; quota: FileQuota },
): Promise<'draft' | 'all' | undefined> {
  const sums = await handle
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

/** Takes back what arrived of a file that is not whole and will not be, because it does not fit. */
export async function dropUnfinished(handle: Handle, id: string): Promise<void> {
  const unfinished = await handle
    .selectFrom('source')
    .select('id')
    .where('id', '=', id)
    .where('kept_at', 'is', null)
    .executeTakeFirst()
  if (!unfinished) return
  for (const table of ['source_part', 'source_rows'] as const)
    await handle.deleteFrom(table).where('source_id', '=', id).execute()
  await countSource(handle, id)
}
