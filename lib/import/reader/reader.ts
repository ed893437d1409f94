import { type Book, positionOfRow, type Table, textsAt } from '@/lib/files/book/book'
import { ReadError, type ReadFailure } from '@/lib/files/book/read-error'
import { readFile } from '@/lib/files/read'
import { type PackedLines, packLines } from '@/lib/import/lines/compact/pack-lines'
import { type FillLookups, FillSourceLoader } from '@/lib/import/lines/fill/source-loader'
import { importSimilarTables, otherTables, similarTables } from '@/lib/import/lines/similar-tables'
import { type SkipState, skippedStates } from '@/lib/import/lines/skipped-orders'
import { type DetectedMapping, detectMapping } from '@/lib/import/match/detect-mapping'
import { apiJson } from '@/lib/import/match/json-format'
import { isKnownHeading } from '@/lib/import/match/known-headings'
import { type TableExcerpt, tableExcerpt } from '@/lib/import/match/table/excerpt'
import { splitReports } from '@/lib/import/match/table/split-reports'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { compactReimport } from '@/lib/import/roundtrip/compact'
import { hasLineKeys, type ReimportedFile, readByLineKeys, readRoundTrip } from '@/lib/import/roundtrip/read'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import type { Texts } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { LineStream } from './line-stream'
import { LinesByPlace } from './lines-by-place'
import { previewsOf } from './previews'
import type { ImportCounts, Outline, ReadOptions } from './protocol'
import { type FileReading, isWithoutRules, nameReading, ReadingNames } from './reading-names'
import { countsOf, outlineOf } from './report'

/** A file and its target sheet. */
export interface ReaderInput {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly sheet: SheetId
  /** Mappings that operators made before. */
  readonly remembered: readonly Recipe[] | Promise<readonly Recipe[]>
  /** Sources that fill blank cells; without them they stay blank. */
  readonly lookups?: FillLookups
  /** Loads the rules of the operators for a sheet; without it no rule is applied. */
  readonly rules?: (sheet: SheetId) => Promise<readonly ImportRule[]>
}

type ReaderOutcome =
  | { readonly kind: 'outline'; readonly outline: Outline }
  /** The file was downloaded from a draft and is reimported. */
  | { readonly kind: 'returned'; readonly returned: ReimportedFile }
  | { readonly kind: 'failed'; readonly failure: ReadFailure }

const NOTHING_READ = 'Nothing was read.'

interface PackedChunk {
  readonly packed: PackedLines
  /** Each line as it was imported; set only if the file is read again. */
  readonly previous?: readonly (Texts | null)[]
  readonly isLast: boolean
}

/** The detected mapping of a file, and its lines. */
interface DetectedFile extends FileReading {
  readonly stream: LineStream
}

/** Whether a file is opened, and not read again in another way that an operator chose. */
const isFirstRead = ({ encoding: _, password: __, ...choices }: ReadOptions): boolean =>
  Object.keys(choices).length === 0

/** Whether only the rules change, as they do when they are undone. */
const isOfRulesOnly = ({ rules, reading: _, includedRows: __, ...others }: ReadOptions): boolean =>
  rules !== undefined && Object.keys(others).length === 0

/** Whether a file is text without columns, such as a letter: nothing in it looks like a field of an order. */
const isWithoutColumns = ({ tables }: Book, { recipe }: DetectedMapping): boolean =>
  Object.keys(recipe.fields).length === 0 &&
  tables.every(({ rows }) =>
    [...rows.slice(0, MAX_ROWS_OF_LETTER)].every(row => row.filter(isFilled).length < 2),
  )

const MAX_ROWS_OF_LETTER = 200
const isFilled = (text: string): boolean => text.trim() !== ''

/** Reads one file any number of times with different options. Independent of worker and page. */
export class Reader {
  private book: Book | undefined
  private detected: DetectedFile | undefined
  /** The lines that the sheet has; undefined before an import. */
  private importedStream: LineStream | undefined
  private skippedStream: LineStream | undefined
  /** The lines that the sheet has, by their rows; set only if the file is read again. */
  private previousLines: Promise<LinesByPlace> | undefined
  private readonly names = new ReadingNames()
  private readonly rulesOfReadings = new Map<string, Pick<FileReading, 'rules' | 'ruleState'>>()
  /** Options of the last reading that led to lines. Encoding, delimiter, password and table stay. */
  private options: ReadOptions = {}

  constructor(readonly input: ReaderInput) {}

  /** Undefined before the file was read. */
  get result(): FileReading | undefined {
    return this.detected
  }

