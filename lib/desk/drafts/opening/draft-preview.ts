import 'server-only'
import { environmentOf } from '@/lib/desk/drafts/draft-context'
import { withFailureSentences } from '@/lib/desk/runs/outcomes'
import type { DraftPreview } from '@/lib/desk-api/drafts/draft-preview'
import { outcomesOf } from '@/lib/ledger/outcomes/outcomes'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { type Database, database } from '@/lib/store/db/database'
import { countLines, readFirstLines } from '@/lib/store/drafts/drafts'

/** Drafts with fewer lines are open nearly as soon as their preview would be visible. */
const MIN_LINES = 2000
/** More lines than a tall screen shows. */
const PREVIEW_LINES = 80

/**
 * Reads the first lines of a large draft, and the outcomes of their orders on a connection.
 * @returns undefined for a draft that opens quickly
 */
export const draftPreview = async (
  draftId: string,
  sheet: Pick<Sheet, 'key'>,
  connectionId: string,
): Promise<DraftPreview | undefined> => readDraftPreview(await database(), draftId, sheet, connectionId)

/** Like `draftPreview`, from a given database. */
export async function readDraftPreview(
  { kysely, longReads }: Pick<Database, 'kysely' | 'longReads'>,
  draftId: string,
  sheet: Pick<Sheet, 'key'>,
  connectionId: string,
): Promise<DraftPreview | undefined> {
  const lineCount = await countLines(kysely, draftId)
  if (lineCount < MIN_LINES) return undefined
  const lines = await readFirstLines(longReads, draftId, PREVIEW_LINES)
  const envId = await environmentOf(kysely, connectionId)
  const numbers = lines.map(({ texts }) => (texts[sheet.key] ?? '').trim()).filter(text => !isBlank(text))
  const outcomes = await outcomesOf(longReads, draftId, { envId, connectionId }, [...new Set(numbers)])
  return { lineCount, lines, outcomes: await withFailureSentences(kysely, draftId, envId, outcomes) }
}
