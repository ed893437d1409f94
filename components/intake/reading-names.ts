import { hidden, type Understood } from '@/lib/intake/imported'
import { readAs } from '@/lib/intake/line-place'
import type { MadeLine } from '@/lib/intake/made-line'
import { sha256Of } from '@/lib/intake/sha256'
import type { Book } from '@/lib/intake/table'

/** What a file was understood to say, read in one way. */
export interface Result {
  readonly book: Book
  readonly understood: Understood
  /** The tables from which lines are taken, the one that was understood first. */
  readonly tables: readonly Understood[]
  /** By which name lines know it. */
  readonly reading: string
}

/** Digits that tell the few ways in which one file was read from one another. */
const DIGITS = 10

/**
 * By which names lines know the ways in which a file was read: '' is the one that was first, another is called by what
 * it is, so that every page calls it so.
 */
export class ReadingNames {
  private readonly known = new Map<string, string>()

  of(book: Book, understood: Understood): string {
    const way = wayOf(book, understood)
    return this.known.get(way) ?? (this.known.size === 0 ? '' : way)
  }

  /** The sheet has what was read so. */
  note({ book, understood, reading }: Result): void {
    this.known.set(wayOf(book, understood), reading)
  }
}

function wayOf({ text }: Book, { header, recipe }: Understood): string {
  const way = JSON.stringify([text?.encoding, text?.delimiter, header, recipe])
  return sha256Of(new TextEncoder().encode(way)).slice(0, DIGITS)
}

/** Has a line name its place as of the reading that brought it. */
export function nameReading(line: MadeLine, reading: string): void {
  const source = line.said(hidden.source)
  if (reading !== '' && source !== undefined) line.put(hidden.source, readAs(source, reading))
}
