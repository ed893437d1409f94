import { type HtmlCell, readHtmlTableSteps } from './html-table'
import { finish, ROWS_PER_STEP, type Steps } from './steps'
import { formatTsvSteps, type Matrix, parseTsvSteps } from './tsv'

/** The clipboard's plain text and HTML of one block. */
export interface Clip {
  readonly text: string
  readonly html: string
}

/** A block that was read from the clipboard. */
export interface Received {
  readonly block: Matrix
  /** How many numbers were shortened in the plain text (`1.23E+11`) and restored from the HTML. */
  readonly restored: number
}

/** Longer HTML is not parsed when there is a plain text, since it takes too long. In characters. */
const MAX_HTML_LENGTH = 30_000_000

/** Numbers as a spreadsheet shows them in a narrow or general cell. */
const shortened = /^-?\d(\.\d+)?E\+\d+$|^#+$/i
const someShortened = /\dE\+\d|#{3}/i
const lineBreak = /<br/i
/** Length of the longest match of the two patterns above. */
const MAX_MATCH_LENGTH = 4

/**
 * Reads what was copied. Plain text is the most reliable form; the HTML is read only when there is no plain text, when
 * the plain text split a cell of several lines, or when it has shortened numbers.
 */
export const readClip = (clip: Clip): Received => finish(readClipSteps(clip))

/** `readClip` with pauses. */
export function* readClipSteps({ text, html }: Clip): Steps<Received> {
  const block = yield* parseTsvSteps(text)
  if (html === '') return { block, restored: 0 }
  const isTorn = !text.includes('"') && (yield* findsSteps(html, lineBreak))
  const isBlank = text.trim() === ''
  const needsHtml = isBlank || isTorn || (yield* findsSteps(text, someShortened))
  const table = needsHtml && html.length < MAX_HTML_LENGTH ? yield* readHtmlTableSteps(html) : undefined
  if (!table) return { block, restored: 0 }
  if (!isBlank && isSameShape(block, table)) return yield* restoreSteps(block, table)
  const isBetter = isBlank || (isTorn && table.length < block.length)
  if (!isBetter) return { block, restored: 0 }
  return yield* restoreSteps(undefined, table)
}

/** Characters that are searched between two pauses. */
const CHARACTERS_PER_STEP = 500_000

/** Whether a text has a match of a pattern of at most `MAX_MATCH_LENGTH` characters. */
function* findsSteps(text: string, pattern: RegExp): Steps<boolean> {
  for (let from = 0; from < text.length; from += CHARACTERS_PER_STEP) {
    // A match may begin at the end of one part and end in the next.
    if (pattern.test(text.slice(from, from + CHARACTERS_PER_STEP + MAX_MATCH_LENGTH))) return true
    yield
  }
  return false
}

function isSameShape(block: Matrix, table: readonly (readonly HtmlCell[])[]): boolean {
  return block.length === table.length && block.every((row, i) => row.length === table[i]?.length)
}

/** The texts of a block, or of the table itself, with the exact numbers of the table. */
function* restoreSteps(block: Matrix | undefined, table: readonly (readonly HtmlCell[])[]): Steps<Received> {
  let restored = 0
  const full: string[][] = []
  for (const [i, cells] of table.entries()) {
    const row = block?.[i]
    full.push(
      cells.map(({ text: own, exact }, j) => {
        const text = row?.[j] ?? own
        if (exact === undefined || !shortened.test(text.trim())) return text
        restored++
        return exact
      }),
    )
    if (full.length % ROWS_PER_STEP === 0) yield
  }
  return { block: full, restored }
}

/** Blocks of more cells are written only as plain text: as HTML they would fill the memory of either program. */
const MAX_HTML_CELLS = 1_000_000

/** What a sheet knows of a block that it copies, and a paste needs: it goes with the HTML. */
export interface CopiedFrom {
  /** Whether the first column is read-only in the sheet. */
  readonly isFirstReadOnly: boolean
  /** Ids of the columns of whole lines; empty for other blocks. */
  readonly lineColumns: readonly string[]
}

const somewhere: CopiedFrom = { isFirstReadOnly: false, lineColumns: [] }

const READ_ONLY_MARK = ' data-first-column="read-only"'
const lineColumnsMark = / data-line-columns="([^"]+)"/

/** Where a block was copied from, if it was a sheet. */
export function copiedFrom({ html }: Clip): CopiedFrom {
  const at = html.indexOf('<table')
  const tag = at === -1 ? '' : html.slice(at, html.indexOf('>', at) + 1)
  return {
    isFirstReadOnly: tag.includes(READ_ONLY_MARK),
    lineColumns: lineColumnsMark.exec(tag)?.[1]?.split(' ') ?? [],
  }
}

/** Writes a block for other programs. In HTML every cell is text, so that Excel keeps leading zeros and long numbers. */
export const writeClip = (matrix: Matrix, from = somewhere): Clip =>
  joinClip(finish(writeClipSteps(matrix, from)))

/** A block for the clipboard in parts, which are joined into its plain text and its HTML. */
export interface ClipParts {
  readonly text: readonly string[]
  /** No parts: the block has no HTML. */
  readonly html: readonly string[]
}

/** A block in one piece, as the clipboard takes it. */
export const joinClip = ({ text, html }: ClipParts): Clip => ({ text: text.join(''), html: html.join('') })

/** Whether a block with this many cells also has HTML. */
export const hasHtml = (cells: number): boolean => cells <= MAX_HTML_CELLS

/** `writeClip` with pauses. */
export function* writeClipSteps(matrix: Matrix, from = somewhere): Steps<ClipParts> {
  const text = yield* formatTsvSteps(matrix)
  if (!hasHtml(matrix.length * (matrix[0]?.length ?? 0))) return { text, html: [] }
  const style = 'td{mso-number-format:"\\@";white-space:pre-wrap}br{mso-data-placement:same-cell}'
  const columns = from.lineColumns.length > 0 ? ` data-line-columns="${from.lineColumns.join(' ')}"` : ''
  const mark = (from.isFirstReadOnly ? READ_ONLY_MARK : '') + columns
  const html = [`<html><head><meta charset="utf-8"><style>${style}</style></head><body><table${mark}>`]
  for (let at = 0; at < matrix.length; at += ROWS_PER_STEP) {
    yield
    const rows = matrix.slice(at, at + ROWS_PER_STEP)
    html.push(rows.map(row => `<tr>${row.map(cellOf).join('')}</tr>`).join(''))
  }
  html.push('</table></body></html>')
  return { text, html }
}

/** Texts that a program might read as a number, a date or a formula get the marks by which each program reads text. */
const altered = /^\s*[-+=@.\d\uff10-\uff19]/
const asText = ` style='mso-number-format:"\\@"' sdnum="0;0;@"`

const cellOf = (text: string): string => `<td${altered.test(text) ? asText : ''}>${escapeHtml(text)}</td>`

function escapeHtml(text: string): string {
  if (!/[&<>\r\n]|^ | $| {2}/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/^ +| +$| {2,}/gm, run => `<span style='mso-spacerun:yes'>${run}</span>`)
    .replaceAll(/\r\n?|\n/g, '<br>')
}