  /** @param options those that change; others stay as they were in earlier calls */
  async read(options: ReadOptions, onProgress?: (done: number) => void): Promise<ReaderOutcome> {
    try {
      return await this.readWith(options, onProgress)
    } catch (error) {
      if (error instanceof ReadError) return { kind: 'failed', failure: error.failure }
      throw error
    }
  }

  private async readWith(options: ReadOptions, onProgress?: (done: number) => void): Promise<ReaderOutcome> {
    const fillSources = this.fillSourcesFor(this.input.sheet)
    const needsBytes = 'encoding' in options || 'delimiter' in options || 'password' in options || !this.book
    const { recipe: _, header: __, ...unmapped } = this.options
    // If only the rules change, the mapping stays.
    const kept = isOfRulesOnly(options) ? this.options : unmapped
    const { reading, includedRows, ...changed } = options
    const all: ReadOptions = { ...kept, ...changed }
    const result = needsBytes ? await this.readBytes(all, onProgress) : undefined
    if (result && !result.ok) return { kind: 'failed', failure: result.failure }
    const whole = result ? result.book : this.book
    if (!whole) return { kind: 'failed', failure: { code: 'empty' } }
    const back = readRoundTrip(whole)
    if (back) return { kind: 'returned', returned: compactReimport(back) }
    const { sheet, id, bytes } = this.input
    const book = result ? splitReports(whole, heading => isKnownHeading(heading, sheet)) : whole
    const { table, header, recipe, answers: statusAnswers, onlyThisTable = false, keepsSheet = false } = all
    const remembered = await this.input.remembered
    const mapping = detectMapping(book, {
      sheet,
      remembered,
      keepsSheet,
      ...(table !== undefined && { table }),
      ...(header !== undefined && { header }),
      ...(recipe && { recipe }),
      ...(statusAnswers && { answers: statusAnswers }),
    })
    if (isFirstRead(options) && mapping.by === 'guess' && isWithoutColumns(book, mapping))
      return { kind: 'failed', failure: { code: 'not_a_table' } }
    // If the mapping is a guess, the operator confirms it before lines are compared.
    if (hasLineKeys(mapping) && (mapping.by !== 'guess' || recipe)) {
      const keyed = readByLineKeys(book, importSimilarTables(book, withoutStates(mapping), id, onlyThisTable))
      if (keyed) {
        this.book = book
        this.options = all
        return { kind: 'returned', returned: keyed }
      }
    }
    const tables = similarTables(book, mapping, onlyThisTable)
    const wanted = {
      ...(includedRows && { includedRows: new Set(includedRows) }),
      keepsRepeated: all.repeated === 'all',
    }
    const applied = await this.rulesFor(mapping.sheet, reading, all.rules)
    const sources = this.fillSourcesFor(mapping.sheet, fillSources)
    const stream = new LineStream(book, tables, id, sources, applied.rules, wanted)
    // A row of a product may become several lines; too many of them must fail here.
    if (sheets[mapping.sheet].recordType === 'product') await stream.totals()
    const others = otherTables(book, tables, { sheet: mapping.sheet, remembered })
    this.book = book
    const name = reading ?? this.names.of(book, mapping, applied.rules, applied.ruleState)
    this.rulesOfReadings.set(name, applied)
    this.detected = { book, mapping, tables, reading: name, stream, ...applied }
    this.previousLines = this.importedStream && linesByPlace(this.importedStream)
    this.options = { ...all, rules: applied.ruleState === 'off' ? 'none' : 'apply' }
    // Of a file that is opened again with such rows, those that the sheet has were chosen.
    const isDecided = all.repeated !== undefined || this.importedStream?.hasSkippedRepeats === true
    const repeatedRows = isDecided ? undefined : stream.repeatedRows()
    const outline = outlineOf(id, this.detected, previewsOf(bytes, book), others)
    return { kind: 'outline', outline: { ...outline, ...(repeatedRows && { repeatedRows }) } }
  }

  /** The next lines, at most `limit`. */
  async nextLines(limit: number): Promise<PackedChunk> {
    const { detected } = this
    const previousLines = await this.previousLines
    const next = await detected?.stream.take(limit)
    if (!detected || !next) return { packed: packLines([]), isLast: true }
    const { lines, isLast } = next
    for (const line of lines) nameReading(line, detected.reading)
    const previous = previousLines && lines.map(({ texts }) => previousLines.take(texts) ?? null)
    return { packed: packLines(lines), ...(previous && { previous }), isLast }
  }

