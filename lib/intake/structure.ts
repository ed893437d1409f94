import type { Table } from './table'

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
    const count = row.reduce((sum, cell) => sum + (cell.trim() !== '' && isKnown(cell) ? 1 : 0), 0)
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
  const filled = (rows[position] ?? []).filter(isFilled)
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
  let width = header === -1 ? 0 : (rows[header]?.length ?? 0)
  for (let at = header + 1; at < rows.length; at++) {
    const row = rows[at] ?? []
    for (let column = row.length - 1; column >= width; column--) {
      if (isFilled(row[column] ?? '')) width = column + 1
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
  while (header !== -1 && first < Math.min(header + 4, rows.length) && isFormNote(rows[first] ?? [])) {
    aside.push({ position: first, why: 'notice' })
    first++
  }
  let end = rows.length
  while (end > first && end > rows.length - LAST && isTotal(rows[end - 1] ?? [], key)) end--
  const heading = rows[header]
  if (heading) {
    const column = key ?? 0
    const name = heading[column]
    for (let at = first; at < end; at++) {
      if (rows[at]?.[column] === name && isSame(rows[at] ?? [], heading))
        aside.push({ position: at, why: 'notice' })
    }
  }
  for (let at = end; at < rows.length; at++) aside.push({ position: at, why: 'total' })
  return { header, first, end, aside }
}

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
  /^[\s[(<【※*]*(?:総?合計(?:金額|数量)?|総計|小計|총?\s*합\s*계|총\s*계|소\s*계|총\s*건수|(?:grand\s*|sub\s*)?total|sum)[\s\])>】:：]*(?:[\d,.\s]*(?:건|개|원|件|個|円|行|rows|orders)?)?$/i

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
