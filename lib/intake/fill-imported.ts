import type { Line, Texts } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { fillBlanks } from './fill-blanks'
import { addNeeds, noNeeds } from './fill-needs'
import type { Preset } from './fill-sources'
import type { Imported } from './imported'
import type { PostalLookup } from './postal'
import { Shapes } from './shapes'

/** Where whoever fills asks for what blanks are filled from. */
export interface FillLookups {
  /** The sheet's default preset; undefined: it has none. */
  preset(sheet: SheetId): Promise<Preset | undefined>
  /** Of the product master: texts of item columns, by those of the codes that it knows. */
  products(codes: readonly string[]): Promise<ReadonlyMap<string, Texts>>
  /** The table of postal codes. */
  postal(): Promise<PostalLookup>
}

/**
 * Fills the blanks of what a file brought, before it comes into a draft. What cannot be asked for fills nothing: a
 * file comes in also while the server is away.
 */
export async function fillImported(imported: Imported, lookups: FillLookups): Promise<Imported> {
  const sheet = sheets[imported.understood.sheet]
  const lines = imported.lines.map(({ texts }, at): Line => ({ id: String(at), rank: at, texts }))
  const needs = noNeeds()
  for (const { texts } of lines) addNeeds(needs, texts)
  const [preset, products, postal] = await Promise.all([
    ifThere(lookups.preset(sheet.id)),
    needs.codes.size > 0 ? ifThere(lookups.products([...needs.codes])) : undefined,
    needs.postal.size > 0 ? ifThere(lookups.postal()) : undefined,
  ])
  const columns = columnsOf(imported)
  const { writes } = fillBlanks(lines, sheet, { preset, products, postal }, column => columns.has(column))
  const shapes = new Shapes()
  return {
    ...imported,
    lines: imported.lines.map((line, at) => {
      const written = writes.get(lines[at]?.id ?? '')
      return written ? { row: line.row, texts: shapes.merged(line.texts, written) } : line
    }),
  }
}

/** Columns that any line has. */
function columnsOf({ lines }: Imported): ReadonlySet<string> {
  const columns = new Set<string>()
  for (const { texts } of lines) for (const column in texts) columns.add(column)
  return columns
}

const ifThere = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)
