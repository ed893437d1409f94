import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { foldName } from '@/lib/store/ledger/history/recipients'

/** A draft that was found by its name. */
export interface FoundDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly isArchived: boolean
  /** When it was last edited (ISO 8601). */
  readonly updatedAt: string
}

/** Names that are read at most, the last edited drafts first; it keeps the search fast in any database. */
const MAX_NAMES = 2000

/** Drafts whose name contains `text`, the last edited one first. Width, case and spaces make no difference. */
export async function searchDrafts(db: Db, text: string, limit: number): Promise<FoundDraft[]> {
  const wanted = foldName(text)
  if (wanted === '') return []
  const rows = await db
    .selectFrom('draft')
    .select(['id', 'sheet', 'name', 'archived_at', 'updated_at'])
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(MAX_NAMES)
    .execute()
  return rows
    .filter(row => foldName(row.name).includes(wanted))
    .slice(0, limit)
    .map(row => ({
      id: row.id,
      sheet: row.sheet,
      name: row.name,
      isArchived: row.archived_at !== null,
      updatedAt: row.updated_at,
    }))
}
