import type { Book, Rows, Table } from '@/lib/files/book/book'
import { limits } from '@/lib/files/book/limits'
import { withoutHorizontalMerges } from '@/lib/files/book/merged-cells'
import { ReadError } from '@/lib/files/book/read-error'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { type ShopState, shopStates } from '@/lib/import/recipe/recipe'
import type { OriginTally } from '@/lib/import/recipe/values/origins'
import type { RuleRunner } from '@/lib/import/rules/rule-runner'
import { unprotectCell } from '@/lib/sheet/codecs/csv-cell'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { LeftOutReason } from './classified-rows'
import { type CompactLine, type ImportedLine, LineBuilder, LineLayout } from './compact/compact-line'
import { groupRows, type RowGroup, reportOf } from './group-rows'
import { type ImportPlan, isWrittenByUs, type MappedField, planImport } from './import-plan'
import { RecordWriter } from './record-writer'
import { repeatedRows } from './repeated-rows'
import { isSkipped, type SkippedOrder, type SkipState, tableRowKey } from './skipped-orders'

/** The lines of one table, and the rows that were not imported. */
export interface ImportedTable {
  readonly mapping: DetectedMapping
  readonly lines: readonly ImportedLine[]
  /** Numbers of the rows that were left out. */
  readonly leftOut: readonly { readonly row: number; readonly why: LeftOutReason }[]
  /** Orders or items that the shop does not want shipped, including those that were imported on request. */
  readonly skipped: readonly SkippedOrder[]
  /** Rows that became lines and are hidden in the file, by `tableRowKey`. */
  readonly hiddenRows: readonly string[]
  readonly orders: number
}

/** An import with its lines in compact form. */
export interface WholeImport extends ImportedTable {
  readonly lines: readonly CompactLine[]
}

/** The result of an import without its lines. */
interface ImportSummary extends Omit<ImportedTable, 'lines'> {
  readonly tally: OriginTally
}

/** Which lines to import. */
export interface ImportSelection {
  /** Only lines in this state; without it, all that `isSkipped` does not exclude. */
  readonly only?: SkipState
  /** Rows that are included nevertheless, by `tableRowKey`. */
  readonly includedRows?: ReadonlySet<string>
  /** Whether rows that repeat an earlier row of their order become lines like others; without it they are skipped. */
  readonly keepsRepeated?: boolean
}

/** Options of `importSlices`. */
interface SliceOptions extends ImportSelection {
  /** The file's id, with which `hiddenColumns.source` begins. */
  readonly file?: string
  /** Minimum number of lines in a slice; a record is never split. */
  readonly size?: number
  /** The slots of the columns; required if several tables become lines of one file. */
  readonly layout?: LineLayout
  /** Applies the rules of the operators to each record. */
  readonly rules?: RuleRunner<CompactLine> | undefined
  /** The table, where it is prepared already. */
  readonly prepared?: PreparedTable | undefined
}

/** A table whose rows are grouped into records. */
export interface PreparedTable {
  readonly table: Table
  readonly plan: ImportPlan
  readonly groups: readonly RowGroup[]
  /** Positions of rows that repeat an earlier row of their order. */
  readonly repeated: ReadonlySet<number>
}

/** Finds the records of a table, before they become lines. */
export function prepareTable(book: Book, mapping: DetectedMapping): PreparedTable {
  const read = withoutHorizontalMerges(book.tables[mapping.table] ?? emptyTable, mapping.header)
  // Our own CSV files protect cells that a spreadsheet would run with an apostrophe.
  const table = isWrittenByUs(mapping) && book.kind === 'text' ? withoutProtection(read) : read
  const plan = planImport(table, mapping)
  const groups = groupRows(table.rows, plan.positions, plan.grouping)
  // Each row of a file that is compared is one line, and equal options of a product are its error.
  const isAsked = sheets[mapping.sheet].recordType === 'order' && mapping.isCompared !== true
  return { table, plan, groups, repeated: isAsked ? repeatedRows(table.rows, groups, plan) : new Set() }
}

const emptyTable: Table = { name: '', isHidden: false, rows: [], numbers: [], notes: new Map() }

/** Converts a table to lines at once. @param file the file's id @throws as `importSlices` */
export function importTable(book: Book, mapping: DetectedMapping, file = ''): WholeImport {
  const lines: CompactLine[] = []
  const slices = importSlices(book, mapping, { file, size: 10_000 })
  for (;;) {
    const next = slices.next()
    if (next.done) return { ...next.value, lines }
    for (const line of next.value) lines.push(line)
  }
}

/**
 * Converts a table to lines slice by slice, so that a worker can hand over one slice while it builds the next.
 * @throws ReadError if its products have more options than a sheet may have lines
 */
