import type { Texts } from '@/lib/sheet/schema/line'
import type { CellTexts, CompactLine } from './compact-line'
import { HiddenClassCache } from './hidden-class-cache'

/** Lines for another thread: columns are named once, and all texts are one string. */
export interface PackedLines {
  /** The distinct column lists of lines. */
  readonly columnSets: readonly (readonly string[])[]
  /** The index of each line's column list. */
  readonly columnSetOf: readonly number[]
  /** The concatenated texts of all lines, and the length of each text. */
  readonly text: string
  readonly lengths: Uint32Array
}

/** Packs lines of one file. */
export function packLines(lines: readonly CompactLine[]): PackedLines {
  /** The first line with each column list. There are few lists: of records, of later lines, of filled lines. */
  const first: CompactLine[] = []
  const columnSetOf: number[] = []
  const texts: string[] = []
  for (const line of lines) {
    let columnSet = first.findIndex(other => hasSameColumns(other.cells, line.cells))
    if (columnSet === -1) columnSet = first.push(line) - 1
    columnSetOf.push(columnSet)
    for (const text of line.cells) if (text !== undefined) texts.push(text)
  }
  const lengths = new Uint32Array(texts.length)
  for (let at = 0; at < texts.length; at++) lengths[at] = texts[at]?.length ?? 0
  const columnSets = first.map(({ layout, cells }) =>
    layout.ids.filter((_, slot) => cells[slot] !== undefined),
  )
  return { columnSets, columnSetOf, text: texts.join(''), lengths }
}

/** Whether two lines have the same columns. */
function hasSameColumns(one: CellTexts, other: CellTexts): boolean {
  if (one.length !== other.length) return false
  for (let slot = 0; slot < one.length; slot++)
    if ((one[slot] === undefined) !== (other[slot] === undefined)) return false
  return true
}

/** Unpacks lines in their order. */
export function unpackLines({ columnSets, columnSetOf, text: letters, lengths }: PackedLines): Texts[] {
  const known = new HiddenClassCache()
  let from = 0
  let next = 0
  const text = () => {
    const to = from + (lengths[next++] ?? 0)
    const part = letters.slice(from, to)
    from = to
    return part
  }
  return columnSetOf.map(number => known.createFrom(columnSets[number] ?? [], text))
}
