import { presetColumns } from '@/lib/intake/fill-sources'
import type { Column } from '@/lib/sheet/columns'
import type { SheetId } from '@/lib/sheet/sheets'
import { sheets } from '@/lib/sheet/sheets'

/** A field of a preset's form. Ids of columns hold dots and brackets, which mean something to forms. */
export interface PresetField {
  readonly name: string
  readonly column: Column
}

/** The fields of a preset of a sheet, in the order of the sheet. */
export const presetFields = (sheet: SheetId): PresetField[] =>
  presetColumns(sheets[sheet]).map(column => ({ name: column.id.replaceAll(/\W+/g, '_'), column }))
