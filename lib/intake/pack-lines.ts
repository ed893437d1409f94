import type { Texts } from '@/lib/sheet/draft'
import type { Cells, MadeLine } from './made-line'
import { Shapes } from './shapes'

/** Lines as they travel to another thread: columns are named once, and all texts are one. */
export interface PackedLines {
  /** Columns of lines, by the number that a line names. */
  readonly shapes: readonly (readonly string[])[]
  /** Of each line: which of the shapes it has. */
  readonly shapeOf: readonly number[]
  /** The texts of all lines one after the other, and how many letters each has. */
  readonly letters: string
  readonly lengths: Uint32Array
}

/** Packs lines of one file. */
export function packLines(lines: readonly MadeLine[]): PackedLines {
  /** Of each shape the first line that has it. There are few: of records, of their further lines, of filled ones. */
  const first: MadeLine[] = []
  const shapeOf: number[] = []
  const texts: string[] = []
  for (const line of lines) {
    let shape = first.findIndex(other => isAlike(other.cells, line.cells))
    if (shape === -1) shape = first.push(line) - 1
    shapeOf.push(shape)
    for (const text of line.cells) if (text !== undefined) texts.push(text)
  }
  const lengths = new Uint32Array(texts.length)
  for (let at = 0; at < texts.length; at++) lengths[at] = texts[at]?.length ?? 0
  const shapes = first.map(({ layout, cells }) => layout.ids.filter((_, place) => cells[place] !== undefined))
  return { shapes, shapeOf, letters: texts.join(''), lengths }
}

/** Whether two lines have the same columns. */
function isAlike(one: Cells, other: Cells): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++)
    if ((one[place] === undefined) !== (other[place] === undefined)) return false
  return true
}

/** Lines that were packed, in their order. */
export function unpackLines({ shapes, shapeOf, letters, lengths }: PackedLines): Texts[] {
  const known = new Shapes()
  let from = 0
  let next = 0
  const text = () => {
    const to = from + (lengths[next++] ?? 0)
    const part = letters.slice(from, to)
    from = to
    return part
  }
  return shapeOf.map(number => known.filled(shapes[number] ?? [], text))
}
