import { isBlank } from '@/lib/sheet/kinds'
import { type Flags, flagsOf } from './cell-flags'
import type { Expanded } from './expand'
import { CODE } from './fill-sources'
import type { Field, ImportPlan } from './import-plan'
import { hidden } from './imported'
import type { LineMaker } from './line-maker'
import type { MadeLine } from './made-line'
import type { Group } from './rows-to-groups'
import { type Given, type Reader, textOf } from './rules'
import type { Row, Table } from './table'

/** A column that the file feeds, and its place in the lines. */
interface PlacedField extends Field {
  readonly place: number
}

/** Writes the lines of one record after the other. */
export class RecordWriter {
  private readonly flags: Flags
  private readonly record: readonly PlacedField[]
  private readonly item: readonly PlacedField[]
  /** Places of the record's number, and of the shop's own. */
  private readonly key: number
  private readonly shopNumber: number

  constructor(
    private readonly table: Table,
    private readonly plan: ImportPlan,
    private readonly maker: LineMaker,
    private readonly parcels: ReadonlyMap<number, string>,
  ) {
    const placed = (field: Field): PlacedField => ({ ...field, place: maker.placeOf(field.id) })
    this.record = plan.record.map(placed)
    this.item = plan.item.map(placed)
    this.key = maker.placeOf(plan.key)
    this.shopNumber = maker.placeOf(hidden.number)
    this.flags = flagsOf(table)
  }

  /** @param rows those of the group that become lines; the others only say what they say of the whole record */
  write(rows: Group, group: Group, into: MadeLine[]): void {
    if (this.plan.expander) this.writeProduct(this.plan.expander.expand(group), group, into)
    else this.writeOrder(rows, group, into)
  }

  /** The number of a record. */
  numberOfGroup(group: Group): string {
    return textOf(this.numberOf(group[0] ?? 0)).trim()
  }

  /** A product whose options are not a row each: a line for each of them, or one for a product without. */
  private writeProduct(product: Expanded, group: Group, into: MadeLine[]): void {
    const first = group[0] ?? 0
    const number = this.numberOf(first)
    const lines = product.options.length > 0 ? product.options : [{ position: product.priceRow, puts: [] }]
    for (const [at, { position, puts }] of lines.entries()) {
      this.maker.begin(at === 0)
      this.maker.put(this.key, number)
      if (at === 0) {
        for (const field of this.record) {
          const from = this.plan.priced.has(field.id) ? [product.priceRow] : group
          this.maker.put(field.place, this.firstSaid(field, from))
        }
        for (const { id, given } of product.record) this.maker.put(this.maker.placeOf(id), given)
      }
      for (const field of this.item) {
        // A code is an option's own, or none; what it weighs may be said of all of them at once.
        const from = field.id === CODE ? [position] : [position, first]
        this.maker.put(field.place, this.firstSaid(field, from))
      }
      for (const { id, given } of puts) this.maker.put(this.maker.placeOf(id), given)
      into.push(this.maker.end(this.table.numbers[position] ?? position + 1))
    }
  }

  private firstSaid(field: Field, positions: readonly number[]): Given {
    for (const position of positions) {
      const given = this.read(field, this.table.rows.at(position) ?? [], position)
      if (!isBlank(textOf(given))) return given
    }
    return ''
  }

  private writeOrder(rows: Group, group: Group, into: MadeLine[]): void {
    const { record, item, table } = this
    const lead = group[0] ?? 0
    const first = rows[0] ?? lead
    const number = this.numberOf(lead)
    const said: string[] = []
    const isPart = rows.length < group.length
    for (const position of rows) {
      const row = table.rows.at(position) ?? []
      this.maker.begin(position === first)
      this.maker.put(this.key, position === lead ? number : this.numberAgain(position, number))
      for (let at = 0; at < record.length; at++) {
        const field = record[at]
        if (!field) continue
        this.putOnce(field, row, position, said, at)
        if (isPart && position === first && isBlank(said[at])) this.putFrom(field, group, said, at)
      }
      for (const field of item) this.maker.put(field.place, this.readItem(field, row, position, lead))
      this.putShopNumber(row, textOf(number))
      into.push(this.maker.end(table.numbers[position] ?? position + 1))
    }
  }

  /** What a record says of itself stands on the first of its lines that says it, and again only where it differs. */
  private putOnce(field: PlacedField, row: Row, position: number, said: string[], at: number): void {
    const given = this.read(field, row, position)
    const text = textOf(given)
    const before = said[at]
    if (before !== undefined && before !== '' && (text === before || isBlank(text))) return
    if (before !== undefined && text === '') return
    said[at] = before === undefined || before === '' ? text : before
    this.maker.put(field.place, given)
  }

  /** What only a row says of the record that is no line: the first of its lines says it, and from where it has it. */
  private putFrom(field: PlacedField, group: Group, said: string[], at: number): void {
    const given = this.firstSaid(field, group)
    const text = textOf(given)
    if (text === '') return
    said[at] = text
    this.maker.put(field.place, typeof given === 'string' ? { kind: 'merged', text } : given)
  }

  private numberOf(position: number): Given {
    const { number } = this.plan
    if (!number) return ''
    const row = this.table.rows.at(position) ?? []
    const given = this.flagged(number.read(row), number, row, position)
    const { shopNumber } = this.plan
    if (shopNumber && isBlank(textOf(given)))
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
    if (text !== undefined && text !== '' && text !== number) this.maker.put(this.shopNumber, text)
  }

  private readItem(field: Field, row: Row, position: number, lead: number): Given {
    const given = this.read(field, row, position)
    if (!field.reader.ofRecord || position === lead || !isBlank(textOf(given))) return given
    const text = textOf(this.read(field, this.table.rows.at(lead) ?? [], lead))
    return text === '' ? '' : { kind: 'merged', text }
  }

  private read({ reader }: Field, row: Row, position: number): Given {
    return this.flagged(reader.read(row), reader, row, position)
  }

  /** Says so of a text that was filled down from a merged cell, or that lost digits before it came here. */
  private flagged(given: Given, { from }: Reader, row: Row, position: number): Given {
    if (this.flags.size === 0 || typeof given !== 'string' || given === '') return given
    const flags = this.flags.get(position)
    const column = flags && from.find(at => flags.has(at) && row.at(at) === given)
    const flag = column === undefined ? undefined : flags?.get(column)
    if (flag === undefined) return given
    return flag === 'cut' ? { kind: flag, text: given, review: true } : { kind: flag, text: given }
  }
}
