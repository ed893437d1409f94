import { hidden } from '@/lib/intake/imported'
import { placeOf } from '@/lib/intake/line-place'
import type { Recipe, ShopState } from '@/lib/intake/recipe'
import { type Encoding, encodings } from '@/lib/intake/table'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Answered, OpenFile } from './open-file'
import type { Report, Wish } from './protocol'
import { inSlices } from './slices'

/** A file of a draft as the server keeps it. */
export interface KeptFile {
  readonly id: string
  readonly name: string
  /** When all of it had come, and when it was erased (ISO 8601). */
  readonly kept_at: string | null
  readonly erased_at: string | null
  readonly tables: readonly KeptTable[]
}

interface KeptTable extends Pick<Report['understood'], 'header' | 'headings' | 'fed' | 'recipe'> {
  readonly reading: string
  readonly position: number
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly name: string
}

/** How a file was read when it brought the lines that are in the sheet. */
export interface Before {
  /** By which name its lines know it. */
  readonly reading: string
  /** Whether one table of it was imported, and no other came along. */
  readonly isAlone: boolean
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
  /** The reading that brought them; where several did, for some could not go, the one that brought those that can. */
  readonly reading: string
}

/** A file of the draft that is to be opened again. */
export interface Reopening {
  readonly id: string
  readonly name: string
  readonly before: Before
  readonly of: LinesOfFile
  /** What is asked of it then: to be read another way, to be mapped by hand, or what it has set aside. */
  readonly then?: Wish | 'map' | { readonly afterAll: ShopState }
}

/** The lines in a draft of each file that it came from, by the id of the file. All lines are looked through, in slices. */
export async function linesByFile(workbook: Workbook): Promise<ReadonlyMap<string, LinesOfFile>> {
  const { order, lines: all } = workbook.draft
  const brought = new Map<string, { first: LineId; lines: number }>()
  const of = (id: LineId) => broughtBy(all.get(id)?.texts[hidden.source])
  await inSlices(order, id => {
    const by = of(id)
    if (by === undefined) return true
    const known = brought.get(by)
    if (known) known.lines++
    else brought.set(by, { first: id, lines: 1 })
    return true
  })
  const files = new Map<string, LinesOfFile>()
  let isMixed = false
  for (const { first, lines } of brought.values()) {
    const place = placeOf(all.get(first)?.texts[hidden.source])
    if (!place) continue
    const { file, table, reading } = place
    const known = files.get(file)
    isMixed ||= known !== undefined && known.reading !== reading
    const tables = new Set([...(known?.tables ?? []), table])
    files.set(file, {
      first: known?.first ?? first,
      lines: (known?.lines ?? 0) + lines,
      tables: [...tables],
      reading: known?.reading ?? reading,
    })
  }
  if (isMixed) {
    await inSlices(order, id => {
      const place = workbook.isLocked(id) ? undefined : placeOf(all.get(id)?.texts[hidden.source])
      const known = place && files.get(place.file)
      if (known) files.set(place.file, { ...known, reading: place.reading })
      return true
    })
  }
  return files
}

/** File, table and reading of a line, as one text. */
function broughtBy(source: string | undefined): string | undefined {
  if (!source) return undefined
  const row = source.indexOf(':', source.indexOf(':') + 1)
  const reading = source.indexOf(':', row + 1)
  return source.slice(0, row) + (reading < 0 ? '' : source.slice(reading))
}

/** How a file was read when it brought what a draft has of it, by what the server knows. */
export function beforeOfKept(
  kept: KeptFile,
  { tables, reading }: Pick<LinesOfFile, 'tables' | 'reading'>,
): Before | undefined {
  const read = kept.tables.filter(one => one.reading === reading)
  const table = read.find(({ position }) => tables.includes(position)) ?? read[0]
  const encoding = encodings.find(one => one === table?.encoding)
  return (
    table && {
      reading,
      isAlone: read.length === 1,
      ...(encoding && { encoding }),
      ...(table.delimiter !== null && { delimiter: table.delimiter }),
      header: table.header,
      recipe: table.recipe,
    }
  )
}

/** How a file was read by what was reported of it. */
export const beforeOfReport = ({ reading, text, alike, understood: { header, recipe } }: Report): Before => ({
  reading,
  isAlone: alike.length === 0,
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
  { reading, isAlone, header, recipe, encoding, delimiter }: Before,
  tables: readonly number[],
  wish: Wish = {},
): Promise<Answered> {
  const [table] = tables
  const from = { ...(table !== undefined && { table }), isAlone }
  const answer = await open.read({
    ...wish,
    reading,
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...from,
  })
  if (!answer.ok || 'returned' in answer) return answer
  const { understood } = answer.outline
  const isAlike = understood.header === header && JSON.stringify(understood.recipe) === JSON.stringify(recipe)
  return isAlike ? answer : open.read({ reading, ...from, recipe, ...(isAlone && { header }) })
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
