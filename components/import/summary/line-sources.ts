import { fetchStoredFiles, fetchStoredRows } from '@/components/import/controller/files/stored-files'
import type { ImportController } from '@/components/import/controller/import-controller'
import { columnLetters } from '@/lib/files/book/column-letters'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import type { SourcePosition } from '@/lib/import/recipe/hidden-columns'

/** A table that lines came from. */
export interface SourceTable extends Pick<DetectedMapping, 'headings' | 'mapped'> {
  /** Name of the file. */
  readonly file: string
  /** Name of the table; '' where it has none. */
  readonly sheet: string
}

/** A column of a file that a cell was mapped from. */
export interface SourceColumn {
  readonly letters: string
  readonly heading: string
  /** Its text in the row; undefined while that is unknown. */
  readonly text: string | undefined
}

/** The columns of a file that are mapped to a column of the sheet. @param row texts of the row, where known */
export const sourceColumnsOf = (
  { mapped, headings }: SourceTable,
  column: string,
  row: readonly string[] | undefined,
): SourceColumn[] =>
  (mapped[column] ?? []).map(at => ({
    letters: columnLetters(at),
    heading: headings[at] ?? '',
    text: row && (row[at] ?? ''),
  }))

/** Rows in the cache. */
const MAX_CACHED_ROWS = 500

/** Looks up where lines came from: in the worker that has the file open, else on the server. */
export class LineSources {
  private readonly tables = new Map<string, SourceTable | null>()
  private readonly rows = new Map<string, readonly string[] | null>()
  private listing: Promise<void> | undefined

  constructor(
    private readonly importer: Pick<ImportController, 'summaries' | 'rows'>,
    private readonly draftId: string,
    /** Whether the operator may read the files of the draft; viewers may not. */
    private readonly mayReadFiles: boolean,
  ) {}

  /** The table, as far as it is known. @returns null where it cannot be found, undefined before it was looked up */
  head({ file, table, reading }: SourcePosition): SourceTable | null | undefined {
    const report = this.importer.summaries.find(one => one.report.id === file)?.report
    if (report?.mapping.table === table && report.reading === reading) {
      const { headings, mapped } = report.mapping
      const sheet = report.tables.find(({ at }) => at === table)?.name ?? ''
      return { file: report.name, sheet, headings, mapped }
    }
    return this.tables.get(keyOf(file, table, reading))
  }

  /** The texts of the row. @returns null where they cannot be found, undefined before they were looked up */
  row({ file, table, row, reading }: SourcePosition): readonly string[] | null | undefined {
    return this.rows.get(`${keyOf(file, table, reading)}:${row}`)
  }

  /** Looks up what is unknown of a position. @returns whether anything was found out */
  async ask(place: SourcePosition): Promise<boolean> {
    if (!this.mayReadFiles) return false
    const { file, table, row, reading } = place
    const key = keyOf(file, table, reading)
    const isKnown = this.head(place) !== undefined && this.row(place) !== undefined
    if (isKnown) return false
    if (this.head(place) === undefined) {
      this.listing ??= this.list()
      await this.listing
      this.listing = undefined
      if (this.head(place) === undefined) this.tables.set(key, null)
    }
    if (this.row(place) === undefined) {
      const here = await this.importer.rows(place, [row])
      const [found] = here ?? (await fetchStoredRows(this.draftId, place, [row])) ?? []
      if (this.rows.size >= MAX_CACHED_ROWS) this.rows.clear()
      this.rows.set(`${key}:${row}`, found?.[1] ?? null)
    }
    return true
  }

  /** Empties the cache of rows, after an import or another reading. */
  forget(): void {
    this.rows.clear()
  }

  private async list(): Promise<void> {
    for (const { id, name, tables } of (await fetchStoredFiles(this.draftId)) ?? []) {
      for (const { reading, position, name: sheet, headings, fed } of tables)
        this.tables.set(keyOf(id, position, reading), { file: name, sheet, headings, mapped: fed })
    }
  }
}

const keyOf = (file: string, table: number, reading: string) => `${file}:${table}:${reading}`
