import { type Book, type FileCellAddress, noteKey } from '@/lib/files/book/book'
import { readFile } from '@/lib/files/read'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import { recipes } from '@/lib/import/recipe/recipes/all'
import type { OutgoingLine } from '@/lib/import/roundtrip/layout'
import type { ReimportDraft } from '@/lib/import/roundtrip/plan'
import { type ReimportedFile, readByLineKeys, readRoundTrip } from '@/lib/import/roundtrip/read'
import { writeRoundTrip } from '@/lib/import/roundtrip/write'
import type { Texts } from '@/lib/sheet/schema/line'

// Three lines of a Qoo10 file, of two orders, that are exported for correction and come back.

const NUMBER = 'orderInfo.mallOrderNumber'
export const ZIP = 'recipient.zipCode'
export const ITEM = 'items[].name'
/** In this shop's files one column contains both postal codes. */
export const IMPORTER = 'recipient.importerJapaneseZipCode'
export const WAREHOUSE = 'warehouseId'
export const FLAG = 'orderInfo.isExportDeclaration'
const qoo10 = recipes.find(({ id }) => id === 'qoo10-orders')

/** The headings of the shop. */
export const headings = [
  '注文番号',
  'カート番号',
  '商品名',
  '数量',
  '受取人名',
  '郵便番号',
  '国家',
  '通貨',
  '配送状態',
]
/** The rows of the file, by the lines that they became. */
export const fileRows: Record<string, string[]> = {
  L1: ['701', 'C1', '=HYPERLINK("x")', '1', '髙﨑', "'1500041", '日本', 'JPY', '発送待ち'],
  L2: ['702', 'C1', '財布', '2', '髙﨑', "'1500041", '日本', 'JPY', '発送待ち'],
  L3: ['703', 'C2', '鞄', '1', '山田', '600001', '日本', 'JPY', '発送待ち'],
}

/** The draft's lines of the three rows above, as imported, and with later edits. */
export const imported: Record<string, Texts> = {
  L1: {
    [NUMBER]: 'C1',
    [ITEM]: '=HYPERLINK("x")',
    'items[].quantity': '1',
    'items[].currency': 'JPY',
    'recipient.name': '髙﨑',
    [ZIP]: '1500041',
    [IMPORTER]: '1500041',
  },
  L2: { [NUMBER]: 'C1', [ITEM]: '財布', 'items[].quantity': '2', 'items[].currency': 'JPY' },
  L3: {
    [NUMBER]: 'C2',
    [ITEM]: '鞄',
    'items[].quantity': '1',
    'items[].currency': 'JPY',
    'recipient.name': '山田',
    [ZIP]: '600001',
    [IMPORTER]: '600001',
  },
}

export const draftOf = (texts: Record<string, Texts>, locked: readonly string[] = []): ReimportDraft => ({
  texts: line => texts[line],
  orderOf: line => (line === 'L3' ? ['L3'] : ['L1', 'L2'].filter(id => texts[id])),
  isLocked: line => locked.includes(line),
  lines: () => Object.keys(texts),
})

export const outLine = (key: string, texts: Record<string, Texts> = imported): OutgoingLine => ({
  key,
  firstLine: key === 'L3' ? 'L3' : 'L1',
  texts: texts[key] ?? {},
  messages: key === 'L3' ? ['Postal code: look again.'] : [],
  failing: key === 'L3' ? [ZIP, WAREHOUSE] : [],
  origin: { row: Number(key.slice(1)) + 1, cells: fileRows[key] ?? [] },
})

/** An exported file as another program opens it. */
interface ExportedFile {
  /** The rows of its sheet, headings first. */
  readonly rows: string[][]
  /** Reads it after its rows were edited and saved in another program. */
  comeBack(
    edit: (rows: string[][]) => string[][],
    formulas?: readonly FileCellAddress[],
  ): Promise<ReimportedFile>
}

/** Exports lines. @param isShop in the columns of the shop, not in our own */
export async function exportLines(
  lines: readonly OutgoingLine[],
  isShop = true,
  language: HeadingLanguage = 'ja',
): Promise<ExportedFile> {
  if (!qoo10) throw new Error('there is no such recipe')
  const bytes = await writeRoundTrip({
    draftId: 'D1',
    draftName: 'March',
    sheet: 'orders/japan',
    language,
    name: 'Failing',
    lines,
    ...(isShop ? { from: { headings, recipe: qoo10 } } : {}),
  })
  const read = await readFile('failing.xlsx', bytes ?? new Uint8Array())
  if (!read.ok) throw new Error(read.failure.code)
  const tables = read.book.tables.map(({ name, isHidden, rows }) => ({
    name,
    isHidden,
    rows: rowsOf(rows.slice()),
  }))
  return {
    rows: tables[0]?.rows ?? [],
    comeBack: async (edit, formulas = []) => {
      const edited = tables.map((table, i) =>
        i === 0 ? { ...table, rows: edit(rowsOf(table.rows)) } : table,
      )
      const saved = await writeXlsx(edited.map(table => ({ ...table, columns: [] })))
      const again = await readFile('edited.xlsx', saved)
      const returned = again.ok ? readRoundTrip(withFormulas(again.book, formulas)) : undefined
      if (!returned) throw new Error('the file is not known again')
      return returned
    },
  }
}

const rowsOf = (rows: readonly (readonly string[])[]): string[][] => rows.map(row => [...row])

/** Reads a file without its hidden sheet by the keys of its lines. */
export function readByKeys(book: Book): ReimportedFile {
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const returned = readByLineKeys(book, importTable(book, mapping))
  if (!returned) throw new Error('its keys are not known')
  return returned
}

/** Reads rows that were saved as CSV. */
export async function readAsCsv(rows: readonly (readonly string[])[]): Promise<Book> {
  const csv = rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n')
  const read = await readFile('failing.csv', new TextEncoder().encode(csv))
  if (!read.ok) throw new Error(read.failure.code)
  return read.book
}

/** The file after a program without a calculation engine replaced some cells with formulas. */
function withFormulas(read: Book, formulas: readonly FileCellAddress[]): Book {
  const [shown, ...others] = read.tables
  if (!shown || formulas.length === 0) return read
  const rows = shown.rows.slice().map(row => [...row])
  const note = { kind: 'formula', formula: '', isUnsolved: true } as const
  const notes = new Map(formulas.map(({ row, column }) => [noteKey(row - 1, column), note]))
  for (const { row, column } of formulas) rows[row - 1]?.splice(column, 1, '')
  const unsolved = { count: formulas.length, first: formulas }
  return { ...read, tables: [{ ...shown, rows, notes, unsolved }, ...others] }
}

/** The three lines as they are exported. */
export const allLines = ['L1', 'L2', 'L3'].map(key => outLine(key))
