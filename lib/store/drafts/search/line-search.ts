import 'server-only'
import { sql } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'
import { ListStatement } from '@/lib/store/db/statements/list-statement'
import { bytewise, startsWith } from '@/lib/store/db/statements/prefix'
import { readTexts } from '@/lib/store/drafts/line-texts'
import { foldName } from '@/lib/store/ledger/history/recipients'
import { toStorable } from '@/lib/store/stored-values'

/** Columns that hold the number of a line, and those that hold the name it is searched by. */
const NUMBER_COLUMNS = ['orderInfo.mallOrderNumber', 'shopProductId'] as const
const NAME_COLUMNS = ['recipient.name', 'productName'] as const

/** What a line of a draft is searched by; null where it has no such text. */
interface SearchKeys {
  readonly number_key: string | null
  readonly name_key: string | null
}

/** The search keys of a line: its number, and the name of its recipient or product, folded. */
const searchKeys = (texts: Readonly<Record<string, string>>): SearchKeys => ({
  number_key: keyOf(texts, NUMBER_COLUMNS),
  name_key: keyOf(texts, NAME_COLUMNS),
})

function keyOf(texts: Readonly<Record<string, string>>, columns: readonly string[]): string | null {
  for (const column of columns) {
    const text = texts[column]
    if (text) return fold(text) || null
  }
  return null
}

const fold = (text: string): string => foldName(toStorable(text))

const insertKeys = new ListStatement(
  3,
  ({ value, list }) => sql`
    insert into draft_line_search (draft_id, line_id, number_key, name_key)
    select ${value}, column1, column2, column3 from (values ${list}) as given`,
)

/**
 * Makes lines of a draft searchable by their texts; lines without a number and a name are not. Earlier keys of the
 * lines must be deleted first (`deleteSearchKeys`).
 */
export async function writeSearchKeys(
  db: Db,
  draftId: string,
  lines: readonly { readonly id: string; readonly texts: Readonly<Record<string, string>> }[],
): Promise<void> {
  const rows = lines.flatMap(({ id, texts }) => {
    const { number_key, name_key } = searchKeys(texts)
    return number_key === null && name_key === null ? [] : [[id, number_key, name_key]]
  })
  await insertKeys.run(db, [draftId], rows)
}

/** @param lineIds at most as many as fit into one statement (`batches`) */
export async function deleteSearchKeys(db: Db, draftId: string, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  await db
    .deleteFrom('draft_line_search')
    .where('draft_id', '=', draftId)
    .where('line_id', 'in', lineIds)
    .execute()
}

/** An order or product of a draft, by the first of its lines that was found. */
export interface FoundLine {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: string
  readonly isArchived: boolean
  readonly lineId: string
  readonly number: string
  /** The name of the recipient or the product; '' if the line has none. */
  readonly name: string
  /** When the draft was last edited (ISO 8601). */
  readonly updatedAt: string
}

/** Lines that are read for each key: an order may have many lines, and one of them is shown. */
const LINES_PER_KEY = 60

/**
 * Orders and products of drafts whose number, or whose recipient or product name, begins with `text`. Width, case and
 * spaces make no difference.
 */
