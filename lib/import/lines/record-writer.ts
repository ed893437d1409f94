import type { CellNote, Row, Table } from '@/lib/files/book/book'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { ExpandedProduct, Expander } from '@/lib/import/recipe/options/expander'
import { type CompiledRule, type RuleValue, textOfValue } from '@/lib/import/recipe/values/compile-rule'
import { liveOrigins, type Origin } from '@/lib/import/recipe/values/origins'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { firstFilled, isBlank } from '@/lib/sheet/schema/kinds'
import type { CompactLine, LineBuilder } from './compact/compact-line'
import type { RowGroup } from './group-rows'
import type { ImportPlan, MappedField } from './import-plan'

/** A mapped column, and its slot in the lines. */
interface PlacedField extends MappedField {
  readonly slot: number
}

/** Writes the lines of records, one record after the other. */
export class RecordWriter {
  /**
   * Positions of rows of products that became no lines: they have the number of a product, but neither a
   * name nor a price.
   */
  readonly leftOut: number[] = []
  private readonly flags: CellFlags
  private readonly record: readonly PlacedField[]
  private readonly item: readonly PlacedField[]
  /** Slots of the record's number, and of the shop's own number. */
  private readonly key: number
  private readonly shopNumber: number
  /** Slot of the shop's dispatch limit. */
  private readonly dispatchBy: number

  constructor(
    private readonly table: Table,
    private readonly plan: ImportPlan,
    private readonly builder: LineBuilder,
    private readonly parcels: ReadonlyMap<number, string>,
  ) {
    const placed = (field: MappedField): PlacedField => ({ ...field, slot: builder.slotOf(field.id) })
    this.record = plan.record.map(placed)
    this.item = plan.item.map(placed)
    this.key = builder.slotOf(plan.key)
    this.shopNumber = builder.slotOf(hiddenColumns.number)
    this.dispatchBy = builder.slotOf(hiddenColumns.dispatchBy)
    this.flags = cellFlags(table)
  }

  /** @param rows the rows of the group that become lines; the other rows only contribute record columns */
  write(rows: RowGroup, group: RowGroup, into: CompactLine[]): void {
    if (this.plan.expander) this.writeProduct(this.plan.expander, group, into)
    else this.writeOrder(rows, group, into)
  }

  /**
   * Takes back lines that are not imported after all: the texts of the record move to the first line that is, and
   * origins of their cells no longer count.
   */
  takeBack(dropped: readonly CompactLine[], first: CompactLine | undefined): void {
    const columns = this.record.map(({ id }) => id)
    for (const line of dropped) {
      first?.takeOver(columns, line)
      for (const origin of fileOrigins(line)) this.builder.tally.remove(origin)
    }
  }

  /** The number of a record. */
  numberOfGroup(group: RowGroup): string {
    return textOfValue(this.numberOf(group[0] ?? 0)).trim()
  }

  /** Writes a product whose options are not one row each: a line per option, or one line without options. */
  private writeProduct(expander: Expander, group: RowGroup, into: CompactLine[]): void {
    const number = this.numberOf(group[0] ?? 0)
    const product = expander.expand(group)
    this.writeOptions(product, group, { number, isFirst: true }, into)
    for (const position of product.rest ?? []) {
      if (this.describesProduct(position))
        this.writeOptions(expander.expand([position]), [position], { number, isFirst: false }, into)
      else this.leftOut.push(position)
    }
  }

  /** Whether a row has a name or a price. */
  private describesProduct(position: number): boolean {
    return this.record.some(
      field => describing.includes(field.id) && !isBlank(textOfValue(this.firstGiven(field, [position]))),
    )
  }

  /** @param record the number of the product, and whether its first line is the first one of the record */
  private writeOptions(
    product: ExpandedProduct,
    group: RowGroup,
    record: { readonly number: RuleValue; readonly isFirst: boolean },
    into: CompactLine[],
  ): void {
    const first = group[0] ?? 0
    const lines = product.options.length > 0 ? product.options : [{ position: product.priceRow, writes: [] }]
    for (const [at, { position, writes }] of lines.entries()) {
      this.builder.start(at === 0 && record.isFirst)
      this.builder.setValue(this.key, record.number)
      if (at === 0) {
        for (const field of this.record) {
          const from = this.plan.priced.has(field.id) ? [product.priceRow] : group
          this.builder.setValue(field.slot, this.firstGiven(field, from))
        }
        for (const { id, given } of product.record) this.builder.setValue(this.builder.slotOf(id), given)
      }
      for (const field of this.item) {
        // An item code belongs to one option; a weight may be given once for all options.
        const from = field.id === ITEM_CODE ? [position] : [position, first]
        this.builder.setValue(field.slot, this.firstGiven(field, from))
      }
      for (const { id, given } of writes) this.builder.setValue(this.builder.slotOf(id), given)
      into.push(this.builder.finish(this.table.numbers[position] ?? position + 1))
    }
  }

