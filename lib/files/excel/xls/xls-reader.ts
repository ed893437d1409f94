import type { Encoding, Table } from '@/lib/files/book/book'
import { Progress } from '@/lib/files/book/progress'
import { damagedFile, ReadError } from '@/lib/files/book/read-error'
import type { FileReadOptions } from '@/lib/files/book/read-options'
import { type ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import type { DateSystem } from '@/lib/files/excel/cells/date-text'
import { type NumberFormat, numberFormatsById } from '@/lib/files/excel/cells/number-formats'
import { createDecoder } from '@/lib/files/text/decode'
import { decodeTextFile } from '@/lib/files/text/detect-encoding'
import { type BiffRecord, BlockReader, biffRecords, recordIds as ids } from './biff-records'
import { type XlsContext, XlsSheet } from './xls-sheet'

/** Excel 97 and later. Older versions write texts in the encoding of their machine. */
const UNICODE_VERSION = 0x600

/**
 * Reads the workbook stream of an XLS file, or the records of a single sheet that old programs and the scripts of shops
 * write without a workbook.
 * @throws ReadError where it is damaged or encrypted, or its texts are of no supported encoding
 */
export async function readXls(
  stream: Uint8Array,
  options: FileReadOptions,
  budget: ReadBudget,
  progress: Progress,
): Promise<Table[]> {
  const first = biffRecords(stream).next().value
  if (!first || !isBeginOfFile(first)) throw damagedFile()
  const version = new BlockReader(first.blocks).u16()
  const isUnicode = first.id === ids.beginOfFile && version === UNICODE_VERSION
  const text = isUnicode
    ? (reader: BlockReader, length: number) => reader.unicode(length)
    : await encodedTextReader(stream, options)
  const globals = readGlobals(stream, isUnicode, text)
  const shared: XlsContext = { ...globals, text: reader => text(reader, reader.u16()) }
  const tables: Table[] = []
  const sheets = globals.sheets.length > 0 ? globals.sheets : [{ name: '', isHidden: false, at: 0 }]
  for (const { name, isHidden, at } of sheets) {
    const builder = new TableBuilder(budget)
    await readSheet(stream, at, new XlsSheet(builder, shared), progress)
    tables.push(builder.build(name, isHidden))
  }
  return tables
}

async function readSheet(
  stream: Uint8Array,
  from: number,
  sheet: XlsSheet,
  progress: Progress,
): Promise<void> {
  let depth = 0
  let count = 0
  for (const record of biffRecords(stream, from)) {
    // Charts are inside of their sheet, with a begin and an end of their own.
    if (isBeginOfFile(record)) depth++
    else if (record.id === ids.endOfFile) {
      depth--
      if (depth === 0) break
    } else if (depth <= 1) sheet.take(record)
    if (++count % 5000 === 0 && progress.isDue) await progress.checkpoint(record.at / stream.length)
  }
  sheet.end()
}

/** Each version has its own BOF record. */
const isBeginOfFile = ({ id }: BiffRecord): boolean => (id & 0xf0ff) === 0x09 && id <= ids.beginOfFile

interface SheetHead {
  readonly name: string
  readonly isHidden: boolean
  readonly at: number
}

interface Globals {
  readonly sheets: readonly SheetHead[]
  readonly strings: readonly string[]
  readonly formats: readonly (NumberFormat | undefined)[]
  readonly system: DateSystem
}

type ReadText = (reader: BlockReader, length: number) => string

function readGlobals(stream: Uint8Array, isUnicode: boolean, text: ReadText): Globals {
  const sheets: SheetHead[] = []
  const codes = new Map<number, string>()
  const styles: number[] = []
  let strings: string[] = []
  let system: DateSystem = 1900
  for (const { id, blocks } of biffRecords(stream)) {
    const reader = new BlockReader(blocks)
    if (id === ids.endOfFile) break
    if (id === ids.filePassword) throw new ReadError({ code: 'locked', found: 'file' })
    if (id === ids.date1904) system = reader.u16() === 1 ? 1904 : 1900
    else if (id === ids.format) {
      const number = reader.u16()
      codes.set(number, text(reader, isUnicode ? reader.u16() : reader.u8()))
    } else if (id === ids.extendedFormat) {
      reader.u16()
      styles.push(reader.u16())
    } else if (id === ids.boundSheet) sheets.push(...sheetHead(reader, text))
    else if (id === ids.sharedStrings) strings = readStrings(reader)
  }
  return { sheets, strings, system, formats: styles.map(numberFormatsById(codes)) }
}

function sheetHead(reader: BlockReader, text: ReadText): SheetHead[] {
  const at = reader.u32()
  const isHidden = (reader.u8() & 3) !== 0
  const isSheet = reader.u8() === 0
  return isSheet ? [{ at, isHidden, name: text(reader, reader.u8()) }] : []
}

function readStrings(reader: BlockReader): string[] {
  reader.u32()
  const count = reader.u32()
  const strings: string[] = []
  while (strings.length < count && !reader.isAtEnd) strings.push(reader.unicode(reader.u16()))
  return strings
}

/** Encodings of code pages. Western ones are ignored: programs write them without knowing. */
const codePages: Readonly<Record<number, Encoding>> = { 932: 'shift_jis', 949: 'euc-kr' }

/**
 * Reads texts of older versions: in the given encoding, else that of the file, else the one that fits all its texts.
 */
async function encodedTextReader(stream: Uint8Array, options: FileReadOptions): Promise<ReadText> {
  const encoding = options.encoding ?? codePageOf(stream) ?? (await detectEncoding(stream, options))
  const decode = createDecoder(encoding)
  return (reader, length) => {
    const text = decode(reader.bytes(length))
    if (text === undefined) throw new ReadError({ code: 'no_encoding' })
    return text
  }
}

function codePageOf(stream: Uint8Array): Encoding | undefined {
  for (const { id, blocks } of biffRecords(stream)) {
    if (id === ids.codePage) return codePages[new BlockReader(blocks).u16()]
    if (id === ids.endOfFile) return undefined
  }
  return undefined
}

async function detectEncoding(stream: Uint8Array, options: FileReadOptions): Promise<Encoding> {
  const texts: number[] = []
  for (const record of biffRecords(stream)) if (isLabel(record)) texts.push(...labelOf(record), 0x0a)
  const { encoding } = await decodeTextFile(
    Uint8Array.from(texts),
    undefined,
    options.headingScore,
    new Progress(),
  )
  return encoding
}

const isLabel = ({ id }: BiffRecord): boolean => id === ids.label || id === ids.richLabel

function labelOf({ blocks }: BiffRecord): Uint8Array {
  const reader = new BlockReader(blocks)
  reader.skip(6)
  return reader.bytes(reader.u16())
}
