import type { CellNote } from '@/lib/files/book/book'
import { checkCellLength, limits } from '@/lib/files/book/limits'
import { fillMergedCells, type MergedRange } from '@/lib/files/book/merged-cells'
import { damagedFile } from '@/lib/files/book/read-error'
import type { ColumnNote, TableBuilder } from '@/lib/files/book/table-builder'
import { numberCellText } from '@/lib/files/excel/cells/cell-text'
import type { DateSystem } from '@/lib/files/excel/cells/date-text'
import type { NumberFormat } from '@/lib/files/excel/cells/number-formats'
import { type BiffRecord, BlockReader, recordIds as ids } from './biff-records'

/** What the cells of an XLS file refer to. */
export interface XlsContext {
  readonly strings: readonly string[]
  readonly formats: readonly (NumberFormat | undefined)[]
  readonly system: DateSystem
  /** Reads a text as the version of the file stores it: its 16-bit length, then its characters. */
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

const HIDDEN_FLAG = 0x20
/** Bytes of a complete row record. Some programs write shorter ones, which are ignored. */
const ROW_RECORD_LENGTH = 16

interface Row {
  readonly cells: string[]
  readonly notes: ColumnNote[]
}

/** Builds the table of a sheet from the records of an XLS file. */
export class XlsSheet {
  private readonly rows = new Map<number, Row>()
  private readonly merged: MergedRange[] = []
  /** The cell of a formula whose text is in the next record. */
  private awaitingText: { row: number; column: number } | undefined

  private readonly readers: ReadonlyMap<number, (reader: BlockReader, length: number) => void> = new Map<
    number,
    (reader: BlockReader, length: number) => void
  >([
    [ids.sharedLabel, reader => this.cell(reader, () => this.shared.strings[reader.u32()] ?? '')],
    [ids.label, reader => this.cell(reader, () => this.shared.text(reader))],
    [ids.richLabel, reader => this.cell(reader, () => this.shared.text(reader))],
    [ids.number, reader => this.number(reader, () => reader.f64())],
    [ids.packedNumber, reader => this.number(reader, () => decodeRk(reader.u32()))],
    [ids.packedNumbers, (reader, length) => this.numbers(reader, length - 6)],
    [ids.booleanOrError, reader => this.booleanOrError(reader)],
    [ids.formula, reader => this.formula(reader)],
    [ids.formulaExcel3, reader => this.formula(reader)],
    [ids.formulaExcel4, reader => this.formula(reader)],
    [ids.formulaText, reader => this.formulaText(reader)],
    [ids.mergedCells, reader => this.mergedRanges(reader)],
    [ids.row, (reader, length) => this.rowFormat(reader, length)],
  ])

  constructor(
    private readonly builder: TableBuilder,
    private readonly shared: XlsContext,
  ) {}

  /** @throws ReadError where a record is damaged */
  take({ id, blocks }: BiffRecord): void {
    this.readers.get(id)?.(new BlockReader(blocks), blocks[0]?.length ?? 0)
  }

  /** Adds all rows to the table, which has them in any order. */
  end(): void {
    for (const number of [...this.rows.keys()].toSorted((a, b) => a - b)) {
      const row = this.rows.get(number)
      if (row) this.builder.addRow(row.cells, number + 1, row.notes.length > 0 ? row.notes : undefined)
    }
    fillMergedCells(this.builder, this.merged)
  }

  private put(row: number, column: number, text: string, note?: CellNote): void {
    if (column >= limits.columns) throw damagedFile()
    checkCellLength(text.length)
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
    const { text, note } = numberCellText(String(value), this.shared.formats[style], this.shared.system)
    this.put(row, column, text, note)
  }

  private numbers(reader: BlockReader, length: number): void {
    const [row, first] = [reader.u16(), reader.u16()]
    for (let i = 0; i < Math.floor(length / 6); i++)
      this.putNumber(row, first + i, reader.u16(), decodeRk(reader.u32()))
  }

  private booleanOrError(reader: BlockReader): void {
    const [row, column] = [reader.u16(), reader.u16()]
    reader.u16()
    const value = reader.u8()
    if (reader.u8() === 1) this.put(row, column, errors[value] ?? '#N/A', { kind: 'error' })
    else this.put(row, column, value === 0 ? 'FALSE' : 'TRUE')
  }

  /** Reads only the result. The formula itself is stored as tokens. */
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
        numberCellText(String(number), this.shared.formats[style], this.shared.system).text,
        note,
      )
    } else if (kind === 0) this.awaitingText = { row, column }
    else if (kind === 1) this.put(row, column, value === 0 ? 'FALSE' : 'TRUE', note)
    else if (kind === 2) this.put(row, column, errors[value] ?? '#N/A', { kind: 'error' })
  }

  private formulaText(reader: BlockReader): void {
    if (this.awaitingText) {
      const { row, column } = this.awaitingText
      this.put(row, column, this.shared.text(reader), { kind: 'formula', formula: '' })
    }
    this.awaitingText = undefined
  }

  /** Reads whether a row is hidden. */
  private rowFormat(reader: BlockReader, length: number): void {
    if (length < ROW_RECORD_LENGTH) return
    const row = reader.u16()
    reader.skip(10)
    if ((reader.u8() & HIDDEN_FLAG) !== 0) this.builder.hideRow(row + 1)
  }

  private mergedRanges(reader: BlockReader): void {
    const count = reader.u16()
    for (let i = 0; i < count; i++) {
      const [top, bottom, left, right] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()]
      this.merged.push({ top: top + 1, bottom: bottom + 1, left, right })
    }
  }
}

/** Decodes an RK number: 30 bits that are an integer or the upper half of a double; a flag divides it by 100. */
function decodeRk(rk: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(0, rk & 0xfffffffc)
  const value = rk & 2 ? (rk | 0) >> 2 : view.getFloat64(0)
  return rk & 1 ? value / 100 : value
}
