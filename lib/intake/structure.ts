import { readDecimal } from './decimals'
import { type Table, textsAt } from './table'

/** Rows that are no lines, by position in the table's rows. */
export interface Aside {
  readonly position: number
  readonly why: 'notice' | 'total'
}

/** Where the lines of a table stand, by positions in its rows. */
export interface Structure {
  /** -1 where the table has no header. */
  readonly header: number
  /** The first row of data, and the first that is none any more. */
  readonly first: number
  readonly end: number
  /** Rows that are no lines: above the header, right below it, repeated headers, totals. */
  readonly aside: readonly Aside[]
}

/** The header is looked for in so many rows. */
export const DEEPEST = 20

/** So many known headings make a row a header without a doubt (exports.md, 1). */
const KNOWN = 3

/** Finds the row of headings. @param isKnown whether a text is a heading that some recipe or column goes by */
export function findHeader({ rows }: Table, isKnown: (text: string) => boolean): number {
  let best = -1
  let most = 0
  for (const [position, row] of rows.slice(0, DEEPEST).entries()) {
    // What stands over several columns names all of them, and is the name of none: the row below says those.
    const count = new Set(row.filter(cell => isFilled(cell) && isKnown(cell))).size
    if (count > most) {
      most = count
      best = position
    }
  }
  if (most >= KNOWN) return best
  // A few words that are known may also stand in data: they count where the row looks like a header.
  if (best !== -1 && looksLikeHeader(rows, best)) return best
  return rows.slice(0, DEEPEST).findIndex((_, position) => looksLikeHeader(rows, position))
}

const isFilled = (cell: string): boolean => cell.trim() !== ''
/** Longer texts are nothing that a heading, a number or a total is, and are not searched. */
const LONGEST = 100

