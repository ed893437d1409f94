import type { Line, LineId } from './draft'

/** A screen shows about so many lines: they are found without an index. */
const FIRST = 120
/** As long as there is no index, a line is looked for so far around the one that was asked for last. */
const AROUND = 64

/** Lines by their position, as an array has them. */
export interface Placed {
  readonly length: number
  at(position: number): Line | undefined
}

/**
 * The lines of a draft by id. What finds them among 100,000 is built when it is first needed, which is after the first
 * screen was painted.
 */
export class LineTable implements ReadonlyMap<LineId, Line> {
  private index: Map<LineId, Line> | undefined
  /** The lines by position, until one of them goes; those that come later are not among them. */
  private placed: Placed
  /** The same, once one of them was written. */
  private written: Line[] | undefined
  /** Where the line stands that was written last. */
  private last = -1
  /** Where the line stands that was found by its place last. */
  private asked = 0

  /** @param opening the lines that a draft is opened with, each id once, in their `order` */
  constructor(
    private opening: Placed,
    private readonly order: (a: Line, b: Line) => number,
  ) {
    this.placed = opening
  }

  get size(): number {
    return this.index?.size ?? this.opening.length
  }

  get(id: LineId): Line | undefined {
    const near = this.near(id)
    if (near || this.index) return near ?? this.index?.get(id)
    const place = this.early(id) ?? this.around(id)
    if (place === undefined) return this.map().get(id)
    this.asked = place
    return this.opening.at(place)
  }

  /** The line `id`, which stands at a position of the draft: most often without looking for it. */
  at(position: number, id: LineId): Line | undefined {
    const line = position < 0 ? undefined : this.placed.at(position)
    if (line?.id !== id) return this.get(id)
    this.asked = position
    return line
  }

  /** The place of one of the first lines, as long as nothing changed since the draft was opened. */
  early(id: LineId): number | undefined {
    if (this.index) return undefined
    for (let at = 0; at < FIRST && at < this.opening.length; at++)
      if (this.opening.at(at)?.id === id) return at
    return undefined
  }

  has(id: LineId): boolean {
    return this.get(id) !== undefined
  }

  set(id: LineId, line: Line): void {
    // One that is there already needs no index to be written.
    if (!this.write(id, line) || this.index) this.map().set(id, line)
  }

  /** Writes a line where it stands, if it does among those that are placed. */
  private write(id: LineId, line: Line): boolean {
    if (this.placed.length === 0) return false
    this.written ??= Array.from(all(this.placed))
    this.placed = this.written
    if (!this.index) this.opening = this.written
    // Whoever writes many lines writes one after the other.
    const next = this.last + 1
    this.last = this.written[next]?.id === id ? next : this.placeOf(line)
    if (this.written[this.last]?.id !== id) return false
    this.written[this.last] = line
    return true
  }

  delete(id: LineId): void {
    this.map().delete(id)
    this.written = undefined
    this.placed = []
  }

  keys() {
    return this.map().keys()
  }

  values() {
    return this.map().values()
  }

  entries() {
    return this.map().entries()
  }

  forEach(take: (line: Line, id: LineId, table: LineTable) => void): void {
    for (const [id, line] of this.map()) take(line, id, this)
  }

  [Symbol.iterator]() {
    return this.map()[Symbol.iterator]()
  }

  /** Whoever asks for many lines asks for one after the other. */
  private near(id: LineId): Line | undefined {
    const line = this.placed.at(this.asked)
    if (line?.id === id) return line
    const next = this.placed.at(this.asked + 1)
    if (next?.id !== id) return undefined
    this.asked++
    return next
  }

  /** The place of a line not far from the one that was asked for last: a view moves by some lines at a time. */
  private around(id: LineId): number | undefined {
    const last = Math.min(this.asked + AROUND, this.opening.length - 1)
    for (let at = Math.max(0, this.asked - AROUND); at <= last; at++)
      if (this.opening.at(at)?.id === id) return at
    return undefined
  }

  private map(): Map<LineId, Line> {
    if (!this.index) {
      this.index = new Map()
      for (const line of all(this.opening)) this.index.set(line.id, line)
      this.opening = []
    }
    return this.index
  }

  /** Where a line stands, or would stand. */
  private placeOf(line: Line): number {
    let low = 0
    let high = this.placed.length
    while (low < high) {
      const middle = (low + high) >> 1
      const there = this.placed.at(middle)
      if (there && this.order(there, line) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function* all(lines: Placed): Generator<Line> {
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at)
    if (line) yield line
  }
}
