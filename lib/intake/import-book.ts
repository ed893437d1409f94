import { unprotectCell } from '@/lib/sheet/export-cell'
import { type Flags, flagsOf } from './cell-flags'
import type { Expanded } from './expand'
import { CODE } from './fill-sources'
import { isIdsFile } from './ids-headings'
import { type Field, type ImportPlan, planImport } from './import-plan'
import { hidden, type Imported, type ImportedLine, type Understood } from './imported'
import { limits } from './limits'
import { LineMaker } from './line-maker'
import { withoutAcross } from './merged-cells'
import type { OriginTally } from './origin-tally'
import { type Group, groupRows } from './rows-to-groups'
import { type Given, type Reader, type Row, textOf } from './rules'
import type { Book, Table } from './table'
import { Unreadable } from './unreadable'

/** What an import brought beside its lines. */
export interface Summary extends Omit<Imported, 'lines'> {
  readonly tally: OriginTally
}

/** How an import is handed over. */
export interface Slices {
  /** The file's id, which `hidden.source` begins with. */
  readonly file?: string
  /** How many lines a slice has at least; a record is never cut in two. */
  readonly size?: number
}

const blank: Table = { name: '', isHidden: false, rows: [], numbers: [], notes: new Map() }

/** Turns a table that was understood into lines, all at once. @param file the file's id @throws as `importSlices` */
export function importBook(book: Book, understood: Understood, file = ''): Imported {
  const lines: ImportedLine[] = []
  const slices = importSlices(book, understood, { file, size: 10_000 })
  for (;;) {
    const next = slices.next()
    if (next.done) return { ...next.value, lines }
    for (const line of next.value) lines.push(line)
  }
}

/**
 * Turns a table into lines slice by slice, so that a worker can hand over each while it makes the next.
 * @throws Unreadable where its products have more options than there can be lines
 */
