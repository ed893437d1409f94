import type { Book } from '@/lib/files/book/book'
import { type CompactLine, LineLayout } from '@/lib/import/lines/compact/compact-line'
import { LineFiller } from '@/lib/import/lines/fill/line-filler'
import type { FillSources } from '@/lib/import/lines/fill/order-filler'
import type { FillSourceLoader } from '@/lib/import/lines/fill/source-loader'
import {
  type ImportedTable,
  type ImportSelection,
  importSlices,
  type PreparedTable,
  prepareTable,
} from '@/lib/import/lines/import-table'
import { isSkipped, type SkipState } from '@/lib/import/lines/skipped-orders'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { shopKeys } from '@/lib/import/match/shop-keys'
import { textOfValue } from '@/lib/import/recipe/values/compile-rule'
import { OriginTally } from '@/lib/import/recipe/values/origins'
import { type ImportRule, isRuleOfShop } from '@/lib/import/rules/rule'
import { type RuleCount, RuleRunner } from '@/lib/import/rules/rule-runner'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { RepeatedRows } from './protocol'

/** Lines that are created at a time, so that a cancellation is handled soon. */
const SLICE_LINES = 500

/** Slices that are created ahead, so that their fill sources can be requested early. */
const SLICES_AHEAD = 4

/** Orders that a question about repeated rows names. */
const MAX_NAMED_ORDERS = 20

/** Lines with the request for their fill sources. */
interface PendingSlice {
  readonly lines: readonly CompactLine[]
  readonly sources: Promise<FillSources> | undefined
}

/** Counts of a file's lines; complete once all lines are created. */
export interface ImportTotals {
  /** Rows that became lines. */
  readonly rows: number
  readonly lines: number
  readonly orders: number
  readonly leftOut: ImportedTable['leftOut']
  readonly skippedOrders: ImportedTable['skipped']
  readonly hiddenRows: ImportedTable['hiddenRows']
  /** Cells that do not have the verbatim text of the file. */
  readonly tally: OriginTally
  /** Required columns that are not mapped and in which no line has a text. */
  readonly missing: readonly string[]
  /** What each rule of the operators did. */
  readonly rules: readonly RuleCount[]
}

/**
 * Creates the lines of a file and fills their blank cells on demand, so that a reader of the first lines does not wait
 * for all of them.
 */
export class LineStream {
  private readonly slices: Generator<readonly CompactLine[], undefined, undefined>
  private readonly layout = new LineLayout()
  private readonly filler: LineFiller | undefined
  private readonly runner: RuleRunner<CompactLine> | undefined
  private readonly tally = new OriginTally()
  /** Required columns that are not mapped. */
  private readonly unmapped: readonly string[]
  /** Keys of the shop that the file comes from. */
  private readonly shops: readonly string[]
  /** Of products, whose options may have what no column has: the columns that are blank in all lines so far. */
  private readonly columnsWithoutText: Set<string> | undefined
  private readonly leftOut: ImportedTable['leftOut'][number][] = []
  private readonly skipped: ImportedTable['skipped'][number][] = []
  private readonly hiddenRows: string[] = []
  private readonly pending: PendingSlice[] = []
  private ready: CompactLine[] = []
  private isDone = false
  private rows = 0
  private lines = 0
  private orders = 0
  private readonly prepared = new Map<DetectedMapping, PreparedTable>()
  private turn: Promise<unknown> = Promise.resolve()

  /**
   * @param tables detected mappings of the tables, in order
   * @param file the file's id, with which `hiddenColumns.source` begins
   * @param fillSources sources of blank cells; undefined: they stay blank
   * @param rules of the operators, for all shops
   * @param wanted which lines to include, if the shop has orders that are not to be shipped
   */
  constructor(
    private readonly book: Book,
    private readonly tables: readonly DetectedMapping[],
    private readonly file: string,
    private readonly fillSources: FillSourceLoader | undefined,
    private readonly rules: readonly ImportRule[] = [],
    private readonly wanted: ImportSelection = {},
  ) {
    this.slices = this.make()
    this.filler = fillSources && new LineFiller(fillSources.sheet)
    this.unmapped = tables[0] ? unmappedRequired(tables[0]) : []
    this.shops = tables[0] ? shopKeys(tables[0]) : []
    this.runner = tables[0] && runnerOf(rules, tables[0].sheet, this.shops)
    this.columnsWithoutText = tables.some(isOfProducts) ? new Set(this.unmapped) : undefined
  }

  /** A new stream with the same lines from the start, or with those in a state. What becomes of repeated rows stays. */
  restart(only?: SkipState): LineStream {
    const { keepsRepeated = false } = this.wanted
    const wanted = only ? { only, keepsRepeated } : this.wanted
    return new LineStream(this.book, this.tables, this.file, this.fillSources, this.rules, wanted)
  }

  /** A new stream that counts what other rules would do; its blanks stay blank. */
  withRules(rules: readonly ImportRule[]): LineStream {
    const { keepsRepeated = false } = this.wanted
    return new LineStream(this.book, this.tables, this.file, undefined, rules, { keepsRepeated })
  }

