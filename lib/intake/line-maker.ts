import { blankShape } from '@/lib/sheet/shape'
import { hidden, type ImportedLine, type Origin } from './imported'
import { OriginTally } from './origin-tally'
import type { Given } from './rules'

/** A column of the sheet and what it gets in one line. */
export interface Put {
  readonly id: string
  readonly given: Given
}

/** Writes lines: texts by column id, and the hidden keys that say where they came from. */
export class LineMaker {
  /** Cells that were filled otherwise than verbatim so far. */
  readonly tally = new OriginTally()
  private readonly leading: Readonly<Record<string, string>>
  private readonly following: Readonly<Record<string, string>>
  /** Constants and mapped values come again and again, and are written once. */
  private readonly written = new WeakMap<Origin, string>()
  private readonly keys = new Map<string, string>()
  private texts: Record<string, string> = {}
  /** Whether the line has a place for every column by now. */
  private isWide = false
  private origins: string[] = []

  /**
   * @param source what `hidden.source` begins with: the file and the table
   * @param record ids of columns that only the first line of a record has
   * @param item ids of columns that every line has
   */
  constructor(
    private readonly source: string,
    record: readonly string[],
    item: readonly string[],
  ) {
    const always = [...item, hidden.source, hidden.number, hidden.origins]
    this.leading = blankShape([...record, ...always])
    this.following = blankShape(always)
  }

  begin(isFirst: boolean): void {
    this.texts = { ...(isFirst ? this.leading : this.following) }
    this.isWide = isFirst
    this.origins = []
  }

  put(id: string, given: Given): void {
    if (!this.isWide && this.texts[id] === undefined) this.widen()
    if (typeof given === 'string') {
      this.texts[id] = given
      return
    }
    this.texts[id] = given.text
    this.tally.add(given)
    this.origins.push(this.originOf(id, given))
  }

  /** The line as it was put together. @param row the file's */
  end(row: number): ImportedLine {
    const texts = this.texts
    texts[hidden.source] = `${this.source}${row}`
    if (this.origins.length > 0) texts[hidden.origins] = `{${this.origins.join(',')}}`
    return { texts, row }
  }

  /** A further line that says something of its record after all: names added one by one take longer. */
  private widen(): void {
    const narrow = this.texts
    this.isWide = true
    this.texts = { ...this.leading }
    for (const id in narrow) this.texts[id] = narrow[id] ?? ''
  }

  private originOf(id: string, origin: Origin): string {
    const key = this.keyOf(id)
    if (origin.kind !== 'constant' && origin.kind !== 'mapped') return key + json(origin)
    const there = this.written.get(origin)
    if (there !== undefined) return key + there
    const text = json(origin)
    this.written.set(origin, text)
    return key + text
  }

  private keyOf(id: string): string {
    const there = this.keys.get(id)
    if (there !== undefined) return there
    const key = `${JSON.stringify(id)}:`
    this.keys.set(id, key)
    return key
  }
}

/** As JSON.stringify writes an origin, in a third of the time: 100,000 lines have a million of them. */
function json({ kind, text, of, review }: Origin): string {
  const more = of === undefined ? '' : `,"of":${JSON.stringify(of)}`
  return `{"kind":"${kind}","text":${JSON.stringify(text)}${more}${review ? ',"review":true' : ''}}`
}
