import type { SheetId } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from './columns-by-heading'
import { recipes } from './recipes/all'

/** Whether some headings are those of an export that is known, and that fills this sheet. */
export function isKnownExport(headings: readonly string[], sheet: SheetId): boolean {
  const columns = new ColumnsByHeading(headings)
  return recipes.some(
    ({ sheets, known }) =>
      sheets.includes(sheet) && known.every(spellings => columns.find(spellings) !== undefined),
  )
}
