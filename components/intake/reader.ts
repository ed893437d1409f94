import { type Excerpt, excerptOf } from '@/lib/intake/excerpt'
import { FillAnswers, type FillLookups } from '@/lib/intake/fill-answers'
import { alikeTables, importAlike, otherTables } from '@/lib/intake/import-alike'
import type { Understood } from '@/lib/intake/imported'
import { isKnownHeading } from '@/lib/intake/known-headings'
import { LineStream } from '@/lib/intake/line-stream'
import { type PackedLines, packLines } from '@/lib/intake/pack-lines'
import { readFile } from '@/lib/intake/read-file'
import type { Recipe, ShopState } from '@/lib/intake/recipe'
import { isKeyed, type Returned, readKeyed, readReturn } from '@/lib/intake/return-read'
import { slimReturn } from '@/lib/intake/return-slim'
import { skippedStates } from '@/lib/intake/set-aside'
import { type Book, type Table, type Trouble, textsAt } from '@/lib/intake/table'
import { understand } from '@/lib/intake/understand'
import { Unreadable } from '@/lib/intake/unreadable'
import type { Texts } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { LinesByPlace } from './lines-by-place'
import { previewsOf } from './previews'
import type { Counts, Outline, Wish } from './protocol'
import { nameReading, ReadingNames, type Result } from './reading-names'
import { countsOf, outlineOf } from './report'

/** A file to be read, and for which sheet. */
export interface Given {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet: SheetId
  /** What operators mapped before. */
  readonly remembered: readonly Recipe[] | Promise<readonly Recipe[]>
  /** Where is asked for what fills the blanks of the file; without it they stay. */
  readonly lookups?: FillLookups
}

type Reading =
  | { readonly ok: true; readonly outline: Outline }
  /** It went out from a draft of ours, and comes back. */
  | { readonly ok: true; readonly returned: Returned }
  | { readonly ok: false; readonly trouble: Trouble }

/** Some lines of a file, as `NextLines` of those that are brought. */
interface PackedNext {
  readonly packed: PackedLines
  readonly was?: readonly (Texts | null)[]
  readonly isLast: boolean
}

/** What a file was understood to say, and the lines that are made of it. */
interface Sense extends Result {
  readonly stream: LineStream
}

/** Reads one file, as often and in as many ways as is wished. Nothing here knows of a worker or of a page. */
export class Reader {
  private book: Book | undefined
  private sense: Sense | undefined
  /** What the sheet has; undefined before it has anything. */
  private settled: LineStream | undefined
  /** The lines that are not to be shipped any more, while they are brought in after all. */
  private aside: LineStream | undefined
  private before: Promise<LinesByPlace> | undefined
  private readonly names = new ReadingNames()
  /** The last that led to lines; `encoding` and the like are wished once and stay. */
  private wish: Wish = {}

  constructor(readonly given: Given) {}

  /** What the file became; undefined before it was read. */
  get result(): Result | undefined {
    return this.sense
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
    const answers = this.answersFor(this.given.sheet)
    const isReread = 'encoding' in wish || 'delimiter' in wish || 'password' in wish || !this.book
    const { recipe: _, header: __, ...kept } = this.wish
    const { reading, anyhow, ...wished } = wish
    const all: Wish = { ...kept, ...wished }
    const result = isReread ? await this.readAgain(all, onProgress) : undefined
    if (result && !result.ok) return result
    const book = result ? result.book : this.book
    if (!book) return { ok: false, trouble: { code: 'empty' } }
    const back = readReturn(book)
    if (back) return { ok: true, returned: slimReturn(back) }
    const { sheet, id, bytes } = this.given
    const { table, header, recipe, answers: said, isAlone = false } = all
    const remembered = await this.given.remembered
    const understood = understand(book, {
      sheet,
      remembered,
      ...(table !== undefined && { table }),
      ...(header !== undefined && { header }),
      ...(recipe && { recipe }),
      ...(said && { answers: said }),
    })
    // Of a file that nobody knows the columns are asked for first.
    if (isKeyed(understood) && (understood.by !== 'guess' || recipe)) {
      const keyed = readKeyed(book, importAlike(book, withoutStates(understood), id, isAlone))
      if (keyed) {
        this.book = book
        this.wish = all
        return { ok: true, returned: keyed }
      }
    }
    const tables = alikeTables(book, understood, isAlone)
    const wanted = anyhow ? { anyhow: new Set(anyhow) } : {}
    const stream = new LineStream(book, tables, id, this.answersFor(understood.sheet, answers), wanted)
    // Of products there may be more lines than rows, and more than there can be.
    if (sheets[understood.sheet].noun === 'product') await stream.whole()
    const others = otherTables(book, tables, { sheet: understood.sheet, remembered })
    this.book = book
    const named = reading ?? this.names.of(book, understood)
    this.sense = { book, understood, tables, reading: named, stream }
    this.before = this.settled && byPlace(this.settled)
    this.wish = all
    return { ok: true, outline: outlineOf(id, this.sense, previewsOf(bytes, book), others) }
  }

