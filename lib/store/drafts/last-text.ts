import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { readTexts } from './line-texts'

/** Drafts that are looked through, the last edited ones first. */
const MAX_DRAFTS = 10
/** Lines of each that are looked through. */
const MAX_LINES = 50

/**
 * The texts of a line with a text in this column, in one of the drafts that were edited last. A few lines of each are
 * read: what is the same in all orders is in the first ones.
 * @returns undefined where none of them has one
 */
export async function findLastText(
  db: Db,
  sheets: readonly string[],
  column: string,
): Promise<Record<string, string> | undefined> {
  const drafts = await db
    .selectFrom('draft')
    .select('id')
    .where('sheet', 'in', sheets)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(MAX_DRAFTS)
    .execute()
  for (const { id } of drafts) {
    const lines = await db
      .selectFrom('draft_line')
      .select('texts')
      .where('draft_id', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('line_id')
      .limit(MAX_LINES)
      .execute()
    for (const line of lines) {
      const texts = readTexts(line.texts)
      if ((texts[column] ?? '').trim() !== '') return texts
    }
  }
  return undefined
}
