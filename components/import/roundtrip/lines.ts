import type { FileRow } from '@/components/import/controller/files/open-file'
import {
  fetchStoredFiles,
  fetchStoredRows,
  type StoredFile,
} from '@/components/import/controller/files/stored-files'
import type { ImportController } from '@/components/import/controller/import-controller'
import { inChunks, yieldToPaint } from '@/components/import/yield-to-paint'
import { hiddenColumns, parseSourcePosition, type SourcePosition } from '@/lib/import/recipe/hidden-columns'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { ExportedLine } from '@/lib/import/roundtrip/write-protocol'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Orders whose rows are requested together, and lines of one message. */
const ORDERS_PER_REQUEST = 250
const LINES_PER_MESSAGE = 40
/** Row numbers in one URL: servers refuse URLs of more than 16 KB. */
const ROWS_PER_URL = 1000

/** Which orders are downloaded: those with failures, those of some lines, or all. Orders are always whole. */
export type LineSelection = 'failing' | 'all' | readonly LineId[]

/** The data that a download reads. */
export interface ExportContext {
  readonly workbook: Workbook
  readonly importer: Pick<ImportController, 'summaries' | 'rowsJson'>
  readonly draftId: string
  /** Whether the operator may read the files of the draft; without them, lines are written in our own columns. */
  readonly mayReadFiles: boolean
  /** The sentence of a failure, with its column. */
  readonly message: (failure: ListedFailure) => string
}

/** The shop's own layout. */
export interface ShopLayout {
  readonly headings: readonly string[]
  readonly recipe: Recipe
}

/** First lines of the downloaded orders, as the screen sorts them. */
export function firstLinesOf({ index, failures, view }: Workbook, which: LineSelection): LineId[] {
  if (which === 'all') return [...index.firstLines()]
  if (which === 'failing') return [...failures.firstLines.list(view.lineOrder)]
  return [...new Set(which.flatMap(line => index.firstLineOf(line) ?? []))]
}

/**
 * The layout in which all lines of some orders came: of one table, or of several with the same headings and the same
 * recipe, as when a shop splits its export. @returns undefined where there is none, or it is unknown
 */
export async function layoutOf(
  context: ExportContext,
  firstLines: readonly LineId[],
): Promise<ShopLayout | undefined> {
  const { workbook } = context
  if (!context.mayReadFiles) return undefined
  const places = new Map<string, SourcePosition>()
  const isFromFiles = await inChunks(firstLines, firstLine =>
    (workbook.index.find(firstLine)?.lines ?? []).every(line => {
      const place = parseSourcePosition(workbook.draft.lines.get(line)?.texts[hiddenColumns.source])
      if (place) places.set(tableOf(place), place)
      return place !== undefined && places.size <= MAX_TABLES
    }),
  )
  if (!isFromFiles) return undefined
  const [layout, ...others] = await layoutsAt(context, [...places.values()])
  // Where one row becomes several lines, a line has no row of its own.
  if (!layout || layout.recipe.options) return undefined
  const key = layoutKey(layout)
  return others.every(other => other && layoutKey(other) === key) ? layout : undefined
}

/** Tables, and readings of them, that are compared. */
const MAX_TABLES = 50

const layoutKey = ({ headings, recipe }: ShopLayout): string => JSON.stringify([headings, recipe])

/** A key for one reading of a table. */
const tableOf = ({ file, table, reading }: SourcePosition): string => `${file}:${table}:${reading}`

async function layoutsAt(
  { importer, draftId }: ExportContext,
  places: readonly SourcePosition[],
): Promise<(ShopLayout | undefined)[]> {
  let stored: readonly StoredFile[] | undefined
  const layouts: (ShopLayout | undefined)[] = []
  for (const { file, table, reading } of places) {
    const report = importer.summaries.find(({ report: { id } }) => id === file)?.report
    if (report?.reading === reading && report.mapping.table === table) layouts.push(report.mapping)
    else {
      stored ??= await fetchStoredFiles(draftId)
      const source = stored?.find(({ id }) => id === file)
      layouts.push(source?.tables.find(one => one.position === table && one.reading === reading))
    }
  }
  return layouts
}

/** Receives the lines of a download. */
export interface LineReceiver {
  /** JSON of the rows that the next lines came from. @param table as these lines name it */
  rows(table: string, json: string): void
  /** Some lines, new sentences, and the progress from 0 to 1. @returns false to stop */
  lines(lines: readonly ExportedLine[], sentences: readonly string[], done: number): boolean
}

/**
 * Sends the lines of some orders, in chunks.
 * @param isShop whether each line brings the row of the file that it came from
 * @returns whether all were sent; false also where the server did not respond with their rows
 */