  /** The next lines, at most so many; each says which row of which file it was. */
  async take(most: number): Promise<PackedNext> {
    const { sense } = this
    const before = await this.before
    const next = await sense?.stream.take(most)
    if (!sense || !next) return { packed: packLines([]), isLast: true }
    const { lines, isLast } = next
    for (const line of lines) nameReading(line, sense.reading)
    const was = before && { was: lines.map(({ texts }) => before.take(texts) ?? null) }
    return { packed: packLines(lines), ...was, isLast }
  }

  /**
   * The next of the lines that are not to be shipped any more, at most so many.
   * @param isFirst whether from the first one on
   */
  async takeAside(
    means: ShopState,
    most: number,
    isFirst: boolean,
  ): Promise<Pick<PackedNext, 'packed' | 'isLast'>> {
    const { sense } = this
    if (isFirst) this.aside = sense?.stream.anew({ only: means })
    const next = await this.aside?.take(most)
    if (!sense || !next) return { packed: packLines([]), isLast: true }
    for (const line of next.lines) nameReading(line, sense.reading)
    return { packed: packLines(next.lines), isLast: next.isLast }
  }

  /** What all lines came to; undefined before anything was read. */
  async count(): Promise<Counts | undefined> {
    const { sense } = this
    return sense && countsOf(sense.understood, await sense.stream.whole())
  }

  /** Takes in that the sheet has what was read last: by it is known what was typed since. */
  settle(): void {
    const { sense } = this
    this.settled = sense?.stream
    if (sense) this.names.note(sense)
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
    const { understood } = this.sense ?? {}
    const table = understood && this.book?.tables[understood.table]
    return table && excerptOf(table, understood.header, understood.headings.length)
  }

  private answersFor(sheet: SheetId, known?: FillAnswers): FillAnswers | undefined {
    const { lookups } = this.given
    return known?.sheet === sheet ? known : lookups && new FillAnswers(sheet, lookups)
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

/** Lines by where they stand in the file, with those that may have been brought in after all. */
async function byPlace(settled: LineStream): Promise<LinesByPlace> {
  const places = new LinesByPlace()
  const skipped = settled.leavesOut ? skippedStates.map(only => ({ only })) : []
  for (const wanted of [undefined, ...skipped]) {
    const { lines } = await settled.anew(wanted).take(Number.POSITIVE_INFINITY)
    for (const { texts } of lines) places.add(texts)
  }
  return places
}

/** What comes back is compared with all that stands in the sheet, brought in after all or not. */
const withoutStates = (understood: Understood): Understood => ({
  ...understood,
  recipe: { ...understood.recipe, states: [] },
  isCompared: true,
})

/** Texts of a row by its number in the file: numbers ascend. */
function rowOf({ rows, numbers }: Table, number: number): readonly string[] | undefined {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return numbers[low] === number ? textsAt(rows, low) : undefined
}