  /** The rows of the tables that repeat an earlier row of their order, whether they become lines or not. */
  repeatedRows(): RepeatedRows | undefined {
    const orders: string[] = []
    let rows = 0
    for (const mapping of this.tables) {
      const { table, plan, groups, repeated } = this.prepare(mapping)
      rows += repeated.size
      if (repeated.size === 0) continue
      for (const group of groups) {
        if (!group.some(position => repeated.has(position))) continue
        const number = plan.number?.read(table.rows.at(group[0] ?? -1) ?? [])
        orders.push(number === undefined ? '' : textOfValue(number).trim())
      }
    }
    return rows === 0
      ? undefined
      : { rows, orders: orders.length, first: orders.slice(0, MAX_NAMED_ORDERS).filter(one => one !== '') }
  }

  private prepare(mapping: DetectedMapping): PreparedTable {
    const prepared = this.prepared.get(mapping) ?? prepareTable(this.book, mapping)
    this.prepared.set(mapping, prepared)
    return prepared
  }

  /** Whether any of the lines so far is skipped. */
  get hasSkipped(): boolean {
    return this.skipped.some(({ means }) => isSkipped(means))
  }

  /** Whether any of the lines so far repeats an earlier row of its order, and is skipped. */
  get hasSkippedRepeats(): boolean {
    return this.skipped.some(({ means }) => means === 'repeated')
  }

  /**
   * The next lines, at most `limit`. Concurrent calls run one after the other.
   * @throws ReadError if there are more lines than a sheet may have
   */
  take(limit: number): Promise<{ readonly lines: readonly CompactLine[]; readonly isLast: boolean }> {
    return this.enqueue(async () => {
      await this.createLines(limit)
      const lines = this.ready.splice(0, limit)
      return { lines, isLast: this.isDone && this.ready.length === 0 }
    })
  }

  /** The counts of all lines; creates the remaining lines. @throws as `take` */
  async totals(): Promise<ImportTotals> {
    await this.enqueue(() => this.createLines(Number.POSITIVE_INFINITY))
    const { rows, lines, orders, leftOut, skipped: skippedOrders, hiddenRows } = this
    const tally = new OriginTally()
    tally.merge(this.tally)
    if (this.filler) tally.merge(this.filler.tally)
    const isFilled = (column: string) =>
      this.columnsWithoutText
        ? !this.columnsWithoutText.has(column)
        : this.filler?.hasFilled(column) || this.runner?.hasWritten(column)
    return {
      rows,
      lines,
      orders,
      leftOut,
      skippedOrders,
      hiddenRows,
      tally,
      missing: this.unmapped.filter(column => !isFilled(column)),
      rules: this.runner?.counts ?? [],
    }
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  /** Creates this many lines, if there are so many. */
  private async createLines(limit: number): Promise<void> {
    while (!this.isDone && this.ready.length < limit) {
      this.requestSlices()
      const next = this.pending.shift()
      if (!next) {
        this.isDone = true
        this.deliver(this.filler?.end() ?? [])
      } else if (this.filler && next.sources) this.deliver(this.filler.fill(next.lines, await next.sources))
      else this.deliver(next.lines)
    }
  }

  /** Creates some slices ahead and requests their sources early, because requests take long. */
  private requestSlices(): void {
    while (this.pending.length < (this.fillSources?.hasRequested ? SLICES_AHEAD : 1)) {
      const { value: lines } = this.slices.next()
      if (!lines) return
      this.pending.push({ lines, sources: this.fillSources?.sourcesFor(lines, this.shops) })
    }
  }

  private deliver(lines: readonly CompactLine[]): void {
    for (const line of lines) {
      this.ready.push(line)
      if (this.columnsWithoutText) this.noteTexts(line, this.columnsWithoutText)
    }
    this.lines += lines.length
  }

  private noteTexts(line: CompactLine, blank: Set<string>): void {
    for (const column of blank) if (!isBlank(line.textIn(column))) blank.delete(column)
  }

  private *make(): Generator<readonly CompactLine[], undefined, undefined> {
    const { file, layout, wanted } = this
    for (const table of this.tables) {
      // An order has one line per row; a row of a product may become several lines.
      const seen = isOfProducts(table) ? new Set<number>() : undefined
      const prepared = this.prepare(table)
      // The slices need it, and nothing else any more.
      this.prepared.delete(table)
      const slices = importSlices(this.book, table, {
        ...wanted,
        file,
        size: SLICE_LINES,
        layout,
        rules: this.runner,
        prepared,
      })
      for (let next = slices.next(); ; next = slices.next()) {
        if (next.done) {
          this.leftOut.push(...next.value.leftOut)
          for (const one of next.value.skipped) this.skipped.push(one)
          for (const place of next.value.hiddenRows) this.hiddenRows.push(place)
          this.orders += next.value.orders
          this.tally.merge(next.value.tally)
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

/** Undefined where no rule is for the sheet and the shop. */
function runnerOf(
  rules: readonly ImportRule[],
  sheet: SheetId,
  shops: readonly string[],
): RuleRunner<CompactLine> | undefined {
  const applicable = rules.filter(rule => rule.isEnabled && rule.sheet === sheet && isRuleOfShop(rule, shops))
  return applicable.length === 0 ? undefined : new RuleRunner(applicable, sheets[sheet])
}

const isOfProducts = ({ sheet }: DetectedMapping): boolean => sheets[sheet].recordType === 'product'

const unmappedRequired = ({ sheet, mapped }: DetectedMapping): string[] =>
  sheets[sheet].columns.filter(({ id, required }) => required && mapped[id] === undefined).map(({ id }) => id)
