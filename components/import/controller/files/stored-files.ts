import { type Encoding, encodings } from '@/lib/files/book/book'
import type { ImportReport } from '@/lib/import/reader/protocol'
import type { SourcePosition } from '@/lib/import/recipe/hidden-columns'
import type { FileRow } from './open-file'
import type { LinesOfFile, PreviousReading } from './reopen'

// The files of a draft as the server stores them. What cannot be fetched is undefined.

/** A source of the draft and its tables, without its bytes. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  /** When the upload was complete, and when the file was erased (ISO 8601). */
  readonly kept_at: string | null
  readonly erased_at: string | null
  readonly tables: readonly StoredTable[]
}

/** A table of a stored file, as one reading found it. */
export interface StoredTable extends Pick<ImportReport['mapping'], 'header' | 'headings' | 'recipe'> {
  /** `DetectedMapping.mapped`, under the name that it is stored by. */
  readonly fed: ImportReport['mapping']['mapped']
  readonly reading: string
  readonly position: number
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly name: string
}

/** The files of a draft; undefined if they could not be read. */
export const fetchStoredFiles = async (draftId: string): Promise<readonly StoredFile[] | undefined> =>
  (await fetchJson<{ sources: readonly StoredFile[] }>(`/drafts/${draftId}/sources`))?.sources

/** Rows of a table, by their numbers in the file. */
export async function fetchStoredRows(
  draftId: string,
  { file, reading, table }: Omit<SourcePosition, 'row'>,
  numbers: readonly number[],
): Promise<readonly FileRow[] | undefined> {
  const query = new URLSearchParams({ reading, table: String(table), numbers: numbers.join(',') })
  const path = `/drafts/${draftId}/sources/${file}/rows?${query}`
  return (await fetchJson<{ rows: readonly FileRow[] }>(path))?.rows
}

/** The stored original of a file; undefined if it could not be read. */
export async function fetchOriginal(draftId: string, id: string, name: string): Promise<File | undefined> {
  try {
    const response = await fetch(`/drafts/${draftId}/sources/${id}`, { cache: 'no-store' })
    return response.ok ? new File([await response.blob()], name) : undefined
  } catch {
    return undefined
  }
}

/** The reading that imported the lines of a draft. @returns undefined where the server does not know it */
export function readingOfStored(
  { tables: stored }: Pick<StoredFile, 'tables'>,
  { tables, reading }: Pick<LinesOfFile, 'tables' | 'reading'>,
): PreviousReading | undefined {
  const read = stored.filter(one => one.reading === reading)
  const table = read.find(({ position }) => tables.includes(position)) ?? read[0]
  const encoding: Encoding | undefined = encodings.find(one => one === table?.encoding)
  return (
    table && {
      reading,
      onlyThisTable: read.length === 1,
      ...(encoding && { encoding }),
      ...(table.delimiter !== null && { delimiter: table.delimiter }),
      header: table.header,
      recipe: table.recipe,
    }
  )
}

async function fetchJson<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { cache: 'no-store' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