export async function sendLines(
  context: ExportContext,
  firstLines: readonly LineId[],
  isShop: boolean,
  to: LineReceiver,
): Promise<boolean> {
  const sentences = new SentenceTable()
  for (let at = 0; at < firstLines.length; at += ORDERS_PER_REQUEST) {
    const some = firstLines.slice(at, at + ORDERS_PER_REQUEST)
    for (const [table, wanted] of isShop ? rowsWanted(context, some) : []) {
      const rows = await rowsOf(context, wanted)
      if (rows === undefined) return false
      to.rows(table, rows)
    }
    let lines: ExportedLine[] = []
    const hand = () => {
      const handed = lines
      lines = []
      return to.lines(handed, sentences.takeFresh(), (at + some.length) / firstLines.length)
    }
    const isWanted = await inChunks(some, firstLine => {
      for (const line of outLines(context, firstLine, sentences)) lines.push(line)
      return lines.length < LINES_PER_MESSAGE || hand()
    })
    if (!isWanted || !hand()) return false
    await yieldToPaint()
  }
  return true
}

function outLines(
  { workbook, message }: ExportContext,
  firstLine: LineId,
  sentences: SentenceTable,
): ExportedLine[] {
  const failures = workbook.listFailures(firstLine)
  return (workbook.index.find(firstLine)?.lines ?? []).map(line => {
    const texts = workbook.draft.lines.get(line)?.texts ?? {}
    const here = failures.filter(failure => failure.line === line)
    const place = parseSourcePosition(texts[hiddenColumns.source])
    const orderId = workbook.edits.readOnly?.textOf(line) ?? ''
    return {
      key: line,
      firstLine,
      texts: withoutHidden(texts),
      ...(orderId !== '' && { orderId }),
      messages: [...new Set(here.map(failure => sentences.numberOf(message(failure))))],
      failing: here.flatMap(({ column }) => column ?? []),
      ...(place && { row: place.row, table: tableOf(place) }),
    }
  })
}

/** The texts of visible columns. Hidden columns are long, and not part of a download. */
function withoutHidden(texts: Texts): Texts {
  const {
    [hiddenColumns.source]: _,
    [hiddenColumns.number]: __,
    [hiddenColumns.dispatchBy]: ___,
    [hiddenColumns.origins]: ____,
    ...shown
  } = texts
  return shown
}

interface Wanted {
  readonly place: SourcePosition
  readonly numbers: Set<number>
}

/** The rows that lines of some orders came from, by table. */
function rowsWanted({ workbook }: ExportContext, firstLines: readonly LineId[]): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const firstLine of firstLines) {
    for (const line of workbook.index.find(firstLine)?.lines ?? []) {
      const place = parseSourcePosition(workbook.draft.lines.get(line)?.texts[hiddenColumns.source])
      if (!place) continue
      const table = tableOf(place)
      const known = wanted.get(table) ?? { place, numbers: new Set() }
      known.numbers.add(place.row)
      wanted.set(table, known)
    }
  }
  return wanted
}

/** JSON of rows of a file: from the worker that has it open, else from the server. */
async function rowsOf(
  { importer, draftId }: ExportContext,
  { place, numbers: all }: Wanted,
): Promise<string | undefined> {
  const numbers = [...all]
  const here = await importer.rowsJson(place, numbers)
  if (here !== undefined) return here
  const rows: FileRow[] = []
  for (let at = 0; at < numbers.length; at += ROWS_PER_URL) {
    const some = numbers.slice(at, at + ROWS_PER_URL)
    const kept = await fetchStoredRows(draftId, place, some)
    if (!kept) return undefined
    rows.push(...kept)
  }
  return JSON.stringify(rows)
}

/** Sentences that the table remembers; when it is full it starts again. */
const MAX_SENTENCES = 50_000

/** Numbers the sentences of lines, so that each is sent once and named by its number after that. */
export class SentenceTable {
  private readonly numbers = new Map<string, number>()
  private count = 0
  private fresh: string[] = []

  /** The number of a sentence, counted from 0. */
  numberOf(sentence: string): number {
    const known = this.numbers.get(sentence)
    if (known !== undefined) return known
    if (this.numbers.size >= MAX_SENTENCES) this.numbers.clear()
    const number = this.count++
    this.numbers.set(sentence, number)
    this.fresh.push(sentence)
    return number
  }

  /** The sentences that were not sent yet, in the order of their numbers. */
  takeFresh(): readonly string[] {
    const { fresh } = this
    this.fresh = []
    return fresh
  }
}
