import { cellText } from './cell-text'
import type { DateSystem } from './date-text'
import { limits } from './limits'
import { fillMerged, type Span } from './merged-cells'
import type { CellNote } from './table'
import type { ColumnNote, TableBuilder } from './tally'
import { broken, Unreadable } from './unreadable'
import { type BiffRecord, BlockReader } from './xls-records'
import type { NumberFormat } from './xlsx-styles'

/** What the cells of an XLS file refer to. */
export interface XlsShared {
  readonly strings: readonly string[]
  readonly formats: readonly (NumberFormat | undefined)[]
  readonly system: DateSystem
  /** Reads a text in the way of the file's version: 16-bit length first. */
  readonly text: (reader: BlockReader) => string
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

const HIDDEN = 0x20
/** Bytes of how a row is shown; programs that leave some out are not to be refused for it. */
const LOOK = 16

interface Row {
  readonly cells: string[]
  readonly notes: ColumnNote[]
}

/** A sheet of an XLS file while its records come. */
export class XlsSheet {
  private readonly rows = new Map<number, Row>()
  private readonly merged: Span[] = []
  /** The cell of a formula whose text comes in the next record. */
  private waiting: { row: number; column: number } | undefined

  private readonly readers: ReadonlyMap<number, (reader: BlockReader, length: number) => void> = new Map<
    number,
    (reader: BlockReader, length: number) => void
  >([
    [0xfd, reader => this.cell(reader, () => this.shared.strings[reader.u32()] ?? '')],
    [0x204, reader => this.cell(reader, () => this.shared.text(reader))],
    [0xd6, reader => this.cell(reader, () => this.shared.text(reader))],
    [0x203, reader => this.number(reader, () => reader.f64())],
    [0x27e, reader => this.number(reader, () => packed(reader.u32()))],
    [0xbd, (reader, length) => this.numbers(reader, length - 6)],
    [0x205, reader => this.flag(reader)],
    [0x06, reader => this.formula(reader)],
    [0x206, reader => this.formula(reader)],
    [0x406, reader => this.formula(reader)],
    [0x207, reader => this.formulaText(reader)],
    [0xe5, reader => this.spans(reader)],
    [0x208, (reader, length) => this.look(reader, length)],
  ])

  constructor(
    private readonly builder: TableBuilder,
    private readonly shared: XlsShared,
  ) {}

  /** @throws Unreadable where a record is damaged */
  take({ id, blocks }: BiffRecord): void {
    this.readers.get(id)?.(new BlockReader(blocks), blocks[0]?.length ?? 0)
  }

  /** Puts all rows into the table. */
  end(): void {
    for (const number of [...this.rows.keys()].toSorted((a, b) => a - b)) {
      const row = this.rows.get(number)
      if (row) this.builder.add(row.cells, number + 1, row.notes.length > 0 ? row.notes : undefined)
    }
    fillMerged(this.builder, this.merged)
  }

  private put(row: number, column: number, text: string, note?: CellNote): void {
    if (column >= limits.columns) throw broken()
    if (text.length > limits.cell) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
    let found = this.rows.get(row)
    if (!found) {
      found = { cells: [], notes: [] }
      this.rows.set(row, found)
    }
    while (found.cells.length < column) found.cells.push('')
    found.cells[column] = text
    if (note) found.notes.push([column, note])
  }

  private cell(reader: BlockReader, text: () => string): void {
    const [row, column] = [reader.u16(), reader.u16()]
    reader.u16()
    this.put(row, column, text())
  }

  private number(reader: BlockReader, value: () => number): void {
    const [row, column, style] = [reader.u16(), reader.u16(), reader.u16()]
    this.putNumber(row, column, style, value())
  }

  private putNumber(row: number, column: number, style: number, value: number): void {
    const { text, note } = cellText(String(value), this.shared.formats[style], this.shared.system)
    this.put(row, column, text, note)
  }

  private numbers(reader: BlockReader, length: number): void {
    const [row, first] = [reader.u16(), reader.u16()]
    for (let i = 0; i < Math.floor(length / 6); i++)
      this.putNumber(row, first + i, reader.u16(), packed(reader.u32()))
  }

  private flag(reader: BlockReader): void {
    const [row, column] = [reader.u16(), reader.u16()]
    reader.u16()
    const value = reader.u8()
    if (reader.u8() === 1) this.put(row, column, errors[value] ?? '#N/A', { kind: 'error' })
    else this.put(row, column, value === 0 ? 'FALSE' : 'TRUE')
  }

  /** Only the result is read; the formula itself is stored as a program. */
  private formula(reader: BlockReader): void {
    const [row, column, style] = [reader.u16(), reader.u16(), reader.u16()]
    const result = reader.bytes(8)
    const note: CellNote = { kind: 'formula', formula: '' }
    const [kind, , value = 0] = result
    if (result[6] !== 0xff || result[7] !== 0xff) {
      const number = new DataView(result.buffer).getFloat64(0, true)
      this.put(
        row,
        column,
        cellText(String(number), this.shared.formats[style], this.shared.system).text,
        note,
      )
    } else if (kind === 0) this.waiting = { row, column }
    else if (kind === 1) this.put(row, column, value === 0 ? 'FALSE' : 'TRUE', note)
    else if (kind === 2) this.put(row, column, errors[value] ?? '#N/A', { kind: 'error' })
  }

  private formulaText(reader: BlockReader): void {
    if (this.waiting) {
      const { row, column } = this.waiting
      this.put(row, column, this.shared.text(reader), { kind: 'formula', formula: '' })
    }
    this.waiting = undefined
  }

  /** How a row is shown: its place, and behind its width and height whether it is hidden. */
  private look(reader: BlockReader, length: number): void {
    if (length < LOOK) return
    const row = reader.u16()
    reader.skip(10)
    if ((reader.u8() & HIDDEN) !== 0) this.builder.hide(row + 1)
  }

  private spans(reader: BlockReader): void {
    const count = reader.u16()
    for (let i = 0; i < count; i++) {
      const [top, bottom, left, right] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()]
      this.merged.push({ top: top + 1, bottom: bottom + 1, left, right })
    }
  }
}

/** A number in 30 bits: whole or the upper half of a double, a hundred times too large if it says so. */
function packed(rk: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(0, rk & 0xfffffffc)
  const value = rk & 2 ? (rk | 0) >> 2 : view.getFloat64(0)
  return rk & 1 ? value / 100 : value
}
