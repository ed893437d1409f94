import { columnLetters } from '@/lib/intake/heading'
import type { Understood } from '@/lib/intake/imported'
import type { LinePlace } from '@/lib/intake/line-place'
import type { Intake } from './intake'

/** What is known of a table from which lines came. */
export interface TableHead extends Pick<Understood, 'headings' | 'fed'> {
  /** Name of the file. */
  readonly file: string
  /** Name of the table; '' where it has none. */
  readonly sheet: string
}

/** A column of a file from which a cell was fed. */
export interface FedBy {
  readonly letters: string
  readonly heading: string
  /** What stands there; undefined while it is not known. */
  readonly text: string | undefined
}

/** The columns of a file that feed a column of the sheet. @param row texts of the row, once they are known */
export const fedBy = (
  { fed, headings }: TableHead,
  column: string,
  row: readonly string[] | undefined,
): FedBy[] =>
  (fed[column] ?? []).map(at => ({
    letters: columnLetters(at),
    heading: headings[at] ?? '',
    text: row && (row[at] ?? ''),
  }))

/** Rows that are remembered. */
const KEPT = 500

/** Finds out where lines came from: from the worker that has the file open, else from the server. */
export class Traces {
  private readonly heads = new Map<string, TableHead | null>()
  private readonly rows = new Map<string, readonly string[] | null>()
  private listing: Promise<void> | undefined

  constructor(
    private readonly intake: Pick<Intake, 'summaries' | 'rows'>,
    private readonly draftId: string,
    /** Whether the operator may read the files of the draft; viewers may not. */
    private readonly mayReadFiles: boolean,
  ) {}

  /** What is known of the table now; null: nobody knows it, undefined: ask. */
  head({ file, table, reading }: LinePlace): TableHead | null | undefined {
    const report = this.intake.summaries.find(one => one.report.id === file)?.report
    if (report?.understood.table === table && report.reading === reading) {
      const { headings, fed } = report.understood
      const sheet = report.tables.find(({ at }) => at === table)?.name ?? ''
      return { file: report.name, sheet, headings, fed }
    }
    return this.heads.get(keyOf(file, table, reading))
  }

  /** What stands in the row; null: nobody knows it, undefined: ask. */
  row({ file, table, row, reading }: LinePlace): readonly string[] | null | undefined {
    return this.rows.get(`${keyOf(file, table, reading)}:${row}`)
  }

  /** Finds out what is not known of a place. @returns whether there is something new to be seen */
  async ask(place: LinePlace): Promise<boolean> {
    if (!this.mayReadFiles) return false
    const { file, table, row, reading } = place
    const key = keyOf(file, table, reading)
    const isKnown = this.head(place) !== undefined && this.row(place) !== undefined
    if (isKnown) return false
    if (this.head(place) === undefined) {
      this.listing ??= this.list()
      await this.listing
      this.listing = undefined
      if (this.head(place) === undefined) this.heads.set(key, null)
    }
    if (this.row(place) === undefined) {
      const here = await this.intake.rows(place, [row])
      const [found] = here ?? (await this.fetchRows(place))
      if (this.rows.size >= KEPT) this.rows.clear()
      this.rows.set(`${key}:${row}`, found?.[1] ?? null)
    }
    return true
  }

  /** A file came, or was read another way: what nobody knew of its rows may be known now. */
  forget(): void {
    this.rows.clear()
  }

  private async list(): Promise<void> {
    const answer = await fetchJson<{ sources: readonly KeptSource[] }>(`/drafts/${this.draftId}/sources`)
    for (const { id, name, tables } of answer?.sources ?? []) {
      for (const { reading, position, name: sheet, headings, fed } of tables)
        this.heads.set(keyOf(id, position, reading), { file: name, sheet, headings, fed })
    }
  }

  private async fetchRows({
    file,
    table,
    row,
    reading,
  }: LinePlace): Promise<readonly (readonly [number, string[]])[]> {
    const query = new URLSearchParams({ reading, table: String(table), numbers: String(row) })
    const path = `/drafts/${this.draftId}/sources/${file}/rows?${query}`
    return (await fetchJson<{ rows: readonly (readonly [number, string[]])[] }>(path))?.rows ?? []
  }
}

const keyOf = (file: string, table: number, reading: string) => `${file}:${table}:${reading}`

interface KeptSource {
  readonly id: string
  readonly name: string
  readonly tables: readonly (Pick<Understood, 'headings' | 'fed'> & {
    readonly reading: string
    readonly position: number
    readonly name: string
  })[]
}

/** JSON of the server; undefined where it is not to be had. */
export async function fetchJson<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { cache: 'no-store' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
