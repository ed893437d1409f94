import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Outline, ReadOptions } from './protocol'

/** The question to answer before a file is imported. `mapping` needs the file's rows first. */
export type ImportQuestion = 'elsewhere' | 'choosing' | 'mapping' | 'statuses' | 'repeated'

/** @returns undefined if there is no question, `empty` if the file has only headings */
export function questionOf(
  outline: Outline,
  options: ReadOptions,
  sheet: SheetId,
): ImportQuestion | 'empty' | undefined {
  const { by, sheet: filled, mapped } = outline.mapping
  const ofRows = outline.statuses.length > 0 ? 'statuses' : outline.repeatedRows ? 'repeated' : undefined
  if (filled !== sheet) return 'elsewhere'
  // With other rules the mapping stays as it was confirmed.
  if (options.recipe || options.rules) return ofRows
  if (outline.isTableUnclear && options.table === undefined) return 'choosing'
  // An operator who chose the table, the header or the sheet sees the mapping that results.
  const isChosen = options.table !== undefined || options.header !== undefined || options.keepsSheet === true
  if (!isChosen && outline.expected <= 0 && Object.keys(mapped).length > 0) return 'empty'
  return outline.isSure && (by !== 'guess' || !isChosen) ? ofRows : 'mapping'
}
