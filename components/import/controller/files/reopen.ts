import { inChunks } from '@/components/import/yield-to-paint'
import type { Encoding } from '@/lib/files/book/book'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { ImportReport, ReadOptions } from '@/lib/import/reader/protocol'
import { hiddenColumns, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { OpenFile, ReadOutcome } from './open-file'

/** How a file was read when it was imported as the lines that are in the sheet. */
export interface PreviousReading {
  /** The name by which its lines know it. */
  readonly reading: string
  readonly onlyThisTable: boolean
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly header: number
  readonly recipe: Recipe
}

/** The state of a file in a draft. */
export interface LinesOfFile {
  readonly firstLine: LineId | undefined
  readonly lines: number
  /** Positions of the tables that they came from. */
  readonly tables: readonly number[]
  /** The reading that imported them. Where several did, the one that imported those that are not locked. */
  readonly reading: string
}

/** A file of the draft that is to be opened again. */
export interface ReopenRequest {
  readonly id: string
  readonly name: string
  readonly before: PreviousReading
  readonly of: LinesOfFile
  /** The next step: another reading, its mapping, or the import of skipped orders. */
  readonly followUp?: ReadOptions | 'map' | { readonly include: SkipState }
}

/** Whether a draft has lines of a file. */
export function hasLinesOf({ draft }: Workbook, id: string): boolean {
  for (const { texts } of draft.lines.values())
    if (texts[hiddenColumns.source]?.startsWith(`${id}:`)) return true
  return false
}

/** The lines that a draft has of each file, by the id of the file. Walks all lines, in chunks. */
export async function linesByFile(workbook: Workbook): Promise<ReadonlyMap<string, LinesOfFile>> {
  const { order, lines: all } = workbook.draft
  const sourceOf = (id: LineId) => all.get(id)?.texts[hiddenColumns.source]
  // Parsing each of 100,000 positions takes long: lines are counted by the part of the text that they share.
  const counts = new Map<string, { firstLine: LineId; lines: number }>()
  await inChunks(order, id => {
    const key = withoutRow(sourceOf(id))
    if (key === undefined) return true
    const known = counts.get(key)
    if (known) known.lines++
    else counts.set(key, { firstLine: id, lines: 1 })
    return true
  })
  const files = new Map<string, LinesOfFile>()
  let hasSeveralReadings = false
  for (const { firstLine, lines } of counts.values()) {
    const position = parseSourcePosition(sourceOf(firstLine))
    if (!position) continue
    const { file, table, reading } = position
    const known = files.get(file)
    hasSeveralReadings ||= known !== undefined && known.reading !== reading
    const tables = new Set([...(known?.tables ?? []), table])
    files.set(file, {
      firstLine: known?.firstLine ?? firstLine,
      lines: (known?.lines ?? 0) + lines,
      tables: [...tables],
      reading: known?.reading ?? reading,
    })
  }
  if (hasSeveralReadings) {
    await inChunks(order, id => {
      const position = workbook.isLocked(id) ? undefined : parseSourcePosition(sourceOf(id))
      const known = position && files.get(position.file)
      if (known) files.set(position.file, { ...known, reading: position.reading })
      return true
    })
  }
  return files
}

/** File, table and reading of a source position: the text without its row. */
function withoutRow(source: string | undefined): string | undefined {
  if (!source) return undefined
  const row = source.indexOf(':', source.indexOf(':') + 1)
  const reading = source.indexOf(':', row + 1)
  return source.slice(0, row) + (reading < 0 ? '' : source.slice(reading))
}

/** The options with which the file of a report was read. */
export const readingOfReport = ({
  reading,
  text,
  combinedTables,
  mapping: { header, recipe },
}: ImportReport): PreviousReading => ({
  reading,
  onlyThisTable: combinedTables.length === 0,
  ...(text && { encoding: text.encoding, delimiter: text.delimiter }),
  header,
  recipe,
})

/**
 * Reads a file as it was read before. The mapping is detected again first; only where that gives another result, the
 * recipe is given. So the report says "detected" where it said so before.
 * @param tables positions of the tables that its lines came from
 * @param options a password, where the file needs one
 */
export async function readAsPreviously(
  open: OpenFile,
  { reading, onlyThisTable, header, recipe, encoding, delimiter }: PreviousReading,
  tables: readonly number[],
  options: ReadOptions = {},
): Promise<ReadOutcome> {
  const [table] = tables
  const from = { ...(table !== undefined && { table }), onlyThisTable }
  const outcome = await open.read({
    ...options,
    reading,
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...from,
  })
  if (outcome.kind !== 'outline') return outcome
  const { mapping } = outcome.outline
  const isSame = mapping.header === header && JSON.stringify(mapping.recipe) === JSON.stringify(recipe)
  return isSame ? outcome : open.read({ reading, ...from, recipe, ...(onlyThisTable && { header }) })
}
