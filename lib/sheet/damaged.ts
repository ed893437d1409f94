import type { FailureCode } from '@/lib/contract/failures'
import type { Column } from './columns'
import type { Line } from './draft'
import { isBlank } from './kinds'
import type { RecordLines, SharedFailure } from './rules'

/** A number as a spreadsheet shortens it; 219E01BE and other codes are none. */
const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/i
/** What spreadsheets write in place of a value. */
const programError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|#{2,})$/i

/** Where a line keeps which of its cells came as numbers that were too long for a spreadsheet (lib/intake/imported.ts). */
const ORIGINS = '[].$origins'

/**
 * Texts that were damaged before they came here and that nobody can restore: shortened numbers, numbers of more digits
 * than a spreadsheet keeps, errors of a program, lost characters. They hold their order back, since sent they would
 * name another parcel. What can be restored is proposed instead (lib/intake/damage.ts).
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
  if (text.includes('#') && programError.test(text.trim())) return 'program_error'
  return isNamed(column) && scientific.test(text.trim()) ? 'scientific' : undefined
}

/** Numbers that name something; where numbers are counted their own kind says what it cannot read. */
export const isNamed = ({ holds }: Column): boolean =>
  holds === 'identifier' || holds === 'postal' || holds === 'telephone'

/** Whether a line keeps that any number of it was cut. */
export const mayBeCut = (line: Line): boolean => line.texts[ORIGINS]?.includes('"cut"') ?? false

/** The cells that came as cut numbers, with their texts then: what was typed since is as good as typed. */
function cutOf(line: Line): Readonly<Record<string, string>> | undefined {
  if (!mayBeCut(line)) return undefined
  const origins = JSON.parse(line.texts[ORIGINS] ?? '{}') as Record<string, { kind: string; text: string }>
  return Object.fromEntries(
    Object.entries(origins).flatMap(([id, { kind, text }]) => (kind === 'cut' ? [[id, text]] : [])),
  )
}