export function* importSlices(
  book: Book,
  understood: Understood,
  { file = '', size = 2000 }: Slices = {},
): Generator<readonly ImportedLine[], Summary, undefined> {
  const read = withoutAcross(book.tables[understood.table] ?? blank, understood.header)
  // A CSV of ours has an apostrophe before what a spreadsheet would run.
  const isOurs = understood.by === 'own' || isIdsFile(understood.headings)
  const table = isOurs && book.kind === 'text' ? unprotected(read) : read
  const plan = planImport(table, understood)
  const groups = groupRows(table.rows, plan.positions, plan.grouping)
  const parcels = parcelsOf(table.rows, groups, plan)
  const writer = new RecordWriter(table, plan, `${file}:${understood.table}:`, parcels)
  let lines: ImportedLine[] = []
  let handed = 0
  for (const group of groups) {
    writer.write(group, lines)
    if (handed + lines.length > limits.rows)
      throw new Unreadable({ code: 'too_many_rows', most: limits.rows })
    if (lines.length < size) continue
    handed += lines.length
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
  return { understood, leftOut: plan.leftOut, orders: groups.length, tally: writer.maker.tally }
}

const unprotected = (table: Table): Table => ({
  ...table,
  rows: table.rows.map(row => (row.some(cell => cell.startsWith("'")) ? row.map(unprotectCell) : row)),
})

/** Of each number that several parcels have: the text that tells one of them apart, by the group's first row. */
function parcelsOf(
  rows: readonly Row[],
  groups: readonly Group[],
  { grouping: { groupOf, apartOf } }: ImportPlan,
): ReadonlyMap<number, string> {
  const parcels = new Map<number, string>()
  if (!apartOf) return parcels
  const firstOf = new Map<string, number>()
  for (const [first = -1] of groups) {
    const row = rows[first] ?? []
    const apart = apartOf(row).trim()
    if (apart === '') continue
    const number = groupOf(row).trim()
    const before = firstOf.get(number)
    if (before === undefined) firstOf.set(number, first)
    else {
      parcels.set(first, apart)
      parcels.set(before, apartOf(rows[before] ?? []).trim())
    }
  }
  return parcels
}

/** Writes the lines of one record after the other. */
class RecordWriter {
  readonly maker: LineMaker
  private readonly flags: Flags

  constructor(
    private readonly table: Table,
    private readonly plan: ImportPlan,
    source: string,
    private readonly parcels: ReadonlyMap<number, string>,
  ) {
    const ids = (fields: readonly Field[]) => fields.map(field => field.id)
    this.maker = new LineMaker(source, ids(plan.record), [plan.key, ...ids(plan.item)])
    this.flags = flagsOf(table)
  }

  write(group: Group, into: ImportedLine[]): void {
    if (this.plan.expander) this.writeProduct(this.plan.expander.expand(group), group, into)
    else this.writeOrder(group, into)
  }

  /** A product whose options are not a row each: a line for each of them, or one for a product without. */
  private writeProduct(product: Expanded, group: Group, into: ImportedLine[]): void {
    const first = group[0] ?? 0
    const number = this.numberOf(first)
    const lines = product.options.length > 0 ? product.options : [{ position: product.priceRow, puts: [] }]
    for (const [place, { position, puts }] of lines.entries()) {
      this.maker.begin(place === 0)
      this.maker.put(this.plan.key, number)
      if (place === 0) {
        for (const field of this.plan.record) {
          const from = this.plan.priced.has(field.id) ? [product.priceRow] : group
          this.maker.put(field.id, this.firstSaid(field, from))
        }
        for (const { id, given } of product.record) this.maker.put(id, given)
      }
      for (const field of this.plan.item) {
        // A code is an option's own, or none; what it weighs may be said of all of them at once.
        const from = field.id === CODE ? [position] : [position, first]
        this.maker.put(field.id, this.firstSaid(field, from))
      }
      for (const { id, given } of puts) this.maker.put(id, given)
      into.push(this.maker.end(this.table.numbers[position] ?? position + 1))
    }
  }

  private firstSaid(field: Field, positions: readonly number[]): Given {
    for (const position of positions) {
      const given = this.read(field, this.table.rows[position] ?? [], position)
      if (textOf(given).trim() !== '') return given
    }
    return ''
  }

  private writeOrder(group: Group, into: ImportedLine[]): void {
    const { record, item } = this.plan
    const first = group[0] ?? 0
    const number = this.numberOf(first)
    const said: string[] = []
    for (const position of group) {
      const row = this.table.rows[position] ?? []
      this.maker.begin(position === first)
      this.maker.put(this.plan.key, position === first ? number : this.numberAgain(position, number))
      for (let at = 0; at < record.length; at++) {
        const field = record[at]
        if (field) this.putOnce(field, row, position, said, at)
      }
      for (const field of item) this.maker.put(field.id, this.readItem(field, row, position, first))
      this.putShopNumber(row, textOf(number))
      into.push(this.maker.end(this.table.numbers[position] ?? position + 1))
    }
  }

  /** What a record says of itself stands on the first of its lines that says it, and again only where it differs. */
  private putOnce(field: Field, row: Row, position: number, said: string[], at: number): void {
    const given = this.read(field, row, position)
    const text = textOf(given)
    const before = said[at]
    if (before !== undefined && before !== '' && (text === before || text.trim() === '')) return
    if (before !== undefined && text === '') return
    said[at] = before === undefined || before === '' ? text : before
    this.maker.put(field.id, given)
  }

  private numberOf(position: number): Given {
    const { number } = this.plan
    if (!number) return ''
    const row = this.table.rows[position] ?? []
    const given = this.flagged(number.read(row), number, row, position)
    const { shopNumber } = this.plan
    if (shopNumber && textOf(given).trim() === '')
      return this.flagged(shopNumber.read(row), shopNumber, row, position)
    const parcel = this.parcels.get(position)
    if (parcel === undefined) return given
    const text = textOf(given)
    return { kind: 'joined', text: `${text}-${parcel}`, of: `${text} + ${parcel}` }
  }

  /** The number on a further line: of a merged cell it says so, though it is the same. */
  private numberAgain(position: number, number: Given): Given {
    if (!this.flags.has(position)) return number
    const own = this.numberOf(position)
    return textOf(own) === textOf(number) ? own : number
  }

  private putShopNumber(row: Row, number: string): void {
    const { shopNumber, number: own } = this.plan
    const text = shopNumber ? textOf(shopNumber.read(row)) : own && textOf(own.read(row))
    if (text !== undefined && text !== '' && text !== number) this.maker.put(hidden.number, text)
  }

  private readItem(field: Field, row: Row, position: number, first: number): Given {
    const given = this.read(field, row, position)
    if (!field.reader.ofRecord || position === first || textOf(given).trim() !== '') return given
    const text = textOf(this.read(field, this.table.rows[first] ?? [], first))
    return text === '' ? '' : { kind: 'merged', text }
  }

  private read({ reader }: Field, row: Row, position: number): Given {
    return this.flagged(reader.read(row), reader, row, position)
  }

  /** Says so of a text that was filled down from a merged cell, or that lost digits before it came here. */
  private flagged(given: Given, { from }: Reader, row: Row, position: number): Given {
    if (this.flags.size === 0 || typeof given !== 'string' || given === '') return given
    const flags = this.flags.get(position)
    const column = flags && from.find(at => flags.has(at) && row[at] === given)
    const flag = column === undefined ? undefined : flags?.get(column)
    if (flag === undefined) return given
    return flag === 'cut' ? { kind: flag, text: given, review: true } : { kind: flag, text: given }
  }
}
