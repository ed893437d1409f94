import type { Line, LineId } from '@/lib/sheet/schema/line'

/** Lines from the top that are found without an index: about as many as a screen shows. */
const MAX_SCANNED_FROM_TOP = 120
/** Lines on either side of the last position that are searched without an index. */
const MAX_SCANNED_NEARBY = 64

/** Lines by their positions in a draft, from 0. */
export interface LineList {
  readonly length: number
  at(position: number): Line | undefined
}

/**
 * The lines of a draft by id. The index of up to 100,000 lines is built when it is first needed, which is after the
 * first screen was painted.
 */
export class LineTable implements ReadonlyMap<LineId, Line> {
  private index: Map<LineId, Line> | undefined
  /** The lines by position, until one of them is removed; inserted lines are not among them. */
  private placed: LineList
  /** A copy of `placed`, once one of its lines was written. */
  private written: Line[] | undefined
  private lastWritten = -1
  /** Position of the line that was found by position last. */
  private lastRead = 0

  /** @param opening the lines that a draft is opened with, each id once, sorted by `order` */
  constructor(
    private opening: LineList,
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
    const place = this.openingPosition(id) ?? this.around(id)
    if (place === undefined) return this.map().get(id)
    this.lastRead = place
    return this.opening.at(place)
  }

  /** The line `id` at a position of the draft: usually found without a search. */
  at(position: number, id: LineId): Line | undefined {
    const line = position < 0 ? undefined : this.placed.at(position)
    if (line?.id !== id) return this.get(id)
    this.lastRead = position
    return line
  }

  /** Position of one of the first lines, as long as the index is not built. */
  openingPosition(id: LineId): number | undefined {
    if (this.index) return undefined
    for (let at = 0; at < MAX_SCANNED_FROM_TOP && at < this.opening.length; at++)
      if (this.opening.at(at)?.id === id) return at
    return undefined
  }

  has(id: LineId): boolean {
    return this.get(id) !== undefined
  }

  set(id: LineId, line: Line): void {
    // A line that exists is written by position, without the index.
    if (!this.write(id, line) || this.index) this.map().set(id, line)
  }

  /** Writes a line at its position. @returns false when it is not among the lines by position */
  private write(id: LineId, line: Line): boolean {
    if (this.placed.length === 0) return false
    this.written ??= Array.from(all(this.placed))
    this.placed = this.written
    if (!this.index) this.opening = this.written
    // Callers that write many lines write neighbours, one after the other.
    const next = this.lastWritten + 1
    this.lastWritten = this.written[next]?.id === id ? next : this.placeOf(line)
    if (this.written[this.lastWritten]?.id !== id) return false
    this.written[this.lastWritten] = line
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

  /** The line at the last position or the next one: callers that read many lines read neighbours. */
  private near(id: LineId): Line | undefined {
    const line = this.placed.at(this.lastRead)
    if (line?.id === id) return line
    const next = this.placed.at(this.lastRead + 1)
    if (next?.id !== id) return undefined
    this.lastRead++
    return next
  }

  /** Position of a line near the last position: a view scrolls by some lines at a time. */
  private around(id: LineId): number | undefined {
    const end = Math.min(this.lastRead + MAX_SCANNED_NEARBY, this.opening.length - 1)
    for (let at = Math.max(0, this.lastRead - MAX_SCANNED_NEARBY); at <= end; at++)
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

  /** Position of a line, or where it would be inserted. */
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

function* all(lines: LineList): Generator<Line> {
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at)
    if (line) yield line
  }
}
