import { strFromU8, strToU8, unzipSync } from 'fflate'
import { type Cell, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { Archive } from './archive'
import { columnLetters } from './heading'
import { literally, SharedTexts } from './shared-texts'
import { rowsXml } from './write-rows'

/** A sheet of texts to be written as a workbook: every cell is text, and whatever is typed below stays text. */
export interface TextSheet {
  readonly name: string
  readonly isHidden?: boolean
  /** Widths in characters. */
  readonly columns: readonly { readonly width: number; readonly isHidden?: boolean }[]
  /** The first row is the header. */
  readonly rows: Iterable<readonly string[]>
  /** What a heading says when one points at it, by column. */
  readonly notes?: ReadonlyMap<number, string>
  /** What a cell below a heading may hold, by column: offered as a list; other texts are warned of, not refused. */
  readonly choices?: ReadonlyMap<number, readonly string[]>
}

/** The hidden sheet that lists of choices stand in. */
const LISTS = 'Lists'
/** Rows below the header for which choices are offered. */
const OFFERED = 10_000
/** Where the texts are that cells refer to. */
const SHARED = 'xl/sharedStrings.xml'
/** Where the sheets are, from 1 in the order in which they are given. */
const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/
/** Builtin number format of text. */
const TEXT = 'numFmtId="49"'

/** Writes texts as XLSX: no cell is taken for a number, a date or a formula, in Excel and LibreOffice alike. */
export async function writeWorkbook(sheets: readonly TextSheet[]): Promise<Uint8Array> {
  const lists: string[][] = []
  const cut = sheets.map(sheet => ({ sheet, ...headerOf(sheet.rows) }))
  const frame = cut.map(({ sheet, header }) => sheetOf(sheet, header, lists))
  if (lists.length > 0) frame.push({ name: LISTS, hidden: true, rows: transposed(lists) })
  const files = withTextColumns(unzipSync(await writeXlsx({ sheets: frame })))
  return withRows(
    files,
    cut.map(({ sheet, rows }) => ({ rows, styled: sheet.columns.length })),
  )
}

function headerOf(all: TextSheet['rows']): { header: readonly string[]; rows: Iterable<readonly string[]> } {
  const rows = all[Symbol.iterator]()
  const first = rows.next()
  return { header: first.done ? [] : first.value, rows: restOf(rows) }
}

function* restOf<T>(all: Iterator<T>): Generator<T> {
  for (let next = all.next(); !next.done; next = all.next()) yield next.value
}

function sheetOf(sheet: TextSheet, header: readonly string[], lists: string[][]): WriteSheet {
  const cells = new Map<string, Partial<Cell>>()
  for (let at = 0; at < header.length; at++) {
    const note = sheet.notes?.get(at)
    const style = { font: { bold: true }, numFmt: '@' }
    cells.set(`0,${at}`, note === undefined ? { style } : { style, comment: { text: note } })
  }
  return {
    name: sheet.name,
    ...(sheet.isHidden ? { hidden: true } : {}),
    columns: sheet.columns.map(({ width, isHidden }) => ({
      width,
      numFmt: '@',
      ...(isHidden ? { hidden: true } : {}),
    })),
    rows: [header.map(text => (text === '' ? null : literally(text)))],
    cells,
    freezePane: { rows: 1 },
    dataValidations: [...(sheet.choices ?? [])].map(([at, values]) => {
      const list = columnLetters(lists.push([...values]) - 1)
      const letters = columnLetters(at)
      return {
        type: 'list',
        formula1: `${LISTS}!$${list}$1:$${list}$${values.length}`,
        range: `${letters}2:${letters}${OFFERED}`,
        allowBlank: true,
        showErrorMessage: true,
        errorStyle: 'warning',
      }
    }),
  }
}

function transposed(lists: readonly (readonly string[])[]): (string | null)[][] {
  const height = Math.max(...lists.map(list => list.length))
  return Array.from({ length: height }, (_, row) => lists.map(list => list[row] ?? null))
}

/** Files of an archive, by name, and the style of a cell that is text. */
interface Frame {
  readonly files: Record<string, Uint8Array>
  readonly style: number
}

/**
 * Gives whole columns the format of text: the writer formats cells that are there alone, and an operator types into
 * those that are not.
 */
function withTextColumns(files: Record<string, Uint8Array>): Frame {
  const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array())
  const formats = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="@"\/>/g)].map(
    ([, id]) => `numFmtId="${id}"`,
  )
  const formatsOf = (xf: string) => [TEXT, ...formats].some(format => xf.includes(format))
  const xfs =
    /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1]?.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs) ?? []
  const style = xfs.findIndex(xf => formatsOf(xf) && xf.includes('fontId="0"'))
  for (const [name, bytes] of Object.entries(files)) {
    if (!SHEET.test(name) || style === -1) continue
    files[name] = strToU8(strFromU8(bytes).replaceAll(/<col (?![^>]*style=)/g, `<col style="${style}" `))
  }
  return { files, style }
}

interface Rows {
  readonly rows: Iterable<readonly string[]>
  readonly styled: number
}

/** Packs the files, with the rows below their headers put into the sheets while they are packed. */
function withRows({ files, style }: Frame, sheets: readonly Rows[]): Uint8Array {
  const { [SHARED]: texts = new Uint8Array(), ...others } = files
  const [first = '', last = ''] = strFromU8(texts)
    // How many there are need not be said, and is not known before.
    .replace(/<sst [^>]*>/, tag => tag.replaceAll(/ (?:uniqueCount|count)="\d+"/g, ''))
    .split('</sst>')
  // Without a single heading there is no table of texts.
  const shared = new SharedTexts(first.split('<si>').length - 1, first === '' ? 0 : undefined)
  const archive = new Archive()
  for (const [name, bytes] of Object.entries(others)) {
    const rows = sheets[Number(SHEET.exec(name)?.[1]) - 1]
    if (!rows) archive.add(name, [strFromU8(bytes)])
    else archive.add(name, sheetXml(strFromU8(bytes), rowsXml({ ...rows, shared, style })))
  }
  if (first !== '') archive.add(SHARED, [first], shared.xml(), [`</sst>${last}`])
  return archive.end()
}

/** A sheet that has its header alone, with rows below it. */
function* sheetXml(frame: string, rows: Iterable<string>): Generator<string> {
  const [head = '', tail = ''] = frame
    .replace(/<dimension [^>]*>/, '')
    .replace('<sheetData/>', '<sheetData></sheetData>')
    .split('</sheetData>')
  yield head
  yield* rows
  yield `</sheetData>${tail}`
}