  private firstGiven(field: MappedField, positions: readonly number[]): RuleValue {
    for (const position of positions) {
      const given = this.read(field, this.table.rows.at(position) ?? [], position)
      if (!isBlank(textOfValue(given))) return given
    }
    return ''
  }

  private writeOrder(rows: RowGroup, group: RowGroup, into: CompactLine[]): void {
    const { record, item, table } = this
    const firstPosition = group[0] ?? 0
    const first = rows[0] ?? firstPosition
    const number = this.numberOf(firstPosition)
    const texts: string[] = []
    const isPart = rows.length < group.length
    for (const position of rows) {
      const whole = table.rows.at(position) ?? []
      for (const [nth, row] of (this.plan.itemsOf?.(whole) ?? [whole]).entries()) {
        const isFirst = position === first && nth === 0
        this.builder.start(isFirst)
        this.builder.setValue(
          this.key,
          position === firstPosition ? number : this.numberAgain(position, number),
        )
        for (let at = 0; at < record.length; at++) {
          const field = record[at]
          if (!field) continue
          this.putOnce(field, row, position, texts, at)
          if (isPart && isFirst && isBlank(texts[at])) this.putFrom(field, group, texts, at)
        }
        for (const field of item)
          this.builder.setValue(field.slot, this.readItem(field, row, position, firstPosition))
        this.putShopNumber(row, textOfValue(number))
        this.putDispatchLimit(row, isPart && isFirst ? this.rowsWithoutLine(group) : [])
        into.push(this.builder.finish(table.numbers[position] ?? position + 1))
      }
    }
  }

  /** Writes a record column on the first line that has a text, and again only on lines that differ. */
  private putOnce(field: PlacedField, row: Row, position: number, texts: string[], at: number): void {
    const given = this.read(field, row, position)
    const text = textOfValue(given)
    const before = texts[at]
    if (before !== undefined && before !== '' && (text === before || isBlank(text))) return
    if (before !== undefined && text === '') return
    texts[at] = before === undefined || before === '' ? text : before
    this.builder.setValue(field.slot, given)
  }

  /** Writes the text of a skipped row on the first line of its record, with its origin. */
  private putFrom(field: PlacedField, group: RowGroup, texts: string[], at: number): void {
    const given = this.firstGiven(field, group)
    const text = textOfValue(given)
    if (text === '') return
    texts[at] = text
    this.builder.setValue(field.slot, typeof given === 'string' ? { kind: 'merged', text } : given)
  }

  private numberOf(position: number): RuleValue {
    const { number } = this.plan
    if (!number) return ''
    const row = this.table.rows.at(position) ?? []
    const given = this.readBy(number, row, position)
    const { shopNumber } = this.plan
    if (shopNumber && isBlank(textOfValue(given))) return this.readBy(shopNumber, row, position)
    const parcel = this.parcels.get(position)
    if (parcel === undefined) return given
    const text = textOfValue(given)
    return { kind: 'joined', text: `${text}-${parcel}`, of: `${text} + ${parcel}` }
  }

  /** Writes the number on a later line; a merged cell keeps its origin although the number is equal. */
  private numberAgain(position: number, number: RuleValue): RuleValue {
    if (!this.flags.has(position)) return number
    const own = this.numberOf(position)
    return textOfValue(own) === textOfValue(number) ? own : number
  }

  private putShopNumber(row: Row, number: string): void {
    const { shopNumber, number: own } = this.plan
    const reader = shopNumber ?? own
    const text = reader && textOfValue(this.withoutTabs(reader.read(row)))
    if (text !== undefined && text !== '' && text !== number) this.builder.setValue(this.shopNumber, text)
  }

  /** Writes the dispatch limit of a row, or else the first one of others. */
  private putDispatchLimit(row: Row, others: readonly Row[]): void {
    const text = this.dispatchLimitIn(row) || firstFilled(others.map(other => this.dispatchLimitIn(other)))
    if (text !== '') this.builder.setValue(this.dispatchBy, text)
  }

