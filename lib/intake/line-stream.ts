import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { FillAnswers } from './fill-answers'
import { LineFiller } from './fill-imported'
import type { FillSources } from './fill-sources'
import { importSlices, type Wanted } from './import-book'
import type { Imported, Understood } from './imported'
import { Layout, type MadeLine } from './made-line'
import { OriginTally } from './origin-tally'
import { staysOut } from './set-aside'
import type { Book } from './table'

/** Lines that are made at a time: an answer to a cancel is never far. */
const SLICE = 500

/** Slices that are made before the one that is filled, where the server is asked for what they need. */
const AHEAD = 4

/** Lines, and what they are filled from. */
interface Asked {
  readonly lines: readonly MadeLine[]
  readonly sources: Promise<FillSources> | undefined
}

/** What the lines of a file came to; whole once all of them were made. */
export interface Made {
  /** Rows of the file that became lines. */
  readonly rows: number
  readonly lines: number
  readonly orders: number
  readonly leftOut: Imported['leftOut']
  readonly aside: Imported['aside']
  readonly unseen: Imported['unseen']
  /** Cells that were filled otherwise than verbatim. */
  readonly tally: OriginTally
  /** Required columns that nothing feeds and in which no line says anything. */
  readonly missing: readonly string[]
}

/**
 * Makes the lines of a file while others are taken already, and fills their blanks: whoever takes them never waits for all.
 */
export class LineStream {
  private readonly slices: Generator<readonly MadeLine[], undefined, undefined>
  private readonly layout = new Layout()
  private readonly filler: LineFiller | undefined
  private readonly tally = new OriginTally()
  /** Required columns that nothing feeds. */
  private readonly unfed: readonly string[]
  /** Of products, whose options may say what no column does: those of them in which no line said anything yet. */
  private readonly unsaid: Set<string> | undefined
  private readonly leftOut: Imported['leftOut'][number][] = []
  private readonly aside: Imported['aside'][number][] = []
  private readonly unseen: string[] = []
  private readonly asked: Asked[] = []
  private ready: MadeLine[] = []
  private isMade = false
  private rows = 0
  private lines = 0
  private orders = 0
  private turn: Promise<unknown> = Promise.resolve()

  /**
   * @param tables of the book, as each was understood, one after the other
   * @param file the file's id, which `hidden.source` begins with
   * @param answers what blanks are filled from; undefined: they stay
   * @param wanted which lines, where the shop does not want all of them shipped any more
   */
  constructor(
    private readonly book: Book,
    private readonly tables: readonly Understood[],
    private readonly file: string,
    private readonly answers: FillAnswers | undefined,
    private readonly wanted: Wanted = {},
  ) {
    this.slices = this.make()
    this.filler = answers && new LineFiller(answers.sheet)
    this.unfed = tables[0] ? unfed(tables[0]) : []
    this.unsaid = tables.some(isOfProducts) ? new Set(this.unfed) : undefined
  }

  /** The same lines from the first one on, or others of the same file. */
  anew(wanted = this.wanted): LineStream {
    return new LineStream(this.book, this.tables, this.file, this.answers, wanted)
  }

  /** Whether any line stays out, as far as they were made. */
  get leavesOut(): boolean {
    return this.aside.some(({ means }) => staysOut(means))
  }

  /**
   * The next lines, at most so many. Who asks again before the answer came has it after that.
   * @throws Unreadable where there are more lines than there can be
   */
  take(most: number): Promise<{ readonly lines: readonly MadeLine[]; readonly isLast: boolean }> {
    return this.inTurn(async () => {
      await this.prepare(most)
      const lines = this.ready.splice(0, most)
      return { lines, isLast: this.isMade && this.ready.length === 0 }
    })
  }

  /** What all lines come to; makes those that were not made yet. @throws as `take` */
  async whole(): Promise<Made> {
    await this.inTurn(() => this.prepare(Number.POSITIVE_INFINITY))
    const { rows, lines, orders, leftOut, aside, unseen } = this
    const tally = new OriginTally()
    tally.join(this.tally)
    if (this.filler) tally.join(this.filler.tally)
    const isSaid = (column: string) =>
      this.unsaid ? !this.unsaid.has(column) : this.filler?.hasFilled(column)
    return {
      rows,
      lines,
      orders,
      leftOut,
      aside,
      unseen,
      tally,
      missing: this.unfed.filter(column => !isSaid(column)),
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  /** Has so many lines ready, if there are. */
  private async prepare(most: number): Promise<void> {
    while (!this.isMade && this.ready.length < most) {
      this.ask()
      const next = this.asked.shift()
      if (!next) {
        this.isMade = true
        this.hand(this.filler?.end() ?? [])
      } else if (this.filler && next.sources) this.hand(this.filler.fill(next.lines, await next.sources))
      else this.hand(next.lines)
    }
  }

  /** Makes some slices more, and asks for what they need before it is their turn: the server is far away. */
  private ask(): void {
    while (this.asked.length < (this.answers?.hasAsked ? AHEAD : 1)) {
      const { value: lines } = this.slices.next()
      if (!lines) return
      this.asked.push({ lines, sources: this.answers?.sourcesFor(lines) })
    }
  }

  private hand(lines: readonly MadeLine[]): void {
    for (const line of lines) {
      this.ready.push(line)
      if (this.unsaid) this.listen(line, this.unsaid)
    }
    this.lines += lines.length
  }

  private listen(line: MadeLine, unsaid: Set<string>): void {
    for (const column of unsaid) if (!isBlank(line.said(column))) unsaid.delete(column)
  }

  private *make(): Generator<readonly MadeLine[], undefined, undefined> {
    const { file, layout, wanted } = this
    for (const table of this.tables) {
      // An order has a line for each row; a product may have several of one.
      const seen = isOfProducts(table) ? new Set<number>() : undefined
      const slices = importSlices(this.book, table, { ...wanted, file, size: SLICE, layout })
      for (let next = slices.next(); ; next = slices.next()) {
        if (next.done) {
          this.leftOut.push(...next.value.leftOut)
          for (const one of next.value.aside) this.aside.push(one)
          for (const place of next.value.unseen) this.unseen.push(place)
          this.orders += next.value.orders
          this.tally.join(next.value.tally)
          break
        }
        if (seen) for (const { row } of next.value) seen.add(row)
        else this.rows += next.value.length
        yield next.value
      }
      this.rows += seen?.size ?? 0
    }
    return undefined
  }
}

const isOfProducts = ({ sheet }: Understood): boolean => sheets[sheet].noun === 'product'

const unfed = ({ sheet, fed }: Understood): string[] =>
  sheets[sheet].columns.filter(({ id, required }) => required && fed[id] === undefined).map(({ id }) => id)