export async function searchLines(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  text: string,
  limit: number,
): Promise<FoundLine[]> {
  const wanted = fold(text)
  if (wanted === '') return []
  const found = new Map<string, FoundLine>()
  for (const column of ['number_key', 'name_key'] as const) {
    const key = bytewise(dialect, sql.ref(column))
    // The index is read on its own: joined at once, PostgreSQL may read and sort all lines of a short text.
    const rows = await kysely
      .with('found', db =>
        db
          .selectFrom('draft_line_search')
          .select(['draft_id', 'line_id', 'number_key', 'name_key'])
          .where(column, 'is not', null)
          .where(startsWith(key, wanted))
          .orderBy(key)
          .limit(LINES_PER_KEY),
      )
      .selectFrom('found')
      .innerJoin('draft', 'draft.id', 'found.draft_id')
      .innerJoin('draft_line', join =>
        join
          .onRef('draft_line.draft_id', '=', 'found.draft_id')
          .onRef('draft_line.line_id', '=', 'found.line_id'),
      )
      .select(['draft.id', 'draft.name', 'draft.sheet', 'draft.archived_at', 'draft.updated_at'])
      .select(['draft_line.line_id', 'draft_line.texts', 'found.number_key'])
      .orderBy(bytewise(dialect, sql.ref(`found.${column}`)))
      .execute()
    for (const row of rows) {
      const id = `${row.id} ${row.number_key ?? row.line_id}`
      if (found.size < limit && !found.has(id)) found.set(id, toFound(row))
    }
  }
  return [...found.values()]
}

interface Row {
  id: string
  name: string
  sheet: string
  archived_at: string | null
  updated_at: string
  line_id: string
  texts: string
}

function toFound(row: Row): FoundLine {
  const texts = readTexts(row.texts)
  const textOf = (columns: readonly string[]) => columns.map(column => texts[column]).find(Boolean) ?? ''
  return {
    draftId: row.id,
    draftName: row.name,
    sheet: row.sheet,
    isArchived: row.archived_at !== null,
    lineId: row.line_id,
    number: textOf(NUMBER_COLUMNS),
    name: textOf(NAME_COLUMNS),
    updatedAt: row.updated_at,
  }
}

/** Makes lines from before the search existed searchable, some at a time. @returns whether all lines are */
export async function backfillSearchKeys({ kysely, write }: Database, limit = 500): Promise<boolean> {
  const { lines_to: from } = await kysely
    .selectFrom('retention')
    .select('lines_to')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (from === null) return true
  const [draftId = '', lineId = ''] = from.split(' ')
  return write(async trx => {
    const rows = await trx
      .selectFrom('draft_line')
      .select(['draft_id', 'line_id'])
      .where(row => row(row.refTuple('draft_id', 'line_id'), '>', row.tuple(draftId, lineId)))
      .orderBy('draft_id')
      .orderBy('line_id')
      .limit(limit)
      .execute()
    for (const id of new Set(rows.map(row => row.draft_id))) {
      const ofDraft = rows.filter(row => row.draft_id === id)
      await addKeys(
        trx,
        id,
        ofDraft.map(row => row.line_id),
      )
    }
    const last = rows.length < limit ? undefined : rows.at(-1)
    const next = last ? `${last.draft_id} ${last.line_id}` : null
    await trx.updateTable('retention').set({ lines_to: next }).where('id', '=', 1).execute()
    return last === undefined
  })
}

/** Makes those of some lines searchable that the ledger does not have. */
async function addKeys(db: Db, draftId: string, lineIds: readonly string[]): Promise<void> {
  // Locks the draft as saves do: they would write other keys meanwhile.
  await db.updateTable('draft').set({ id: draftId }).where('id', '=', draftId).execute()
  const rows = await db
    .selectFrom('draft_line')
    .leftJoin('ledger_order_line as sent', join =>
      join
        .onRef('sent.draft_id', '=', 'draft_line.draft_id')
        .onRef('sent.line_id', '=', 'draft_line.line_id'),
    )
    .leftJoin('ledger_order', 'ledger_order.id', 'sent.ledger_order_id')
    .select(['draft_line.line_id as id', 'draft_line.texts'])
    .where('draft_line.draft_id', '=', draftId)
    .where('draft_line.line_id', 'in', lineIds)
    .where(row => row.or([row('sent.line_id', 'is', null), row('ledger_order.scope', '=', 'products')]))
    .execute()
  const lines = new Map(rows.map(({ id, texts }) => [id, { id, texts: readTexts(texts) }]))
  await deleteSearchKeys(db, draftId, [...lines.keys()])
  await writeSearchKeys(db, draftId, [...lines.values()])
}
