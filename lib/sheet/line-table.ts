import type { Line, LineId } from './draft'

/** A screen shows about so many lines: they are found without an index. */
const FIRST = 120

/**
 * The lines of a draft by id. What finds them among 100,000 is built when it is first needed, which is after the first
 * screen was painted.
 */
export class LineTable implements ReadonlyMap<LineId, Line> {
  private index: Map<LineId, Line> | undefined

  /** @param opening the lines that a draft is opened with, in its order, each id once */
  constructor(private opening: readonly Line[]) {}

  get size(): number {
    return this.index?.size ?? this.opening.length
  }

  get(id: LineId): Line | undefined {
    if (this.index) return this.index.get(id)
    const place = this.early(id)
    return place === undefined ? this.map().get(id) : this.opening[place]
  }

  /** The place of one of the first lines, as long as nothing changed since the draft was opened. */
  early(id: LineId): number | undefined {
    if (this.index) return undefined
    for (let at = 0; at < FIRST && at < this.opening.length; at++) if (this.opening[at]?.id === id) return at
    return undefined
  }

  has(id: LineId): boolean {
    return this.get(id) !== undefined
  }

  set(id: LineId, line: Line): void {
    this.map().set(id, line)
  }

  delete(id: LineId): void {
    this.map().delete(id)
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

  private map(): Map<LineId, Line> {
    if (!this.index) {
      this.index = new Map(this.opening.map(line => [line.id, line]))
      this.opening = []
    }
    return this.index
  }
}
