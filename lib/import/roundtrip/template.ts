import type { TextSheet } from '@/lib/files/write/sheet-xml'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import { valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Texts } from '@/lib/sheet/schema/line'
import { markAsSample } from '@/lib/sheet/schema/samples/sample-number'
import { type Sheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { templateWords } from './template-words'

/** The differences of the example's second line: another item of the order, another option of the product. */
const secondLine: Readonly<Record<SheetId, Texts>> = {
  'orders/japan': {
    'items[].name': 'Card case',
    'items[].price': '4800',
    'items[].quantity': '2',
    'items[].itemCode': 'CRD-02',
    'items[].imageUrl': 'https://shop.example/card-case.jpg',
    'items[].itemUrl': 'https://shop.example/card-case',
  },
  'orders/general': {
    'items[].name': 'Card case',
    'items[].price': '4.8',
    'items[].quantity': '2',
    'items[].itemCode': 'CRD-02',
    'items[].itemUrl': 'https://shop.example/card-case',
  },
  products: {
    'productOptionGroup[].productOption[].shopOptionId': 'WAL-01-BR',
    'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'Brown',
  },
}

/**
 * The lines of the example, by column: one record in two lines. Its number is that of a sample, because it is easily
 * left above the rows that an operator fills in, and production must never get it.
 */
export function exampleLines(sheet: Sheet): Texts[] {
  const first = sheet.sample(0)[0] ?? {}
  const texts = (column: Column) => first[column.id] ?? ''
  const whole = Object.fromEntries(sheet.columns.map(column => [column.id, texts(column)]))
  const items = sheet.columns.filter(column => column.scope === 'item' || column.id === sheet.key)
  const more = Object.fromEntries(
    items.map(column => [column.id, secondLine[sheet.id][column.id] ?? texts(column)]),
  )
  return markAsSample([whole, more], sheet.key)
}

/**
 * The template of a sheet: headings in a language, notes with the rules, lists of choices, and an example of two lines.
 * All columns are text, so that no program changes what is typed. The import accepts it unchanged.
 * @returns the bytes of an XLSX file
 */
export function writeTemplate(id: SheetId, language: HeadingLanguage): Promise<Uint8Array> {
  return writeXlsx([templateSheet(sheets[id], language)])
}

/** The same as a sheet of texts. */
function templateSheet(sheet: Sheet, language: HeadingLanguage): TextSheet {
  const words = templateWords[language]
  const { columns } = sheet
  return {
    name: words.sheets[sheet.id],
    columns: columns.map(column => ({ width: widthOf(column, language) })),
    rows: [
      columns.map(column => headingOf(column, language)),
      ...exampleLines(sheet).map(line =>
        columns.map(column => textOf(column, line[column.id] ?? '', language)),
      ),
    ],
    notes: new Map(columns.map((column, at) => [at, noteOf(column, sheet, language)])),
    choices: new Map(
      columns.flatMap((column, at) => {
        const flags = ['true', 'false'].map(flag => textOf(column, flag, language))
        const taken = column.kind === 'flag' ? flags : (column.accepts ?? column.choices)
        return taken ? [[at, taken] as const] : []
      }),
    ),
  }
}

/** The rules of a column, one per line. */
function noteOf(column: Column, sheet: Sheet, language: HeadingLanguage): string {
  const words = templateWords[language]
  const rules = [
    `${headingOf(column, language)} (${column.id})`,
    `${column.required ? words.required : words.optional} · ${words.kinds[column.kind]}`,
    column.max === undefined ? '' : words.atMost(column.max),
    column.scope === 'record' ? words.perOrder[sheet.recordType] : '',
    words.example(textOf(column, column.example, language)),
  ]
  return rules.filter(rule => rule !== '').join('\n')
}

/** The text of a cell: Yes and No in the language of the headings, codes as they are sent. */
const textOf = (column: Column, text: string, language: HeadingLanguage): string =>
  column.kind === 'flag' ? (valueDisplay(column, language)?.(text)?.text ?? text) : text

/** In characters of a spreadsheet: a pixel width by 7, and at least the heading, in which CJK letters are wide. */
function widthOf(column: Column, language: HeadingLanguage): number {
  const heading = headingOf(column, language)
  const letters = [...heading].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 2 : 1), 0)
  return Math.max(letters + 2, Math.round(column.width / 7))
}
