import type { FailureCode } from '@/lib/contract/validation/failures'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line } from '@/lib/sheet/schema/line'
import type { RecordLines, SharedFailure } from '@/lib/sheet/schema/record-lines'

/** A number as a spreadsheet shortens it; 219E01BE and other codes do not match. */
const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/i
/** Error values that spreadsheets write in place of a value. */
const programError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!|#{2,})$/i
/** An error value within a text that was joined from several cells. */
const joinedError = /#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!)/

/**
 * Hidden key of a line with the origins of its cells (lib/import/recipe/hidden-columns.ts): some were
 * imported as cut numbers.
 */
const ORIGINS = '[].$origins'

/**
 * Failures of texts that were damaged before the import and cannot be restored: shortened numbers, numbers with more
 * digits than a spreadsheet keeps, error values, lost characters. Sent as they are, they would name another parcel.
 * Damage that can be repaired is proposed at the import instead (lib/import/repair/damaged-cells.ts).
 */
export function damagedCells({ columns, lines }: RecordLines): SharedFailure[] {
  return lines.flatMap(line => damagedIn(line, columns))
}

function damagedIn(line: Line, columns: readonly Column[]): SharedFailure[] {
  const found: SharedFailure[] = []
  const cut = cutOf(line)
  for (const column of columns) {
    const text = line.texts[column.id]
    if (text === undefined || isBlank(text)) continue
    const code = damageOf(text, column) ?? (cut?.[column.id] === text ? 'cut_digits' : undefined)
    if (code === undefined) continue
    found.push({ cells: [{ line: line.id, column: column.id }], code, params: { value: text.trim() } })
  }
  return found
}

function damageOf(text: string, column: Column): FailureCode | undefined {
  if (text.includes('\ufffd')) return 'unreadable_characters'
  if (text.includes('#') && (programError.test(text.trim()) || joinedError.test(text))) return 'program_error'
  return isIdentifier(column) && scientific.test(text.trim()) ? 'scientific' : undefined
}

/** Whether a column holds numbers that identify something. Number columns report unreadable texts themselves. */
export const isIdentifier = ({ holds }: Column): boolean =>
  holds === 'identifier' || holds === 'postal' || holds === 'telephone'

/** Whether any number of a line was cut to the digits that a spreadsheet keeps. */
export const mayBeCut = (line: Line): boolean => line.texts[ORIGINS]?.includes('"cut"') ?? false

/** Cells that were imported as cut numbers, with their imported texts: a text that was typed since is not cut. */
function cutOf(line: Line): Readonly<Record<string, string>> | undefined {
  if (!mayBeCut(line)) return undefined
  const origins = JSON.parse(line.texts[ORIGINS] ?? '{}') as Record<string, { kind: string; text: string }>
  return Object.fromEntries(
    Object.entries(origins).flatMap(([id, { kind, text }]) => (kind === 'cut' ? [[id, text]] : [])),
  )
}