  private dispatchLimitIn(row: Row): string {
    for (const column of this.plan.dispatchBy) {
      const text = row.at(column)
      if (text !== undefined && !isBlank(text)) return text
    }
    return ''
  }

  /** The rows of a record that become no lines: fees, and the sum of the order. */
  private rowsWithoutLine(group: RowGroup): readonly Row[] {
    const { withoutLine } = this.plan
    return group
      .filter(position => withoutLine.has(position))
      .map(position => this.table.rows.at(position) ?? [])
  }

  private readItem(field: MappedField, row: Row, position: number, firstPosition: number): RuleValue {
    const given = this.read(field, row, position)
    if (!field.reader.ofRecord || position === firstPosition || !isBlank(textOfValue(given))) return given
    const text = textOfValue(this.read(field, this.table.rows.at(firstPosition) ?? [], firstPosition))
    return text === '' ? '' : { kind: 'merged', text }
  }

  private read({ reader }: MappedField, row: Row, position: number): RuleValue {
    return this.readBy(reader, row, position)
  }

  private readBy(reader: CompiledRule, row: Row, position: number): RuleValue {
    return this.withoutTabs(this.flagged(reader.read(row), reader, row, position))
  }

  /**
   * Removes tabs around a text. Shops write them behind long numbers, so that Excel keeps all digits; they are invisible,
   * and they would be sent.
   */
  private withoutTabs(given: RuleValue): RuleValue {
    const of = textOfValue(given)
    if (this.plan.isVerbatim || !(of.startsWith('\t') || of.endsWith('\t'))) return given
    const text = of.replace(LEADING_TABS, '').replace(TRAILING_TABS, '')
    if (isBlank(text)) return ''
    return typeof given === 'string' ? { kind: 'mapped', text, of } : { ...given, text }
  }

  /** Adds an origin to a text that was filled from a merged cell or has lost digits. */
  private flagged(given: RuleValue, { from }: CompiledRule, row: Row, position: number): RuleValue {
    if (this.flags.size === 0 || typeof given !== 'string' || given === '') return given
    const flags = this.flags.get(position)
    const column = flags && from.find(at => flags.has(at) && row.at(at) === given)
    const flag = column === undefined ? undefined : flags?.get(column)
    if (flag === undefined) return given
    return flag === 'cut' ? { kind: flag, text: given, review: true } : { kind: flag, text: given }
  }
}

const LEADING_TABS = /^[\t ]*\t[\t ]*/
const TRAILING_TABS = /(?<![\t ])[\t ]*\t$/

/** A row describes a product, rather than an option of it, if it has a text in one of these columns. */
const describing: readonly string[] = ['productName', 'productPrice', 'discountedProductPrice']

/** Notes about a text that is imported verbatim. */
type CellFlag = 'merged' | 'cut'

/** Flags of cells: by position of the row, then by column. */
type CellFlags = ReadonlyMap<number, ReadonlyMap<number, CellFlag>>

/** Selects the notes of a table that affect an import; most tables have none. */
function cellFlags({ notes, rows }: Table): CellFlags {
  const flags = new Map<number, Map<number, CellFlag>>()
  for (const [key, note] of notes) {
    const between = key.indexOf(':')
    const [row, column] = [Number(key.slice(0, between)), Number(key.slice(between + 1))]
    const flag = flagOf(note, rows.at(row)?.at(column) ?? '')
    if (flag === undefined) continue
    const there = flags.get(row) ?? new Map<number, CellFlag>()
    flags.set(row, there.set(column, flag))
  }
  return flags
}

function flagOf(note: CellNote, text: string): CellFlag | undefined {
  if (note.kind === 'merged') return 'merged'
  return note.kind === 'number' && isCut(text) ? 'cut' : undefined
}

/** The number of digits that a spreadsheet keeps; it writes zeros for further ones. */
const SPREADSHEET_DIGITS = 15

/**
 * Whether a number that a spreadsheet stored as a number may have lost its last digits: it has more digits than are
 * kept, and it either ends in a zero or is larger than a double represents exactly.
 */
function isCut(text: string): boolean {
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length <= SPREADSHEET_DIGITS || !/^\d+$/.test(digits)) return false
  return digits.endsWith('0') || !Number.isSafeInteger(Number(digits))
}

/** The origins of a line's cells that the recipe gave. */
const fileOrigins = ({ texts }: CompactLine): readonly Origin[] =>
  [...liveOrigins(texts).values()].filter(({ kind }) => kind !== 'rule')
