import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { OPEN_STATES } from '@/lib/store/ledger/orders/order-states'
import { clearResponses } from './editing-sessions'
import { readSavedLines, type SavedLine, writeLines } from './saves'
import { DERIVED_COLUMNS, eraseSourceRows, MERGE_COLUMN, withoutTextsOfMerge } from './sources/source-erasure'
import { SOURCE_COLUMN } from './sources/sources'

/** Later than every time. */
const END_OF_TIME = '9999'

/** Which texts of a draft are erased. */
export interface LineErasure {
  readonly lines: readonly string[]
  /** Ids of columns. */
  readonly columns: ReadonlySet<string>
  /** Which orders protect their lines from erasure: those that still need them, or all that are kept. */
  readonly protectedBy: 'needed' | 'kept'
  /** Orders that are being erased, which protect nothing. */
  readonly erasing: readonly string[]
}

/**
 * Erases columns of lines as a save that all sessions receive, and also conflicts, replaced texts and file
 * rows with these texts. The draft may be archived.
 */
export async function eraseLines(
  db: Db,
  draftId: string,
  { lines, columns, protectedBy, erasing }: LineErasure,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const draft = await db
    .updateTable('draft')
    .set(row => ({ revision: row('revision', '+', 1), erased_at: at }))
    .where('id', '=', draftId)
    .returning('revision')
    .executeTakeFirst()
  if (!draft) return
  // Stored responses may contain texts, too; a repeated save gets an empty response.
  await clearResponses(db, draftId, END_OF_TIME)
  for (const batch of batches([...new Set(lines)])) {
    const retained = await findRetainedLines(db, draftId, batch, protectedBy, erasing)
    const wanted = batch.filter(line => !retained.has(line))
    if (wanted.length === 0) continue
    const kept = await readSavedLines(db, draftId, wanted)
    await eraseSourceRows(db, sourceReferences(kept), at)
    const emptied = [...kept.values()].flatMap(line => eraseTexts(line, columns, draft.revision))
    await writeLines(db, draftId, draft.revision, emptied, now)
    for (const table of ['draft_clash', 'draft_edit'] as const) {
      await db.deleteFrom(table).where('draft_id', '=', draftId).where('line_id', 'in', wanted).execute()
    }
  }
}

/** Ids of a draft's lines after `after`, at most `limit`. */
export async function listLineIds(
  db: Db,
  draftId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('line_id', '>', after)
    .where('removed_at', 'is', null)
    .orderBy('line_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.line_id)
}

const sourceReferences = (lines: ReadonlyMap<string, SavedLine>): string[] =>
  [...lines.values()].flatMap(line => line.texts[SOURCE_COLUMN] ?? [])

/** @returns [] if the line has no text to erase */
function eraseTexts(line: SavedLine, columns: ReadonlySet<string>, revision: number): SavedLine[] {
  const left = Object.entries(line.texts).flatMap(([column, text]): [string, string][] => {
    if (column === MERGE_COLUMN) return [[column, withoutTextsOfMerge(text)]]
    return columns.has(column) || DERIVED_COLUMNS.has(column) ? [] : [[column, text]]
  })
  const texts = Object.fromEntries(left.filter(([, text]) => text !== ''))
  const changed = Object.keys(line.texts).filter(column => texts[column] !== line.texts[column])
  if (changed.length === 0) return []
  return [
    {
      ...line,
      texts,
      trail: {
        ...line.trail,
        ...Object.fromEntries(changed.map(column => [column, [revision, ''] as const])),
      },
    },
  ]
}

/** Lines that orders outside the erasure still need, or are kept for. */
async function findRetainedLines(
  db: Db,
  draftId: string,
  lines: readonly string[],
  protectedBy: LineErasure['protectedBy'],
  erasing: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('ledger_order_line as line')
    .innerJoin('ledger_order as o', 'o.id', 'line.ledger_order_id')
    .select(['line.line_id', 'o.id', 'o.state', 'o.erased_at'])
    .where('line.draft_id', '=', draftId)
    .where('line.line_id', 'in', lines)
    .execute()
  const erased = new Set(erasing)
  const isSparing = (row: (typeof rows)[number]) =>
    // The lines of an order without a proven outcome always stay unchanged.
    OPEN_STATES.some(state => state === row.state) ||
    (protectedBy === 'kept' && row.erased_at === null && !erased.has(row.id))
  return new Set(rows.filter(isSparing).map(row => row.line_id))
}
