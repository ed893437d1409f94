import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { ListStatement } from '@/lib/store/db/statements/list-statement'

/**
 * A text that a save replaced, and the revision of the save that had written it (0: unknown). `origin`: JSON value of
 * where the text came from, if no operator typed it.
 */
export interface ReplacedText {
  readonly text: string
  readonly revision: number
  readonly origin?: unknown
}

/** A text of one cell that a save replaced, and the revision of that save. */
export interface CellEdit extends ReplacedText {
  readonly replacedAt: number
}

/** Who made a save, and when (ISO 8601). `name` is '' for an operator who no longer exists. */
export interface SaveAuthor {
  readonly operatorId: string
  readonly name: string
  readonly at: string
}

const insertEdits = new ListStatement(
  2,
  ({ value, list }) => sql`
    insert into draft_edit (draft_id, revision, line_id, cells)
    select ${value}, cast(${value} as integer), column1, column2 from (values ${list}) as given`,
)

/**
 * Stores what a save replaced.
 * @param lines by id of the line and by column; lines without replaced texts are left out
 */
export async function saveReplacedTexts(
  db: Db,
  draftId: string,
  revision: number,
  lines: ReadonlyMap<string, Readonly<Record<string, ReplacedText>>>,
): Promise<void> {
  const rows = [...lines].map(([line, cells]) => [line, JSON.stringify(cells)])
  await insertEdits.run(db, [draftId, revision], rows)
}

/** Edits of a line that are read at once: its other cells may have long texts. */
const PAGE_SIZE = 20

/** What saves replaced in a cell, the newest first; at most `limit`. */
export async function listCellEdits(
  db: Db,
  cell: { readonly draftId: string; readonly line: string; readonly column: string },
  limit: number,
): Promise<CellEdit[]> {
  const found: CellEdit[] = []
  let rows: { revision: number; cells: string }[]
  let last: number | undefined
  do {
    rows = await db
      .selectFrom('draft_edit')
      .select(['revision', 'cells'])
      .where('draft_id', '=', cell.draftId)
      .where('line_id', '=', cell.line)
      .$if(last !== undefined, query => query.where('revision', '<', last ?? 0))
      .orderBy('revision', 'desc')
      .limit(PAGE_SIZE)
      .execute()
    for (const { revision, cells } of rows) {
      const all = JSON.parse(cells) as Record<string, ReplacedText>
      const replaced = Object.hasOwn(all, cell.column) ? all[cell.column] : undefined
      if (replaced) found.push({ ...replaced, replacedAt: revision })
      last = revision
    }
  } while (rows.length === PAGE_SIZE && found.length < limit)
  return found.slice(0, limit)
}

/** Ids of lines that had a text at a revision and lost it in a later save; removed lines are not among them. */
export async function listLinesReplacedAfter(
  db: Db,
  draftId: string,
  revision: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('draft_edit')
    .select(['line_id', 'cells'])
    .where('draft_id', '=', draftId)
    .where('revision', '>', revision)
    .execute()
  const hadText = (cells: string) =>
    Object.values(JSON.parse(cells) as Record<string, ReplacedText>).some(cell => cell.revision <= revision)
  return new Set(rows.flatMap(({ line_id, cells }) => (hadText(cells) ? [line_id] : [])))
}

/** The authors of saves of a draft, by revision. Saves from before migration 0074 are unknown. */
export async function findSaveAuthors(
  db: Db,
  draftId: string,
  revisions: readonly number[],
): Promise<ReadonlyMap<number, SaveAuthor>> {
  const authors = new Map<number, SaveAuthor>()
  for (const batch of batches([...new Set(revisions)])) {
    const rows = await db
      .selectFrom('draft_save')
      .leftJoin('operator', 'operator.id', 'draft_save.operator_id')
      .select(['revision', 'operator_id', 'at', 'operator.name'])
      .where('draft_id', '=', draftId)
      .where('revision', 'in', batch)
      .execute()
    for (const row of rows)
      authors.set(row.revision, { operatorId: row.operator_id, name: row.name ?? '', at: row.at })
  }
  return authors
}

/** Deletes what saves replaced in some lines. */
export async function deleteReplacedTexts(db: Db, draftId: string, lines: readonly string[]): Promise<void> {
  for (const batch of batches(lines))
    await db.deleteFrom('draft_edit').where('draft_id', '=', draftId).where('line_id', 'in', batch).execute()
}
