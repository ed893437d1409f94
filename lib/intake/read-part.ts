import { readCompound } from './cfb'
import { readCsv } from './csv-table'
import { decodeFile } from './decode-file'
import { decrypt } from './decrypt'
import { readHtml } from './html-sheet'
import { readJson } from './json-table'
import { NUL, withNuls } from './nuls'
import { readOds } from './ods-book'
import type { Pace } from './pace'
import { isSheetXml, readSheetXml } from './sheet-xml'
import { type Kind, sniff } from './sniff'
import type { Book, Encoding, ReadOptions, Table } from './table'
import { isLost, type Tally } from './tally'
import { broken, Unreadable } from './unreadable'
import { readXls } from './xls-book'
import { findWorkbook, readXlsx, textOf } from './xlsx-book'
import { openZip, type Spent, type ZipArchive, type ZipEntry } from './zip-archive'

/** What a file holds. */
export type Part = Pick<Book, 'kind' | 'text' | 'tables'>

/** What goes with a file, however deep it lies in others. */
export interface Reading {
  readonly options: ReadOptions
  readonly tally: Tally
  readonly spent: Spent
  /** Whether it lies in an archive. */
  readonly isInside: boolean
}

/**
 * Reads a file, or one of an archive, by what its bytes say that it is.
 * @throws Unreadable
 */
export function readPart(bytes: Uint8Array, reading: Reading, pace: Pace): Promise<Part> {
  return readers[sniff(bytes)](bytes, reading, pace)
}

const readers: Readonly<Record<Kind, (bytes: Uint8Array, reading: Reading, pace: Pace) => Promise<Part>>> = {
  zip: readZip,
  cfb: readCfb,
  biff: async (bytes, { options, tally }, pace) => ({
    kind: 'xls',
    tables: await readXls(bytes, options, tally, pace),
  }),
  text: readText,
}

/** Whether letters have several bytes each, of which one may be 0. */
const isWide = (encoding: Encoding): boolean => encoding.startsWith('utf-16')

async function readText(bytes: Uint8Array, { options, tally }: Reading, pace: Pace): Promise<Part> {
  const decoded = await decodeFile(bytes, options.encoding, options.headingScore, pace.part(0, 0.4))
  const rest = pace.part(0.4, 1)
  const hasNul = isWide(decoded.encoding) ? decoded.text.includes(NUL) : bytes.indexOf(0) !== -1
  const counted = (table: Table): Table => (hasNul ? withNuls(table) : table)
  const start = decoded.text.slice(0, 4096).trimStart()
  if (isLost(decoded.text)) tally.hasLost = true
  if (/^<[^>]*>/.test(start) && /<(!doctype|html|head|body|meta|style|table|tr|td|\?xml)\b/i.test(start)) {
    if (isSheetXml(start))
      return { kind: 'xls', tables: (await readSheetXml(decoded.text, tally, rest)).map(counted) }
    return { kind: 'html', tables: [counted(await readHtml(decoded.text, tally, rest))] }
  }
  if (/^(\{|\[\s*[{[\]])/.test(start))
    return { kind: 'json', tables: [withNuls(readJson(decoded.text, tally))] }
  const { table, delimiter } = await readCsv('', decoded.text, options.delimiter, tally, rest)
  return { kind: 'text', text: { encoding: decoded.encoding, delimiter }, tables: [counted(table)] }
}

async function readCfb(bytes: Uint8Array, reading: Reading, pace: Pace): Promise<Part> {
  const streams = readCompound(bytes)
  const workbook = streams.get('Workbook') ?? streams.get('Book')
  if (workbook) {
    const { options, tally } = reading
    return { kind: 'xls', tables: await readXls(workbook, options, tally, pace) }
  }
  if (!streams.has('EncryptedPackage')) throw new Unreadable({ code: 'not_a_table' })
  const opened = await decrypt(streams, reading.options.password, pace.part(0, 0.5))
  if (sniff(opened) !== 'zip') throw broken()
  return readZip(opened, reading, pace.part(0.5, 1))
}

async function readZip(bytes: Uint8Array, reading: Reading, pace: Pace): Promise<Part> {
  const archive = openZip(bytes, reading.spent)
  const content = archive.find('content.xml')
  if (content && archive.find('mimetype')) {
    if (archive.find('META-INF/manifest.xml') && isLockedOds(archive))
      throw new Unreadable({ code: 'locked', found: 'file' })
    const xml = textOf(archive, content)
    if (isLost(xml)) reading.tally.hasLost = true
    return { kind: 'ods', tables: await readOds(xml, reading.tally, pace) }
  }
  const workbook = findWorkbook(archive)
  if (workbook?.name.endsWith('.bin')) throw new Unreadable({ code: 'unsupported', found: XLSB })
  if (workbook && /\bworkbook[^/]*\.xml$/i.test(workbook.name))
    return { kind: 'xlsx', tables: await readXlsx(archive, workbook, reading.tally, pace) }
  if (workbook) throw new Unreadable({ code: 'not_a_table' })
  if (archive.find('Index/Document.iwa')) throw new Unreadable({ code: 'unsupported', found: 'Numbers' })
  if (reading.isInside) throw new Unreadable({ code: 'packed', found: 'nested' })
  return readFiles(archive, reading, pace)
}

function isLockedOds(archive: ZipArchive): boolean {
  const manifest = archive.find('META-INF/manifest.xml')
  return manifest !== undefined && textOf(archive, manifest).includes('encryption-data')
}

/** Each file of an archive is a table or several; pictures and the like, which hold none, are passed over. */
async function readFiles(archive: ZipArchive, reading: Reading, pace: Pace): Promise<Part> {
  const files = archive.entries.filter(isFile)
  const parts: Part[] = []
  const tables: Table[] = []
  let refusal: Unreadable | undefined
  for (const [at, entry] of files.entries()) {
    const share = pace.part(at / files.length, (at + 1) / files.length)
    try {
      const part = await readPart(archive.whole(entry), { ...reading, isInside: true }, share)
      parts.push(part)
      for (const table of part.tables) tables.push({ ...table, name: nameOf(entry, table, part) })
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      const inside = new Unreadable({ ...thrown.trouble, within: entry.name })
      if (!isNone(thrown)) throw inside
      refusal ??= inside
    }
  }
  const [first] = parts
  if (!first) throw refusal ?? new Unreadable({ code: 'empty' })
  return { ...first, tables }
}

const XLSB = 'XLSB'

/** Whether a file holds no table at all; one that may, and cannot be opened, is not passed over. */
const isNone = ({ trouble }: Unreadable): boolean =>
  trouble.code === 'empty' ||
  trouble.code === 'not_a_table' ||
  (trouble.code === 'unsupported' && trouble.found !== XLSB)

/** Folders are no files, nor is what a Mac keeps beside each. */
const isFile = ({ name }: ZipEntry): boolean => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name)

function nameOf({ name }: ZipEntry, table: Table, { tables }: Part): string {
  const file = name.slice(name.lastIndexOf('/') + 1)
  return tables.length > 1 && table.name !== '' ? `${file} ${table.name}` : file
}
