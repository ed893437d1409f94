import type { DateSystem } from './date-text'
import { decodeFile } from './decode-file'
import { decoderOf } from './decode-text'
import { Pace } from './pace'
import type { Encoding, ReadOptions, Table } from './table'
import { TableBuilder, type Tally } from './tally'
import { broken, Unreadable } from './unreadable'
import { type BiffRecord, BlockReader, biffRecords } from './xls-records'
import { type XlsShared, XlsSheet } from './xls-sheet'
import { formatById, type NumberFormat } from './xlsx-styles'

const BOF = 0x809
const EOF = 0x0a
/** Excel 97 and all later; what is older writes letters as bytes of the machine's encoding. */
const UNICODE_VERSION = 0x600

/**
 * Reads the workbook stream of an XLS file, or the records that old programs and shops' scripts write without a
 * workbook around them.
 * @throws Unreadable where it is damaged, locked, or its letters are of no encoding
 */
export async function readXls(
  stream: Uint8Array,
  options: ReadOptions,
  tally: Tally,
  pace: Pace,
): Promise<Table[]> {
  const first = biffRecords(stream).next().value
  if (!first || !isBeginning(first)) throw broken()
  const version = new BlockReader(first.blocks).u16()
  const isUnicode = first.id === BOF && version === UNICODE_VERSION
  const text = isUnicode
    ? (reader: BlockReader, length: number) => reader.unicode(length)
    : await bytesReader(stream, options)
  const globals = readGlobals(stream, isUnicode, text)
  const shared: XlsShared = { ...globals, text: reader => text(reader, reader.u16()) }
  const tables: Table[] = []
  const sheets = globals.sheets.length > 0 ? globals.sheets : [{ name: '', isHidden: false, at: 0 }]
  for (const { name, isHidden, at } of sheets) {
    const builder = new TableBuilder(tally)
    await readSheet(stream, at, new XlsSheet(builder, shared), pace)
    tables.push(builder.table(name, isHidden))
  }
  return tables
}

async function readSheet(stream: Uint8Array, from: number, sheet: XlsSheet, pace: Pace): Promise<void> {
  let depth = 0
  let count = 0
  for (const record of biffRecords(stream, from)) {
    // Charts stand inside of their sheet, with a beginning and an end of their own.
    if (isBeginning(record)) depth++
    else if (record.id === EOF) {
      depth--
      if (depth === 0) break
    } else if (depth <= 1) sheet.take(record)
    if (++count % 5000 === 0 && pace.isDue) await pace.rest(record.at / stream.length)
  }
  sheet.end()
}

/** BOF, of which each version has its own. */
const isBeginning = ({ id }: BiffRecord): boolean => (id & 0xf0ff) === 0x09 && id <= BOF

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

type ReadLetters = (reader: BlockReader, length: number) => string

function readGlobals(stream: Uint8Array, isUnicode: boolean, text: ReadLetters): Globals {
  const sheets: SheetHead[] = []
  const codes = new Map<number, string>()
  const styles: number[] = []
  let strings: string[] = []
  let system: DateSystem = 1900
  for (const { id, blocks } of biffRecords(stream)) {
    const reader = new BlockReader(blocks)
    if (id === EOF) break
    if (id === 0x2f) throw new Unreadable({ code: 'locked', found: 'file' })
    if (id === 0x22) system = reader.u16() === 1 ? 1904 : 1900
    else if (id === 0x41e) {
      const number = reader.u16()
      codes.set(number, text(reader, isUnicode ? reader.u16() : reader.u8()))
    } else if (id === 0xe0) {
      reader.u16()
      styles.push(reader.u16())
    } else if (id === 0x85) sheets.push(...sheetHead(reader, text))
    else if (id === 0xfc) strings = readStrings(reader)
  }
  return { sheets, strings, system, formats: styles.map(number => formatById(number, codes)) }
}

function sheetHead(reader: BlockReader, text: ReadLetters): SheetHead[] {
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

/** Code pages that say which encoding the bytes are of; Western ones are written by programs that do not know. */
const codePages: Readonly<Record<number, Encoding>> = { 932: 'shift_jis', 949: 'euc-kr' }

/** How letters of older files are read: as the file says, else as all of its texts together tell. */
async function bytesReader(stream: Uint8Array, options: ReadOptions): Promise<ReadLetters> {
  const encoding = options.encoding ?? pageOf(stream) ?? (await guessed(stream, options))
  const decode = decoderOf(encoding)
  return (reader, length) => {
    const text = decode(reader.bytes(length))
    if (text === undefined) throw new Unreadable({ code: 'no_encoding' })
    return text
  }
}

function pageOf(stream: Uint8Array): Encoding | undefined {
  for (const { id, blocks } of biffRecords(stream)) {
    if (id === 0x42) return codePages[new BlockReader(blocks).u16()]
    if (id === EOF) return undefined
  }
  return undefined
}

async function guessed(stream: Uint8Array, options: ReadOptions): Promise<Encoding> {
  const texts: number[] = []
  for (const record of biffRecords(stream)) if (isLabel(record)) texts.push(...labelOf(record), 0x0a)
  const { encoding } = await decodeFile(Uint8Array.from(texts), undefined, options.headingScore, new Pace())
  return encoding
}

const isLabel = ({ id }: BiffRecord): boolean => id === 0x204 || id === 0xd6

function labelOf({ blocks }: BiffRecord): Uint8Array {
  const reader = new BlockReader(blocks)
  reader.skip(6)
  return reader.bytes(reader.u16())
}
