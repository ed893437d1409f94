import { readXls } from '@/lib/files/excel/xls/xls-reader'
import { findWorkbook, readPartText, readXlsx } from '@/lib/files/excel/xlsx/xlsx-reader'
import type { Book, Encoding, Table } from './book/book'
import { limits, MEGABYTE } from './book/limits'
import { NUL, withNulCount } from './book/nul-characters'
import { Progress } from './book/progress'
import { damagedFile, ReadError } from './book/read-error'
import type { FileReadOptions, FileReadResult } from './book/read-options'
import { hasLostCharacters, ReadBudget } from './book/table-builder'
import { readCompoundFile } from './container/compound-file'
import { decrypt } from './container/decrypt'
import { detectFileType, type FileType } from './container/file-type'
import { openZip, type UnpackBudget, type ZipArchive, type ZipEntry } from './container/zip-reader'
import { readOds } from './excel/ods-reader'
import { isSpreadsheetMl, readSpreadsheetMl } from './excel/spreadsheetml-reader'
import { readCsv } from './text/csv-reader'
import { decodeTextFile } from './text/detect-encoding'
import { readHtml } from './text/html-reader'
import { divideInnerRows } from './text/inner-rows'
import { readJson } from './text/json-reader'

/**
 * Reads a file of any kind that shops export: texts verbatim, row by row. The content decides what kind of file it is;
 * the name is only copied into the book. Runs in a worker; nothing leaves it.
 * @param bytes of the whole file
 * @returns the book, or why the file cannot be read
 * @throws the reason of `options.signal` once it is aborted; nothing else
 */
export async function readFile(
  name: string,
  bytes: Uint8Array,
  options: FileReadOptions = {},
): Promise<FileReadResult> {
  try {
    if (bytes.length > limits.fileMegabytes * MEGABYTE)
      throw new ReadError({ code: 'too_large', most: limits.fileMegabytes })
    const context = {
      options,
      budget: new ReadBudget(),
      unpackBudget: { bytes: 0 },
      isInArchive: false,
    }
    const content = await readContent(bytes, context, new Progress(options))
    const tables = content.tables.map(table => divideInnerRows(table, context.budget))
    if (tables.every(table => table.rows.length === 0)) {
      const isUnsolved = tables.some(({ unsolved }) => unsolved)
      throw new ReadError({ code: isUnsolved ? 'unsolved' : 'empty' })
    }
    options.onProgress?.(1)
    return { ok: true, book: { name, size: bytes.length, ...content, tables } }
  } catch (thrown) {
    if (thrown instanceof ReadError) return { ok: false, failure: thrown.failure }
    throw thrown
  }
}

type FileContent = Pick<Book, 'kind' | 'text' | 'tables'>

/** What all files of one archive share while they are read. */
interface ReadContext {
  readonly options: FileReadOptions
  readonly budget: ReadBudget
  readonly unpackBudget: UnpackBudget
  readonly isInArchive: boolean
}

type ReadBytes = (bytes: Uint8Array, context: ReadContext, progress: Progress) => Promise<FileContent>

const readers: Readonly<Record<FileType, ReadBytes>> = {
  zip: readZip,
  cfb: readCompound,
  biff: async (bytes, { options, budget }, progress) => ({
    kind: 'xls',
    tables: await readXls(bytes, options, budget, progress),
  }),
  text: readText,
}

/** Reads a file, or a file of an archive. @throws ReadError */
const readContent: ReadBytes = (bytes, context, progress) =>
  readers[detectFileType(bytes)](bytes, context, progress)

