import { checkCellLength } from '@/lib/files/book/limits'
import { isBlank } from '@/lib/sheet/schema/kinds'

/** A bit in the end of a cell that may contain doubled quotes. */
const HAS_DOUBLED_QUOTES = 1 << 30

const EQUALS_SIGN = 61

/** A spreadsheet allows 255 characters in a text of a formula. */
const MAX_FORMULA_LENGTH = 1000

/** `="0123"`, or `=""0123""` of programs that double the quotes inside a cell and write none around it. */
const TEXT_FORMULA = /^=(?:""([^"]+)""|"((?:[^"]|"")*)")$/

/**
 * The text of a formula that is nothing but a text: shops write it into CSV files so that spreadsheets keep leading
 * zeros, and a spreadsheet shows 0123. Other formulas stay as they are.
 */
function withoutFormula(cell: string): string {
  const [, whole, quoted] = (cell.length <= MAX_FORMULA_LENGTH && TEXT_FORMULA.exec(cell)) || []
  return whole ?? quoted?.replaceAll('""', '"') ?? cell
}

/**
 * Where the cells of a delimited text begin and end. 100,000 rows would be four million strings, and more than half
 * of them are never used; two numbers for each cell need less memory, and the garbage collector does not visit them.
 */
export class CellRanges {
  /** Number of cells. */
  count = 0
  private ends = new Int32Array(2048)

  constructor(private readonly text: string) {}

  /** Adds a cell. @param from its first position @param to the position behind it */
  add(from: number, to: number): void {
    const at = this.count * 2
    if (at === this.ends.length) this.grow()
    checkCellLength(to - from)
    this.ends[at] = from
    this.ends[at + 1] = to
    this.count++
  }

  /** Adds a quoted cell, without its quotes. @param isDoubled whether quotes inside may be doubled */
  addQuoted(from: number, to: number, isDoubled: boolean): void {
    this.add(from, to)
    if (isDoubled) this.ends[this.count * 2 - 1] = to | HAS_DOUBLED_QUOTES
  }

  /** Removes the last cells. @param count of cells that remain */
  truncate(count: number): void {
    this.count = count
  }

  textOf(cell: number): string {
    const { text } = this
    const from = this.ends[cell * 2] ?? 0
    const to = this.ends[cell * 2 + 1] ?? 0
    const written =
      (to & HAS_DOUBLED_QUOTES) === 0
        ? text.slice(from, to)
        : text.slice(from, to & ~HAS_DOUBLED_QUOTES).replaceAll('""', '"')
    return written.charCodeAt(0) === EQUALS_SIGN ? withoutFormula(written) : written
  }

  /** Whether any cell from this one on is not blank. */
  hasTextFrom(cell: number): boolean {
    for (let at = cell; at < this.count; at++) if (!isBlank(this.textOf(at))) return true
    return false
  }

  private grow(): void {
    const larger = new Int32Array(this.ends.length * 2)
    larger.set(this.ends)
    this.ends = larger
  }
}