  /**
   * The next lines of skipped orders in a state, at most `limit`.
   * @param isFirst whether from the first one on
   */
  async nextSkippedLines(
    state: SkipState,
    limit: number,
    isFirst: boolean,
  ): Promise<Pick<PackedChunk, 'packed' | 'isLast'>> {
    const { detected } = this
    if (isFirst) this.skippedStream = detected?.stream.restart(state)
    const next = await this.skippedStream?.take(limit)
    if (!detected || !next) return { packed: packLines([]), isLast: true }
    for (const line of next.lines) nameReading(line, detected.reading)
    return { packed: packLines(next.lines), isLast: next.isLast }
  }

  /** Counts all lines. @throws Error before the file was read */
  async counts(): Promise<ImportCounts> {
    const { detected } = this
    if (!detected) throw new Error(NOTHING_READ)
    return countsOf(detected.mapping, await detected.stream.totals())
  }

  /** Notes that the last reading was imported. Later readings are compared with it to find typed texts. */
  markImported(): void {
    const { detected } = this
    this.importedStream = detected?.stream
    if (detected) this.names.note(detected)
  }

  /** Rows of a table by their numbers in the file; numbers without a row are left out. */
  rows(table: number, numbers: readonly number[]): (readonly [number, readonly string[]])[] {
    const found = this.book?.tables[table]
    return numbers.flatMap(number => {
      const texts = found && rowOf(found, number)
      return texts ? [[number, texts] as const] : []
    })
  }

  /** The part of the table that its mapping shows. @throws Error before the file was read */
  excerpt(): TableExcerpt {
    const { mapping } = this.detected ?? {}
    const table = mapping && this.book?.tables[mapping.table]
    if (!table) throw new Error(NOTHING_READ)
    return tableExcerpt(table, mapping.header, mapping.headings.length)
  }

  private fillSourcesFor(sheet: SheetId, known?: FillSourceLoader): FillSourceLoader | undefined {
    const { lookups } = this.input
    return known?.sheet === sheet ? known : lookups && new FillSourceLoader(sheet, lookups)
  }

  /** What rules would do with the file, each after the ones before it. @throws Error before the file was read */
  async testRules(rules: readonly ImportRule[]): Promise<readonly RuleCount[]> {
    const { detected } = this
    if (!detected) throw new Error(NOTHING_READ)
    return (await detected.stream.withRules(rules).totals()).rules
  }

  /** The rules for a reading: those that it had if it is restored, else those of the operators now. */
  private async rulesFor(
    sheet: SheetId,
    reading: string | undefined,
    choice: ReadOptions['rules'],
  ): Promise<Pick<FileReading, 'rules' | 'ruleState'>> {
    const before = reading === undefined ? undefined : this.rulesOfReadings.get(reading)
    if (before) return before
    if (choice === 'none' || isWithoutRules(reading ?? '')) return { rules: [], ruleState: 'off' }
    // Missing rules hold up no file; the page reports them.
    const rules = await (this.input.rules?.(sheet) ?? Promise.resolve([])).catch(() => undefined)
    return rules ? { rules, ruleState: 'applied' } : { rules: [], ruleState: 'failed' }
  }

  private async readBytes(
    { encoding, delimiter, password }: ReadOptions,
    onProgress: ((done: number) => void) | undefined,
  ) {
    const { name, bytes, sheet } = this.input
    return readFile(name, bytes, {
      headingScore: headings => headings.filter(heading => isKnownHeading(heading, sheet)).length,
      jsonFormat: apiJson,
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
      ...(password !== undefined && { password }),
      ...(onProgress && { onProgress }),
    })
  }
}

/** The lines of a reading by their rows, with those of skipped orders, which may have been included. */
async function linesByPlace(stream: LineStream): Promise<LinesByPlace> {
  const places = new LinesByPlace()
  const skipped = stream.hasSkipped ? skippedStates : []
  for (const only of [undefined, ...skipped]) {
    const { lines } = await stream.restart(only).take(Number.POSITIVE_INFINITY)
    for (const { texts } of lines) places.add(texts)
  }
  return places
}

/** A reimported file is compared with all lines of the sheet, including those of skipped and included orders. */
const withoutStates = (mapping: DetectedMapping): DetectedMapping => ({
  ...mapping,
  recipe: { ...mapping.recipe, states: [] },
  isCompared: true,
})

function rowOf({ rows, numbers }: Table, number: number): readonly string[] | undefined {
  const position = positionOfRow(numbers, number)
  return numbers[position] === number ? textsAt(rows, position) : undefined
}
