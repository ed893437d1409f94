import { LineFiller } from '@/lib/import/lines/fill/line-filler'
import { type FillLookups, FillSourceLoader } from '@/lib/import/lines/fill/source-loader'
import type { WholeImport } from '@/lib/import/lines/import-table'

/**
 * Fills the blanks of all lines of a file.
 * @param shops keys of the shop that it comes from
 */
export async function fillImported(
  imported: WholeImport,
  lookups: FillLookups,
  shops: readonly string[] = [],
): Promise<WholeImport> {
  const { sheet } = imported.mapping
  const sources = await new FillSourceLoader(sheet, lookups).sourcesFor(imported.lines, shops)
  const filler = new LineFiller(sheet)
  return { ...imported, lines: [...filler.fill(imported.lines, sources), ...filler.end()] }
}
