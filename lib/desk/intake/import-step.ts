import 'server-only'
import { createHash } from 'node:crypto'
import { freezeOrders } from '@/lib/desk/runs/freeze'
import type { ImportCounts } from '@/lib/import/reader/protocol'
import { fileRowOf, hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { RANK_STEP } from '@/lib/sheet/draft/draft'
import type { Texts } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { Database, Db } from '@/lib/store/db/database'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { readSavedLines } from '@/lib/store/drafts/saves'
import { saveRows } from '@/lib/store/drafts/sources/source-rows'
import { deleteSourceTables, openSource } from '@/lib/store/drafts/sources/source-tables'
import { type SourceHead, setSourceKind } from '@/lib/store/drafts/sources/sources'
import type { IntakeFile } from '@/lib/store/intake/files'
import type { FileImport } from './thread/file-import'
import type { OpenedFile } from './thread/thread-protocol'

/** Lines of one transaction. */
const CHUNK_LINES = 500

/** Counts of an import, as the status of a file reports them. */
export interface IntakeCounts {
  readonly rows: number
  readonly lines: number
  readonly orders: number
  /** Orders that the shop does not want shipped, and that were not imported. */
  readonly skipped: number
  /** The saved mapping or known export by which it was read. */
  readonly recipe: string
}

type Lines = Extract<OpenedFile, { kind: 'lines' }>

/** How the import writes: every transaction renews the lease, and throws where it is lost. */
export interface ImportWriter {
  readonly database: Database
  write<T>(work: (trx: Db, now: Date) => Promise<T>): Promise<T>
  /**
   * Saves lines of the draft; throws where it is deleted. One that is archived during the import is completed: a draft
   * with a part of its file would look like a whole one once it is restored.
   */
  save(
    trx: Db,
    draft: Parameters<typeof saveLines>[1],
    upserts: Parameters<typeof saveLines>[2]['upserts'],
    now: Date,
  ): Promise<void>
  failpoint(at: 'file_lines'): void
}

/** Stores how the tables of a file were read, and their rows, so that each cell can be traced. */
export async function saveTables(
  writer: ImportWriter,
  head: SourceHead,
  opened: Lines,
  file: FileImport,
): Promise<void> {
  await writer.write(async trx => {
    for (const table of opened.tables) await openSource(trx, head, tableRow(head.id, table))
    await setSourceKind(trx, head.id, opened.bookKind)
  })
  for (;;) {
    const piece = await file.nextRows()
    if (!piece) return
    const { position, first, last, packed } = piece
    const table = opened.tables.find(one => one.position === position)
    const at = { source_id: head.id, reading: table?.reading ?? '', position }
    await writer.write(trx => saveRows(trx, at, { first: Number(first), last: Number(last), rows: packed }))
  }
}

const tableRow = (source: string, { headings, recipe, fed, ...table }: Lines['tables'][number]) => ({
  source_id: source,
  ...table,
  headings: JSON.stringify(headings),
  recipe: JSON.stringify(recipe),
  fed: JSON.stringify(fed),
})

/**
 * Saves the lines of a file. Their ids follow from their rows, so lines that an earlier process saved are recognised,
 * also where an operator has edited or removed them since.
 */
export async function saveFileLines(
  writer: ImportWriter,
  { id, draft_id: draftId, operator_id: operatorId }: IntakeFile,
  sheet: SheetId,
  file: FileImport,
): Promise<void> {
  const ids = new ArrivedLineIds(id)
  const draft = { id: draftId, sheet, name: '', operatorId }
  let count = 0
  for (let isLast = false; !isLast; ) {
    const chunk = await file.nextLines(CHUNK_LINES)
    isLast = chunk.isLast
    const above = count
    const lines = chunk.lines.map((texts, at) => ({
      id: ids.next(texts),
      rank: (above + at + 1) * RANK_STEP,
      texts,
    }))
    count += lines.length
    if (lines.length === 0) continue
    await writer.write(async (trx, now) => {
      const known = await readSavedLines(
        trx,
        draftId,
        lines.map(line => line.id),
      )
      const fresh = lines.filter(line => !known.has(line.id))
      if (fresh.length > 0) await writer.save(trx, draft, fresh, now)
    })
    writer.failpoint('file_lines')
  }
}

/** Removes what an interrupted import left in a draft, so that a person imports the file as a whole. */
export async function removePartial(
  writer: ImportWriter,
  { id, draft_id: draftId, operator_id: operatorId }: IntakeFile,
  sheet: SheetId,
): Promise<void> {
  const lines = await readLines(writer.database.kysely, draftId)
  const own = lines.filter(({ texts }) => texts[hiddenColumns.source]?.startsWith(`${id}:`))
  await writer.write(async (trx, now) => {
    await deleteSourceTables(trx, id)
    if (own.length === 0) return
    const draft = { id: draftId, sheet, name: '', operatorId, evenArchived: true }
    await saveLines(trx, draft, { upserts: [], removes: own.map(line => line.id) }, now)
  })
}

/**
 * Ids of the lines of a file that arrived without a person, made from their rows: a row of a product may become several
 * lines. They must not change, because an import that an upgrade interrupts continues by them.
 */
class ArrivedLineIds {
  private readonly seen = new Map<string, number>()

  constructor(private readonly file: string) {}

  next(texts: Texts): string {
    const place = fileRowOf(texts[hiddenColumns.source] ?? '')
    const count = this.seen.get(place) ?? 0
    this.seen.set(place, count + 1)
    const hash = createHash('sha256').update(`${this.file}\n${place}\n${count}`).digest()
    return Array.from(hash.subarray(0, 12), byte => ALPHABET[byte & 31]).join('')
  }
}

/** The alphabet of ids, as in lib/desk-api/drafts/ids.ts. */
const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

/** Counts the orders of a draft and, as its sheet would, those in which the desk itself finds errors. */
export async function countOrders(
  { longReads }: Pick<Database, 'longReads'>,
  draftId: string,
  sheet: SheetId,
): Promise<{ readonly records: number; readonly errors: Record<'unchecked' | 'passed' | 'failed', number> }> {
  const lines = await readLines(longReads, draftId)
  const { orders, withheld } = await freezeOrders(lines, sheets[sheet], {
    isProduction: false,
    requirements: [],
    held: new Set(),
  })
  return { records: orders.length + withheld, errors: { unchecked: withheld, passed: 0, failed: 0 } }
}

/** The counts of an import as they are stored with its file. */
export const countsOf = (counts: ImportCounts, { recipeId }: Lines): IntakeCounts => ({
  rows: counts.rows,
  lines: counts.lines,
  orders: counts.orders,
  skipped: new Set(
    counts.skippedOrders.flatMap(({ means, number }) =>
      means === 'cancelled' || means === 'unpaid' || means === 'unlisted' ? number : [],
    ),
  ).size,
  recipe: recipeId,
})