export function* importSlices(
  book: Book,
  mapping: DetectedMapping,
  { file = '', size = 2000, layout = new LineLayout(), prepared, ...selection }: SliceOptions = {},
): Generator<readonly CompactLine[], ImportSummary, undefined> {
  const { table, plan, groups, repeated } = prepared ?? prepareTable(book, mapping)
  const parcels = parcelNumbers(table.rows, groups, plan)
  const source = `${file}:${mapping.table}:`
  const ids = (fields: readonly MappedField[]) => fields.map(field => field.id)
  const builder = new LineBuilder(layout, source, ids(plan.record), [plan.key, ...ids(plan.item)])
  const writer = new RecordWriter(table, plan, builder, parcels)
  const skippedRows = selection.keepsRepeated ? new Set<number>() : repeated
  const records = new RecordImport(
    { table, position: mapping.table },
    { plan, repeated: skippedRows },
    writer,
    selection,
  )
  let lines: CompactLine[] = []
  let handed = 0
  for (const group of groups) {
    builder.report = reportOf(group[0] ?? 0, plan.grouping.repeatedHeaders)
    records.add(group, lines)
    if (handed + lines.length > limits.rows) throw new ReadError({ code: 'too_many_rows', most: limits.rows })
    if (lines.length < size) continue
    handed += lines.length
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
  const { skipped, hiddenRows, orders } = records
  const leftOut = withSkipped(plan.leftOut, writer.leftOut.map(records.rowOf))
  return { mapping, leftOut, skipped, hiddenRows, orders, tally: builder.tally }
}

/** Makes the lines of a table, record by record, and notes what is not imported. */
class RecordImport {
  readonly skipped: SkippedOrder[] = []
  readonly hiddenRows: string[] = []
  orders = 0

  constructor(
    private readonly source: { readonly table: Table; readonly position: number },
    private readonly of: { readonly plan: ImportPlan; readonly repeated: ReadonlySet<number> },
    private readonly writer: RecordWriter,
    private readonly wanted: ImportSelection & Pick<SliceOptions, 'rules'>,
  ) {}

  /** Adds the lines of a group, if any of its rows is wanted. */
  add(group: RowGroup, lines: CompactLine[]): void {
    const rows = this.wantedRows(group)
    if (rows.length === 0) return
    const from = lines.length
    this.writer.write(rows, group, lines)
    const { rules } = this.wanted
    if (rules) {
      const { kept } = this.applyRules(rules, group, lines.splice(from))
      if (kept.length === 0) return
      for (const line of kept) lines.push(line)
    }
    this.noteHiddenRows(rows, lines, from)
    this.orders++
  }

  /** The number of a row in its file. */
  readonly rowOf = (position: number): number => this.source.table.numbers[position] ?? position + 1

  /** The rows of a group that become lines; notes those that the shop does not want shipped, and repeated ones. */
  private wantedRows(group: RowGroup): RowGroup {
    const { plan, repeated } = this.of
    const isLine = (position: number) => !plan.withoutLine.has(position)
    const rows = plan.withoutLine.size === 0 ? group : group.filter(isLine)
    if (rows.length === 0) return rows
    const states = plan.states?.of(group)?.filter((_, at) => isLine(group[at] ?? -1))
    const isAgain = (position: number) => repeated.has(position)
    if (repeated.size === 0 || !rows.some(isAgain)) return this.rowsInStates(group, rows, states)
    const isFirst = (position: number) => !isAgain(position)
    const ownStates = states?.filter((_, at) => isFirst(rows[at] ?? -1))
    const wanted = new Set(this.rowsInStates(group, rows.filter(isFirst), ownStates))
    this.skipped.push({
      means: 'repeated',
      number: this.writer.numberOfGroup(group),
      isWhole: false,
      table: this.source.position,
      rows: rows.filter(isAgain).map(this.rowOf),
    })
    return rows.filter(position =>
      isAgain(position) ? this.isWanted(position, 'repeated') : wanted.has(position),
    )
  }

  /** The rows of a group that become lines, by their states; notes those that the shop does not want shipped. */
  private rowsInStates(
    group: RowGroup,
    rows: RowGroup,
    states: readonly (ShopState | undefined)[] | undefined,
  ): RowGroup {
    const { only } = this.wanted
    if (!states) return only && only !== 'rule' ? [] : rows
    const number = this.writer.numberOfGroup(group)
    this.skipped.push(...skippedOf(rows, states, number, this.source.position, this.rowOf))
    return rows.filter((position, at) => this.isWanted(position, states[at]))
  }

  private isWanted(position: number, state: SkipState | undefined): boolean {
    const { only, includedRows } = this.wanted
    if (only && only !== 'rule') return state === only
    return !isSkipped(state) || includedRows?.has(this.keyOf(this.rowOf(position))) === true
  }

  /** Applies the rules of the operators to the lines of a record; notes those that a rule skips. */
  private applyRules(
    rules: RuleRunner<CompactLine>,
    group: RowGroup,
    record: readonly CompactLine[],
  ): RuledLines {
    const { writer, source } = this
    const ruled = keepByRules(record, rules, source.position, this.wanted)
    if (ruled.skipped.length > 0)
      this.skipped.push(skippedByRules(record, ruled.skipped, writer.numberOfGroup(group), source.position))
    if (ruled.dropped.length > 0) writer.takeBack(ruled.dropped, ruled.kept[0])
    return ruled
  }

  /** Notes rows that the file hides, if they became lines. @param from where the lines of the record begin */
  private noteHiddenRows(rows: RowGroup, lines: readonly CompactLine[], from: number): void {
    const hiddenInFile = this.source.table.hiddenRows
    if (!hiddenInFile) return
    const imported = this.wanted.rules && new Set(lines.slice(from).map(line => line.row))
    for (const position of rows) {
      const row = this.rowOf(position)
      if (hiddenInFile.has(row) && (imported?.has(row) ?? true)) this.hiddenRows.push(this.keyOf(row))
    }
  }

  private keyOf(row: number): string {
    return tableRowKey(this.source.position, row)
  }
}

/** Rows that are left out, with others that were found while the lines were made; both ascending. */
const withSkipped = (leftOut: ImportPlan['leftOut'], rows: readonly number[]): ImportPlan['leftOut'] =>
  rows.length === 0
    ? leftOut
    : [...leftOut, ...rows.map(row => ({ row, why: 'skipped' as const }))].sort((a, b) => a.row - b.row)

/** The rows of an order that the shop does not want shipped, by state. */
function skippedOf(
  group: RowGroup,
  states: readonly (ShopState | undefined)[],
  number: string,
  table: number,
  rowOf: (position: number) => number,
): SkippedOrder[] {
  return shopStates.flatMap(means => {
    const rows = group.filter((_, at) => states[at] === means).map(rowOf)
    return rows.length === 0 ? [] : { means, number, isWhole: rows.length === group.length, table, rows }
  })
}

/** The lines of a record after the rules of the operators. */
interface RuledLines {
  /** Lines that a rule skips, also where the operator included them. */
  readonly skipped: readonly CompactLine[]
  readonly kept: readonly CompactLine[]
  readonly dropped: readonly CompactLine[]
}

function keepByRules(
  slice: readonly CompactLine[],
  rules: RuleRunner<CompactLine>,
  table: number,
  { only, includedRows }: ImportSelection,
): RuledLines {
  const mayDrop = (line: CompactLine) => !only && !includedRows?.has(tableRowKey(table, line.row))
  const skipped = rules.run(slice, mayDrop)
  const isKept = (line: CompactLine) =>
    only === 'rule' ? skipped.has(line) : !skipped.has(line) || !mayDrop(line)
  return {
    skipped: [...skipped],
    kept: slice.filter(isKept),
    dropped: skipped.size === 0 && only !== 'rule' ? [] : slice.filter(line => !isKept(line)),
  }
}

function skippedByRules(
  slice: readonly CompactLine[],
  lines: readonly CompactLine[],
  number: string,
  table: number,
): SkippedOrder {
  const rows = [...new Set(lines.map(({ row }) => row))]
  return { means: 'rule', number, isWhole: lines.length === slice.length, table, rows }
}

const withoutProtection = (table: Table): Table => ({
  ...table,
  rows: table.rows
    .slice()
    .map(row => (row.some(cell => cell.startsWith("'")) ? row.map(unprotectCell) : row)),
})

/**
 * Parcel numbers of the groups whose number several parcels share, by the first row of the group. A group without
 * lines, such as one of fees, is not a parcel.
 */
function parcelNumbers(
  rows: Rows,
  groups: readonly RowGroup[],
  { grouping: { groupOf, parcelOf, repeatedHeaders }, withoutLine }: ImportPlan,
): ReadonlyMap<number, string> {
  const parcels = new Map<number, string>()
  if (!parcelOf) return parcels
  const firstOf = new Map<string, number>()
  for (const group of groups) {
    if (withoutLine.size > 0 && group.every(position => withoutLine.has(position))) continue
    const [first = -1] = group
    const row = rows.at(first) ?? []
    const [number, parcel] = [groupOf(row).trim(), parcelOf(row).trim()]
    // Rows without a number have nothing in common, and `-1` is not a number.
    if (number === '' || parcel === '') continue
    const key = `${reportOf(first, repeatedHeaders)}\u0000${number}`
    const before = firstOf.get(key)
    if (before === undefined) firstOf.set(key, first)
    else {
      parcels.set(first, parcel)
      parcels.set(before, parcelOf(rows.at(before) ?? []).trim())
    }
  }
  return parcels
}
