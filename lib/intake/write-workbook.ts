import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { type Cell, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { columnLetters } from './heading'

/** A sheet of texts to be written as a workbook: every cell is text, and whatever is typed below stays text. */
export interface TextSheet {
  readonly name: string
  readonly isHidden?: boolean
  /** Widths in characters. */
  readonly columns: readonly { readonly width: number; readonly isHidden?: boolean }[]
  /** The first row is the header. */
  readonly rows: readonly (readonly string[])[]
  /** What a heading says when one points at it, by column. */
  readonly notes?: ReadonlyMap<number, string>
  /** What a cell below a heading may hold, by column: offered as a list; other texts are warned of, not refused. */
  readonly choices?: ReadonlyMap<number, readonly string[]>
}

/** The hidden sheet that lists of choices stand in. */
const LISTS = 'Lists'
/** Rows below the header for which choices are offered. */
const OFFERED = 10_000
/** Builtin number format of text. */
const TEXT = 'numFmtId="49"'

/** Writes texts as XLSX: no cell is taken for a number, a date or a formula, in Excel and LibreOffice alike. */
export async function writeWorkbook(sheets: readonly TextSheet[]): Promise<Uint8Array> {
  const lists: string[][] = []
  const written = sheets.map(sheet => sheetOf(sheet, lists))
  if (lists.length > 0) written.push({ name: LISTS, hidden: true, rows: transposed(lists) })
  return withTextColumns(await writeXlsx({ sheets: written }))
}

function sheetOf(sheet: TextSheet, lists: string[][]): WriteSheet {
  const cells = new Map<string, Partial<Cell>>()
  for (let at = 0; at < (sheet.rows[0]?.length ?? 0); at++) {
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
    rows: sheet.rows.map(row => row.map(text => (text === '' ? null : literally(text)))),
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

/**
 * In a workbook _x0041_ is an A; what is spelled so and is no A has its first sign spelled so, too. Halves of letters,
 * which a shop leaves that cuts texts short, and signs that XML has no place for would make the whole file unreadable.
 */
const literally = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/\p{Cs}|[\ufffe\uffff]/gu, half => `_x${half.charCodeAt(0).toString(16).toUpperCase()}_`)

function transposed(lists: readonly (readonly string[])[]): (string | null)[][] {
  const height = Math.max(...lists.map(list => list.length))
  return Array.from({ length: height }, (_, row) => lists.map(list => list[row] ?? null))
}

/**
 * Gives whole columns the format of text: the writer formats cells that are there alone, and an operator types into
 * those that are not.
 */
function withTextColumns(xlsx: Uint8Array): Uint8Array {
  const files = unzipSync(xlsx)
  const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array())
  const formats = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="@"\/>/g)].map(
    ([, id]) => `numFmtId="${id}"`,
  )
  const formatsOf = (xf: string) => [TEXT, ...formats].some(format => xf.includes(format))
  const xfs =
    /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1]?.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs) ?? []
  const style = xfs.findIndex(xf => formatsOf(xf) && xf.includes('fontId="0"'))
  for (const [name, bytes] of Object.entries(files)) {
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(name) || style === -1) continue
    files[name] = strToU8(strFromU8(bytes).replaceAll(/<col (?![^>]*style=)/g, `<col style="${style}" `))
  }
  // Two fifths more of bytes, in less than half the time.
  return zipSync(files, { level: 1 })
}