async function readText(
  bytes: Uint8Array,
  { options, budget }: ReadContext,
  progress: Progress,
): Promise<FileContent> {
  const decoded = await decodeTextFile(bytes, options.encoding, options.headingScore, progress.part(0, 0.4))
  const { encoding } = decoded
  const text = decoded.text.endsWith(END_OF_FILE) ? decoded.text.slice(0, -1) : decoded.text
  const rest = progress.part(0.4, 1)
  const hasNul = hasZeroBytes(encoding) ? text.includes(NUL) : bytes.indexOf(0) !== -1
  const counted = (table: Table): Table => (hasNul ? withNulCount(table) : table)
  const start = text.slice(0, 4096).trimStart()
  if (hasLostCharacters(text)) budget.hasLostCharacters = true
  if (/^<[^>]*>/.test(start) && /<(!doctype|html|head|body|meta|style|table|tr|td|\?xml)\b/i.test(start)) {
    if (isSpreadsheetMl(start))
      return { kind: 'xls', tables: (await readSpreadsheetMl(text, budget, rest)).map(counted) }
    if (endsInTag(text)) throw damagedFile()
    return { kind: 'html', tables: [counted(await readHtml(text, budget, rest))] }
  }
  if (/^(\{|\[\s*[{[\]])/.test(start))
    return { kind: 'json', tables: [withNulCount(readJson(text, budget, options.jsonFormat))] }
  const { table, delimiter } = await readCsv(text, options.delimiter, budget, rest)
  return { kind: 'text', text: { encoding, delimiter }, tables: [counted(table)] }
}

/** Control-Z, with which old programs end a text file. */
const END_OF_FILE = '\x1a'

/** Whether a page ends within a tag, as that of an interrupted download does: further rows are missing. */
const endsInTag = (page: string): boolean => page.lastIndexOf('<') > page.lastIndexOf('>')

/** Whether bytes of ordinary letters may be 0. */
const hasZeroBytes = (encoding: Encoding): boolean => encoding.startsWith('utf-16')

async function readCompound(
  bytes: Uint8Array,
  context: ReadContext,
  progress: Progress,
): Promise<FileContent> {
  const streams = readCompoundFile(bytes)
  const workbook = streams.get('Workbook') ?? streams.get('Book')
  const { options, budget } = context
  if (workbook) return { kind: 'xls', tables: await readXls(workbook, options, budget, progress) }
  if (!streams.has('EncryptedPackage')) throw new ReadError({ code: 'not_a_table' })
  const decrypted = await decrypt(streams, options.password, progress.part(0, 0.5))
  if (detectFileType(decrypted) !== 'zip') throw damagedFile()
  return readZip(decrypted, context, progress.part(0.5, 1))
}

async function readZip(bytes: Uint8Array, context: ReadContext, progress: Progress): Promise<FileContent> {
  const { budget } = context
  const archive = openZip(bytes, context.unpackBudget)
  const mediaType = archive.find('mimetype')
  const content = archive.find('content.xml')
  if (content && mediaType) {
    if (isEncryptedOds(archive)) throw new ReadError({ code: 'locked', found: 'file' })
    const xml = readPartText(archive, content)
    if (hasLostCharacters(xml)) budget.hasLostCharacters = true
    return { kind: 'ods', tables: await readOds(xml, budget, progress) }
  }
  const workbook = findWorkbook(archive)
  if (workbook?.name.endsWith('.bin')) throw new ReadError({ code: 'unsupported', found: 'XLSB' })
  if (workbook && /\bworkbook[^/]*\.xml$/i.test(workbook.name))
    return { kind: 'xlsx', tables: await readXlsx(archive, workbook, budget, progress) }
  if (workbook) throw new ReadError({ code: 'not_a_table' })
  if (archive.find('Index/Document.iwa')) throw new ReadError({ code: 'unsupported', found: 'Numbers' })
  if (mediaType && readPartText(archive, mediaType).startsWith('application/hwp+zip'))
    throw new ReadError({ code: 'unsupported', found: 'HWPX' })
  if (context.isInArchive) throw new ReadError({ code: 'packed', found: 'nested' })
  return readArchive(archive, context, progress)
}

function isEncryptedOds(archive: ZipArchive): boolean {
  const manifest = archive.find('META-INF/manifest.xml')
  return manifest !== undefined && readPartText(archive, manifest).includes('encryption-data')
}

/** Reads the tables of all files of an archive; skips files without tables, such as pictures. */
async function readArchive(
  archive: ZipArchive,
  context: ReadContext,
  progress: Progress,
): Promise<FileContent> {
  const files = archive.entries.filter(isFile)
  const contents: FileContent[] = []
  const tables: Table[] = []
  let firstSkipped: ReadError | undefined
  for (const [at, entry] of files.entries()) {
    const share = progress.part(at / files.length, (at + 1) / files.length)
    try {
      const content = await readContent(archive.read(entry), { ...context, isInArchive: true }, share)
      contents.push(content)
      for (const table of content.tables) tables.push({ ...table, name: tableName(entry, table, content) })
    } catch (thrown) {
      if (!(thrown instanceof ReadError)) throw thrown
      const error = new ReadError({ ...thrown.failure, within: entry.name })
      if (!isWithoutTable(thrown)) throw error
      firstSkipped ??= error
    }
  }
  const [first] = contents
  if (!first) throw firstSkipped ?? new ReadError({ code: 'empty' })
  return { ...first, tables }
}

/** Formats of tables that cannot be read. */
const unreadTables: ReadonlySet<string> = new Set([
  'XLSB',
  'Numbers',
  'FODS',
  'DIF',
  'SYLK',
  'MHTML',
  'Google Sheets',
])

/** Whether a file contains no table at all. One that may contain some, and cannot be opened, must not be skipped. */
const isWithoutTable = ({ failure }: ReadError): boolean =>
  failure.code === 'empty' ||
  failure.code === 'not_a_table' ||
  (failure.code === 'unsupported' && !unreadTables.has(failure.found))

/** Folders are not files, and neither are the resource forks that a Mac adds for each file. */
const isFile = ({ name }: ZipEntry): boolean => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name)

function tableName({ name }: ZipEntry, table: Table, { tables }: FileContent): string {
  const file = name.slice(name.lastIndexOf('/') + 1)
  return tables.length > 1 && table.name !== '' ? `${file} ${table.name}` : file
}
