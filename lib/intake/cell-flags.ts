import type { CellNote, Table } from './table'

/** What an import says of a text that it took as it stands. */
export type Flag = 'merged' | 'cut'

/** Flags of cells: by position of the row, then by column. */
export type Flags = ReadonlyMap<number, ReadonlyMap<number, Flag>>

/** Sorts out which notes of a table matter to an import; most tables have none. */
export function flagsOf({ notes, rows }: Table): Flags {
  const flags = new Map<number, Map<number, Flag>>()
  for (const [key, note] of notes) {
    const between = key.indexOf(':')
    const [row, column] = [Number(key.slice(0, between)), Number(key.slice(between + 1))]
    const flag = flagOf(note, rows.at(row)?.at(column) ?? '')
    if (flag === undefined) continue
    const there = flags.get(row) ?? new Map<number, Flag>()
    flags.set(row, there.set(column, flag))
  }
  return flags
}

function flagOf(note: CellNote, text: string): Flag | undefined {
  if (note.kind === 'merged') return 'merged'
  return note.kind === 'number' && isCut(text) ? 'cut' : undefined
}

/** So many digits of a number a spreadsheet keeps; it writes zeros for the rest. */
const KEPT = 15

/**
 * Whether a number that a spreadsheet stored as one may have lost its last digits: it has more than are kept, and
 * either ends in the zero that is written for what was lost, or is larger than a double holds exactly.
 */
export function isCut(text: string): boolean {
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length <= KEPT || !/^\d+$/.test(digits)) return false
  return digits.endsWith('0') || !Number.isSafeInteger(Number(digits))
}
