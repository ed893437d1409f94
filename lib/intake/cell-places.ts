import { isBlank } from '@/lib/sheet/kinds'
import { limits } from './limits'
import { Unreadable } from './unreadable'

/** Set in the end of a cell that may hold quotes that are written twice. */
const DOUBLED = 1 << 30

/**
 * Where the cells of a separated text begin and end in it. Of 100,000 rows four million texts would be kept, of which
 * hardly half is ever asked for: places are but two numbers, in which nothing is looked for when memory is cleaned.
 */
export class CellPlaces {
  /** Cells so far. */
  count = 0
  private ends = new Int32Array(2048)

  constructor(private readonly text: string) {}

  /** Takes the next cell in: all letters from one place to before another. */
  add(from: number, to: number): void {
    const at = this.count * 2
    if (at === this.ends.length) this.grow()
    if (to - from > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    this.ends[at] = from
    this.ends[at + 1] = to
    this.count++
  }

  /** Takes in what stands between quotes. @param isDoubled whether quotes within may be written twice */
  addQuoted(from: number, to: number, isDoubled: boolean): void {
    this.add(from, to)
    if (isDoubled) this.ends[this.count * 2 - 1] = to | DOUBLED
  }

  /** Forgets the last cells. @param count of cells that stay */
  cutTo(count: number): void {
    this.count = count
  }

  /** The text of a cell. */
  textOf(cell: number): string {
    const { text } = this
    const from = this.ends[cell * 2] ?? 0
    const to = this.ends[cell * 2 + 1] ?? 0
    return (to & DOUBLED) === 0 ? text.slice(from, to) : text.slice(from, to & ~DOUBLED).replaceAll('""', '"')
  }

  /** Whether a cell from this one on says anything. */
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