const hasNumber = (cell: string): boolean =>
  cell.length <= LONGEST && /^[\s'+\-.,/:()\d０-９]*[\d０-９][\s+\-.,/:()\d０-９]*$/.test(cell)

/** Many short texts, none of them a number, none twice in a row of the same width as those below. */
function looksLikeHeader(rows: Table['rows'], position: number): boolean {
  const filled = textsAt(rows, position).filter(isFilled)
  const widest = Math.max(...rows.slice(position, position + DEEPEST).map(row => row.filter(isFilled).length))
  return (
    filled.length > 0 &&
    filled.length * 2 > widest &&
    filled.every(cell => cell.length <= LONGEST && !hasNumber(cell)) &&
    (filled.length > 1 || widest === 1)
  )
}

/** How wide a table is: the columns of its header, and those without a heading that rows below have texts in. */
export function widthOfTable({ rows }: Table, header: number): number {
  let width = header === -1 ? 0 : textsAt(rows, header).findLastIndex(isFilled) + 1
  for (let at = header + 1; at < rows.length; at++) {
    const row = rows.at(at) ?? []
    for (let column = row.length - 1; column >= width; column--) {
      if (isFilled(row.at(column) ?? '')) width = column + 1
    }
  }
  return width
}

/** Says of the rows below a header which are lines. @param key the column whose text every record has, if there is one */
export function structureOf(table: Table, header: number, key: number | undefined): Structure {
  const { rows } = table
  const aside: Aside[] = rows
    .slice(0, Math.max(header, 0))
    .map((_, position) => ({ position, why: 'notice' }))
  let first = header + 1
  while (header !== -1 && first < Math.min(header + 4, rows.length) && isFormNote(textsAt(rows, first))) {
    aside.push({ position: first, why: 'notice' })
    first++
  }
  let end = rows.length
  while (end > first && end > rows.length - LAST && isTotal(textsAt(rows, end - 1), key)) end--
  if (header !== -1) {
    const heading = textsAt(rows, header)
    const column = key ?? 0
    let above = textsAt(rows, first - 1)[column] ?? ''
    for (let at = first; at < end; at++) {
      const said = rows.at(at)?.at(column) ?? ''
      const why = whyNoLine(() => textsAt(rows, at), heading, column, said, above)
      above = said
      if (why) aside.push({ position: at, why })
    }
  }
  for (let at = end; at < rows.length; at++) aside.push({ position: at, why: 'total' })
  return { header, first, end, aside }
}

/**
 * Says of a row among the lines what it is instead.
 * @param row all its texts, asked for where what it says in the telling column may be no line's
 * @param said what it has in that column
 * @param above what the row above has there
 */
function whyNoLine(
  row: () => readonly string[],
  heading: readonly string[],
  column: number,
  said: string,
  above: string,
): Aside['why'] | undefined {
  // Where files were put together, the headings of the next one may have a byte order mark before them.
  if (said.trim() === heading[column]?.trim() && isSame(row(), heading)) return 'notice'
  if (said.length > LONGEST) return undefined
  if (noticeSign.test(said) && isAlone(row()) && heading.filter(isFilled).length > FEW) return 'notice'
  return saysTotal(said.trim(), above.trim()) && isSubtotal(row(), said.trim()) ? 'total' : undefined
}

/** Signs that people write before a remark, and nobody begins a number with. */
const noticeSign = /^\s*[※★☆■□●○◆◇▶▷►◎▲△▣☞→]/

/** In a table of so few columns a text that is alone in its row may be a line. */
const FEW = 3

const isAlone = (row: readonly string[]): boolean => row.filter(isFilled).length === 1

/** What a spreadsheet program writes behind the number whose rows it sums up. */
const sumWord = /^(?:total|subtotal|요약|합계|소계|계|集計|合計|小計|計)$/i

/** A total between the lines: it says so where they have their number. */
function saysTotal(said: string, above: string): boolean {
  if (said === '') return false
  if (above !== '' && said.startsWith(above) && sumWord.test(said.slice(above.length).trim())) return true
  // Nearly every number of 100,000 begins with a digit, and no total does.
  return !beginsWithDigit.test(said) && total.test(said.normalize('NFKC'))
}

const beginsWithDigit = /^\d/

/** Whether a row that says so has nothing else but numbers. */
const isSubtotal = (row: readonly string[], said: string): boolean =>
  row.every(cell => !isFilled(cell) || cell.trim() === said || hasNumber(cell) || isAmount(cell))

const isAmount = (cell: string): boolean => readDecimal(cell) !== undefined

/** So many rows at the end may be totals. */
const LAST = 5

const formWords =
  /^[([{【<\s]*(?:조건부\s*)?(?:필수|선택|필수\s*입력|선택\s*입력|必須|任意|条件付き?必須|required|optional|mandatory|conditional)[)\]}】>\s]*$/i

/** A row below the headings that says which columns must be filled in. */
const isFormNote = (row: readonly string[]): boolean => {
  const filled = row.filter(isFilled)
  return filled.length > 0 && filled.every(cell => formWords.test(cell))
}

const total =
  /^[\s[(<【※*]*(?:総?合計(?:金額|数量)?|総計|小計|총?\s*합\s*계|총\s*계|소\s*계|총\s*건수|누\s*계|累計|総合計|(?:grand\s*|sub\s*)?total|sum)[\s\])>】:：]*(?:[\d,.\s]*(?:건|개|원|件|個|円|行|rows|orders)?)?$/i

function isTotal(row: readonly string[], key: number | undefined): boolean {
  const filled = row.filter(isFilled)
  const word = filled.find(cell => !hasNumber(cell))
  if (word === undefined || word.length > LONGEST || !total.test(word.normalize('NFKC'))) return false
  if (key === undefined) return filled[0] === word
  const said = row[key] ?? ''
  return !isFilled(said) || said === word
}

const isSame = (row: readonly string[], other: readonly string[]): boolean =>
  other.every((cell, column) => (row[column] ?? '').trim() === cell.trim())
