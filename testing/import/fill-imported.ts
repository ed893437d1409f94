import { LineFiller } from '@/lib/import/lines/fill/line-filler'
import { type FillLookups, FillSourceLoader } from '@/lib/import/lines/fill/source-loader'
import type { WholeImport } from '@/lib/import/lines/import-table'

/** Fills the blank cells of all lines of a file. */
export async function fillImported(imported: WholeImport, lookups: FillLookups): Promise<WholeImport> {
  const { sheet } = imported.mapping
  const sources = await new FillSourceLoader(sheet, lookups).sourcesFor(imported.lines)
  const filler = new LineFiller(sheet)
  return { ...imported, lines: [...filler.fill(imported.lines, sources), ...filler.end()] }
}
