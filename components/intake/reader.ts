import { type Excerpt, excerptOf } from '@/lib/intake/excerpt'
import { type ImportedTables, importAlike } from '@/lib/intake/import-alike'
import type { Imported } from '@/lib/intake/imported'
import { isKnownHeading } from '@/lib/intake/known-headings'
import { readFile } from '@/lib/intake/read-file'
import type { Recipe } from '@/lib/intake/recipe'
import { type Returned, readKeyed, readReturn } from '@/lib/intake/return-read'
import { slimReturn } from '@/lib/intake/return-slim'
import type { Book, Table, Trouble } from '@/lib/intake/table'
import { understand } from '@/lib/intake/understand'
import { Unreadable } from '@/lib/intake/unreadable'
import type { SheetId } from '@/lib/sheet/sheets'
import type { NextLines } from './bring'
import { LinesByPlace } from './lines-by-place'
import { previewsOf } from './previews'
import type { Report, Wish } from './protocol'
import { broughtBy, ReadingNames, type Result } from './reading-names'
import { reportOf } from './report'

/** A file to be read, and for which sheet. */
export interface Given {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet: SheetId
  /** What operators mapped before. */
  readonly remembered: readonly Recipe[]
  /** Fills what the file leaves blank. */
  readonly fill?: (imported: Imported) => Promise<Imported>
}

type Reading =
  | { readonly ok: true; readonly report: Report }
  /** It went out from a draft of ours, and comes back. */
  | { readonly ok: true; readonly returned: Returned }
  | { readonly ok: false; readonly trouble: Trouble }

/** Reads one file, as often and in as many ways as is wished. Nothing here knows of a worker or of a page. */
export class Reader {
  private book: Book | undefined
  private imported: ImportedTables | undefined
  private next = 0
  /** What the sheet has; undefined before it has anything. */
  private settled: ImportedTables | undefined
  private before: LinesByPlace | undefined
  private readonly names = new ReadingNames()
  private reading = ''
  /** The last that led to lines; `encoding` and the like are wished once and stay. */
  private wish: Wish = {}

  constructor(readonly given: Given) {}

  /** What the file became; undefined before it was read. */
  get result(): Result | undefined {
    const { book, imported, reading } = this
    return book && imported && { book, imported, reading }
  }

  /** @param wish what is wished anew; whatever is not named stays as it was wished before */
  async read(wish: Wish, onProgress?: (done: number) => void): Promise<Reading> {
    try {
      return await this.readAs(wish, onProgress)
    } catch (error) {
      if (error instanceof Unreadable) return { ok: false, trouble: error.trouble }
      throw error
    }
  }

  private async readAs(wish: Wish, onProgress?: (done: number) => void): Promise<Reading> {
    const isReread = 'encoding' in wish || 'delimiter' in wish || 'password' in wish || !this.book
    const { recipe: _, header: __, ...kept } = this.wish
    const { reading, ...wished } = wish
    const all: Wish = { ...kept, ...wished }
    const result = isReread ? await this.readAgain(all, onProgress) : undefined
    if (result && !result.ok) return result
    const book = result ? result.book : this.book
    if (!book) return { ok: false, trouble: { code: 'empty' } }
    const back = readReturn(book)
    if (back) return { ok: true, returned: slimReturn(back) }
    const { sheet, remembered } = this.given
    const { table, header, recipe } = all
    const understood = understand(book, {
      sheet,
      remembered,
      ...(table !== undefined && { table }),
      ...(header !== undefined && { header }),
      ...(recipe && { recipe }),
    })
    const said = importAlike(book, understood, this.given.id, table !== undefined)
    // Of a file that nobody knows the columns are asked for first.
    const keyed = understood.by === 'guess' && !recipe ? undefined : readKeyed(book, said)
    if (keyed) {
      this.book = book
      this.wish = all
      return { ok: true, returned: keyed }
    }
    const imported = { ...((await this.given.fill?.(said)) ?? said), tables: said.tables }
    this.book = book
    this.imported = imported
    this.before = this.settled && new LinesByPlace()
    for (const { texts } of this.settled?.lines ?? []) this.before?.add(texts)
    this.wish = all
    this.next = 0
    this.reading = reading ?? this.names.of(book, understood)
    const previews = previewsOf(this.given.bytes, book)
    return { ok: true, report: reportOf(this.given.id, book, imported, this.reading, previews) }
  }

  /** The next lines, at most so many; each says which row of which file it was. */
  take(most: number): NextLines {
    const { lines = [] } = this.imported ?? {}
    const { reading } = this
    const some = lines.slice(this.next, this.next + most).map(({ texts }) => broughtBy(texts, reading))
    this.next += some.length
    const { before } = this
    const was = before && { was: some.map(texts => before.take(texts) ?? null) }
    return { lines: some, ...was, isLast: this.next >= lines.length }
  }

  /** Takes in that the sheet has what was read last: by it is known what was typed since. */
  settle(): void {
    const { result } = this
    this.settled = result?.imported
    if (result) this.names.note(result)
  }

  /** What stands in some rows of a table. */
  rows(table: number, numbers: readonly number[]): (readonly [number, readonly string[]])[] {
    const found = this.book?.tables[table]
    return numbers.flatMap(number => {
      const texts = found && rowOf(found, number)
      return texts ? [[number, texts] as const] : []
    })
  }

  /** What whoever maps it by hand needs to see of the table that was understood. */
  excerpt(): Excerpt | undefined {
    const { understood } = this.imported ?? {}
    const table = understood && this.book?.tables[understood.table]
    return table && excerptOf(table, understood.header, understood.headings.length)
  }

  private async readAgain(
    { encoding, delimiter, password }: Wish,
    onProgress: ((done: number) => void) | undefined,
  ) {
    const { name, bytes, sheet } = this.given
    return readFile(name, bytes, {
      headingScore: headings => headings.filter(heading => isKnownHeading(heading, sheet)).length,
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
      ...(password !== undefined && { password }),
      ...(onProgress && { onProgress }),
    })
  }
}

/** Texts of a row by its number in the file: numbers ascend. */
function rowOf({ rows, numbers }: Table, number: number): readonly string[] | undefined {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return numbers[low] === number ? rows[low] : undefined
}
