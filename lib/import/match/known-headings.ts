import { bareHeading, ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { headingsOfRecipe } from '@/lib/import/recipe/recipe'
import { recipes } from '@/lib/import/recipe/recipes/all'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { meaningOfHeading } from './dictionary/dictionary'
import { headingRow } from './table/headings'

/** Column paths of all sheets, because our own files may be dropped on another sheet. */
const columnPaths = Object.values(sheets).flatMap(sheet => sheet.columns.map(column => column.id))

let knownSpellings: ReadonlySet<string> | undefined

/** Whether a recipe or the dictionary knows a heading. */
export function isKnownHeading(text: string, sheet: SheetId): boolean {
  knownSpellings ??= new Set([...recipes.flatMap(headingsOfRecipe).flat(), ...columnPaths].map(bareHeading))
  return (
    text.length <= MAX_HEADING_LENGTH &&
    (knownSpellings.has(bareHeading(text)) || meaningOfHeading(text, sheet) !== undefined)
  )
}

/** Longer texts are notices, not headings. In characters. */
const MAX_HEADING_LENGTH = 100

/** Whether a block with these first rows is a known export that fills this sheet; notices may be above its headings. */
export const beginsKnownExport = (rows: Matrix, sheet: SheetId): boolean =>
  rows.some((_, at) => isKnownExport(headingRow({ rows }, at), sheet))

/** Fewer known headings may be a few cells of text. */
const MIN_KNOWN_HEADINGS = 4

/**
 * Whether a block with these first rows is an export without a recipe: above its last row, which is data, most cells of
 * a row are headings that the dictionary knows. Pasted as usual, its cells would be in wrong columns, or left out.
 * @param leftOut the headings that a usual paste leaves out; undefined: it finds no headings
 */
export function beginsOtherExport(
  rows: Matrix,
  sheet: SheetId,
  leftOut: readonly string[] | undefined,
): boolean {
  const hasColumn = (text: string) => meaningOfHeading(text, sheet)?.column !== undefined
  if (leftOut && !leftOut.some(hasColumn)) return false
  return rows.slice(0, -1).some((_, at) => {
    const headings = headingRow({ rows }, at).filter(text => text.trim() !== '')
    const known = headings.filter(text => isKnownHeading(text, sheet))
    return known.length >= MIN_KNOWN_HEADINGS && known.length * 2 >= headings.length
  })
}

/** Whether headings belong to a known export that fills this sheet. */
export function isKnownExport(headings: readonly string[], sheet: SheetId): boolean {
  const columns = new ColumnsByHeading(headings)
  return recipes.some(
    ({ sheets, known }) =>
      sheets.includes(sheet) && known.every(spellings => columns.find(spellings) !== undefined),
  )
}
