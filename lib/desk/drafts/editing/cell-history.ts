import 'server-only'
import type * as z from 'zod'
import { authorName } from '@/lib/desk/author-name'
import type {
  CellHistory,
  CellVersion,
  cellHistoryQuery,
  VersionOrigin,
} from '@/lib/desk-api/drafts/cell-history'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { Texts } from '@/lib/sheet/schema/line'
import { type KeptLine, writerOf } from '@/lib/sheet/sync/merge'
import { type Db, database } from '@/lib/store/db/database'
import { findSaveAuthors, listCellEdits, type ReplacedText } from '@/lib/store/drafts/cell-history'
import { readSavedLines, type SavedLine } from '@/lib/store/drafts/saves'

/** Earlier texts that a history lists. */
const MAX_EARLIER = 100

const hidden: ReadonlySet<string> = new Set(Object.values(hiddenColumns))

/**
 * The texts of visible cells that a save replaces.
 * @param kept the stored lines by id, as they were before the save
 * @param lines the lines that the save stores
 * @returns by id of the line and by column; new and removed lines are left out
 */
export function replacedTexts(
  kept: ReadonlyMap<string, SavedLine>,
  lines: readonly KeptLine[],
): ReadonlyMap<string, Readonly<Record<string, ReplacedText>>> {
  const replaced = new Map<string, Record<string, ReplacedText>>()
  for (const line of lines) {
    const before = kept.get(line.id)
    if (!before || before.isRemoved || line.isRemoved) continue
    const cells: Record<string, ReplacedText> = {}
    for (const column of new Set([...Object.keys(before.texts), ...Object.keys(line.texts)])) {
      const text = before.texts[column] ?? ''
      if (hidden.has(column) || text === (line.texts[column] ?? '')) continue
      const origin = shownOrigin(before.texts, column)
      cells[column] = { text, revision: writerOf(before.trail, column)[0], ...(origin && { origin }) }
    }
    if (Object.keys(cells).length > 0) replaced.set(line.id, cells)
  }
  return replaced
}

/** The texts that a cell has and had, and who saved them; undefined: the draft has no such line. */
export async function cellHistory(
  draftId: string,
  cell: z.output<typeof cellHistoryQuery>,
  operatorId: string,
): Promise<CellHistory | undefined> {
  const { kysely } = await database()
  return readCellHistory(kysely, draftId, cell, operatorId)
}

/** Reads what `cellHistory` returns. */
export async function readCellHistory(
  kysely: Db,
  draftId: string,
  { line, column }: z.output<typeof cellHistoryQuery>,
  operatorId: string,
): Promise<CellHistory | undefined> {
  const stored = (await readSavedLines(kysely, draftId, [line])).get(line)
  if (!stored || stored.isRemoved) return undefined
  const edits = await listCellEdits(kysely, { draftId, line, column }, MAX_EARLIER + 1)
  const current = {
    text: stored.texts[column] ?? '',
    revision: writerOf(stored.trail, column)[0],
    origin: shownOrigin(stored.texts, column),
  }
  const texts = [current, ...edits.slice(0, MAX_EARLIER)]
  const authors = await findSaveAuthors(
    kysely,
    draftId,
    texts.map(({ revision }) => revision),
  )
  const versions = texts.map(({ text, revision, origin }): CellVersion => {
    const author = authors.get(revision)
    return {
      text,
      revision,
      saved: author
        ? { by: { name: authorName(author.name), isYou: author.operatorId === operatorId }, at: author.at }
        : null,
      ...(origin ? { origin: origin as VersionOrigin } : {}),
    }
  })
  return { versions, isCut: edits.length > MAX_EARLIER }
}

function shownOrigin(texts: Texts, column: string): VersionOrigin | undefined {
  const origin = originAt(texts, column)
  return (
    origin && {
      kind: origin.kind,
      ...(origin.of !== undefined && { of: origin.of }),
      ...(origin.before !== undefined && { before: origin.before }),
    }
  )
}
