import { hidden } from '@/lib/intake/imported'
import { placeOf } from '@/lib/intake/line-place'
import type { Recipe } from '@/lib/intake/recipe'
import { type Encoding, encodings } from '@/lib/intake/table'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Answered, OpenFile } from './open-file'
import type { Report, Wish } from './protocol'

/** A file of a draft as the server keeps it. */
export interface KeptFile {
  readonly id: string
  readonly name: string
  readonly encoding: string | null
  readonly delimiter: string | null
  /** When all of it had come, and when it was erased (ISO 8601). */
  readonly kept_at: string | null
  readonly erased_at: string | null
  readonly tables: readonly KeptTable[]
}

interface KeptTable extends Pick<Report['understood'], 'header' | 'headings' | 'fed' | 'recipe'> {
  readonly position: number
  readonly name: string
}

/** How a file was read when it brought the lines that are in the sheet. */
export interface Before {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly header: number
  readonly recipe: Recipe
}

/** What a draft has of a file. */
export interface LinesOfFile {
  readonly first: LineId | undefined
  readonly lines: number
  /** Positions of the tables that they came from. */
  readonly tables: readonly number[]
}

/** A file of the draft that is to be opened again. */
export interface Reopening {
  readonly id: string
  readonly name: string
  readonly before: Before
  readonly of: LinesOfFile
  /** What is asked of it then: to be read another way, or mapped by hand. */
  readonly then?: Wish | 'map'
}

/** The lines in a draft of each file that it came from, by the id of the file. */
export function linesByFile({ draft }: Workbook): Map<string, LinesOfFile> {
  const tables = new Map<string, { first: LineId; lines: number }>()
  for (const id of draft.order) {
    const source = draft.lines.get(id)?.texts[hidden.source]
    if (!source) continue
    const table = source.slice(0, source.lastIndexOf(':'))
    const of = tables.get(table)
    if (of) of.lines++
    else tables.set(table, { first: id, lines: 1 })
  }
  const files = new Map<string, LinesOfFile>()
  for (const [table, { first, lines }] of tables) {
    const place = placeOf(`${table}:1`)
    if (!place) continue
    const of = files.get(place.file) ?? { first, lines: 0, tables: [] }
    files.set(place.file, { ...of, lines: of.lines + lines, tables: [...of.tables, place.table] })
  }
  return files
}

/** How a file was read by what the server knows of it. @param tables from which its lines came */
export function beforeOfKept(kept: KeptFile, tables: readonly number[]): Before | undefined {
  const table = kept.tables.find(({ position }) => tables.includes(position)) ?? kept.tables[0]
  const encoding = encodings.find(one => one === kept.encoding)
  return (
    table && {
      ...(encoding && { encoding }),
      ...(kept.delimiter !== null && { delimiter: kept.delimiter }),
      header: table.header,
      recipe: table.recipe,
    }
  )
}

/** How a file was read by what was reported of it. */
export const beforeOfReport = ({ text, understood: { header, recipe } }: Report): Before => ({
  ...(text && { encoding: text.encoding, delimiter: text.delimiter }),
  header,
  recipe,
})

/**
 * Reads a file the way it was read before. What is found out by itself now as it was then is left to be found out, so
 * that it is told by the same name.
 * @param tables from which its lines came; several came together because their headings are alike
 * @param wish what is to be said beside: a password
 */
export async function readAsBefore(
  open: OpenFile,
  { header, recipe, encoding, delimiter }: Before,
  tables: readonly number[],
  wish: Wish = {},
): Promise<Answered> {
  const [table, ...others] = tables
  const only = others.length === 0 ? table : undefined
  const answer = await open.read({
    ...wish,
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    table: only,
  })
  if (!answer.ok || 'returned' in answer) return answer
  const { understood } = answer.report
  const isAlike = understood.header === header && JSON.stringify(understood.recipe) === JSON.stringify(recipe)
  return isAlike ? answer : open.read({ table: only, recipe, ...(only !== undefined && { header }) })
}

/** The original of a file as it is kept beside a draft; undefined where it cannot be had now. */
export async function fetchOriginal(draftId: string, id: string, name: string): Promise<File | undefined> {
  try {
    const response = await fetch(`/drafts/${draftId}/sources/${id}`, { cache: 'no-store' })
    return response.ok ? new File([await response.blob()], name) : undefined
  } catch {
    return undefined
  }
}
