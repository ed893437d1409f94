import { type Table, textsAt } from '@/lib/files/book/book'
import { fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { MAX_HEADER_ROWS } from '@/lib/sheet/acts/paste-header'
import { beginsWithDigit, isFilled, isHeadingText, NARROW_TABLE_COLUMNS } from './cells'
import { changesMeaning } from './group-meaning'

/** A row with this many known headings is certainly a header. */
const MIN_KNOWN_HEADINGS = 3

/**
 * Finds the header row.
 * @param isKnown whether a recipe or a column has this heading
 */
export function findHeader({ rows }: Table, isKnown: (text: string) => boolean): number {
  let best = -1
  let most = 0
  for (const [position, row] of rows.slice(0, MAX_HEADER_ROWS).entries()) {
    // A text that spans several columns names a group, so it counts once.
    const count = new Set(row.filter(cell => isFilled(cell) && isKnown(cell))).size
    if (count > most) {
      most = count
      best = position
    }
  }
  if (most >= MIN_KNOWN_HEADINGS) return best
  // Fewer known headings may also occur in data: they count if the row looks like a header.
  if (best !== -1 && looksLikeHeader(rows, best)) return best
  return rows.slice(0, MAX_HEADER_ROWS).findIndex((_, position) => looksLikeHeader(rows, position))
}

/** Whether a row looks like a header: short texts, none of them a number, more than half as many as in a full row. */
function looksLikeHeader(rows: Table['rows'], position: number): boolean {
  const filled = textsAt(rows, position).filter(isFilled)
  const widest = Math.max(
    ...rows.slice(position, position + MAX_HEADER_ROWS).map(row => row.filter(isFilled).length),
  )
  return (
    filled.length > 0 &&
    filled.length * 2 > widest &&
    filled.every(isHeadingText) &&
    (filled.length > 1 || widest === 1)
  )
}

/** The width of a table: the columns of its header, and further columns with texts below. */
export function tableWidth({ rows }: Table, header: number): number {
  let width = header === -1 ? 0 : textsAt(rows, header).findLastIndex(isFilled) + 1
  for (let at = header + 1; at < rows.length; at++) {
    const row = rows.at(at) ?? []
    for (let column = row.length - 1; column >= width; column--) {
      if (isFilled(row.at(column) ?? '')) width = column + 1
    }
  }
  return width
}

/**
 * Whether two headings are the same, though another version of the shop may write them in other case or width. Nearly
 * every text that is compared is the number of an order.
 */
export function isSameHeading(text: string, heading: string): boolean {
  const [one, other] = [text.trim(), heading.trim()]
  if (one === other) return true
  return one.length === other.length && !beginsWithDigit.test(one) && fullHeading(one) === fullHeading(other)
}

/**
 * Whether a row repeats headings. In columns that a merchant added to reports that were put together, it may have no
 * heading: nothing, or a number or a sign that was filled down.
 */
export function repeatsHeadings(row: readonly string[], headings: readonly string[]): boolean {
  const others = headings.flatMap((heading, column) => {
    const text = (row[column] ?? '').trim()
    return isSameHeading(text, heading) ? [] : text
  })
  if (others.length === 0) return true
  return headings.length - others.length > NARROW_TABLE_COLUMNS && !others.some(text => /\p{L}/u.test(text))
}

/** Longer texts are not names of groups. In characters. */
const MAX_GROUP_NAME_LENGTH = 40
/** A label with its value, such as `담당: 홍길동`, is no group. */
const labelled = /[:：]\s*\S/

/**
 * The headings of a table without blank ones at the end. If the row above names groups, a heading gets its group as a
 * prefix where it occurs twice (받는사람 이름, 상품 이름) or means something else in it (주문 번호, 구매자 이름), and a blank
 * heading gets the group's name.
 * @param header position of the row; -1: there is none
 */
export function headingRow({ rows }: Pick<Table, 'rows'>, header: number): readonly string[] {
  const row = withoutBlankEnd(textsAt(rows, header))
  const groups = withoutBlankEnd(textsAt(rows, header - 1))
  if (
    new Set(groups.filter(isFilled)).size < 2 ||
    groups.some(text => text.length > MAX_GROUP_NAME_LENGTH || labelled.test(text))
  )
    return row
  const twice = new Set(row.filter((text, at) => isFilled(text) && row.indexOf(text) !== at))
  const width = Math.max(row.length, groups.length)
  const count = groups.filter((text, at) => isFilled(text) && text !== groups[at - 1]).length
  // A row of data has nearly as many texts as the row above, a row of groups half as many at most.
  const areGroups = count * 2 <= width + 1
  return Array.from({ length: width }, (_, at) => {
    const text = row[at] ?? ''
    if (!isFilled(text)) return groups[at] ?? ''
    const start = groups.slice(0, at + 1).findLastIndex(isFilled)
    const group = groups[start]
    if (group === undefined || group === text) return text
    return twice.has(text) || (areGroups && isWithin(groups, start, at) && changesMeaning(group, text))
      ? `${group.trim()} ${text.trim()}`
      : text
  })
}

/**
 * Whether a column belongs to the group that begins at or before it. A text above a single column is no group; the
 * cells of a merged group repeat its text, so that blank ones behind them are outside.
 */
function isWithin(groups: readonly string[], start: number, at: number): boolean {
  const [group, next] = [groups[start], groups[start + 1] ?? '']
  const repeats = groups[start - 1] === group
  return start === at ? repeats || next === group || !isFilled(next) : !repeats
}

const withoutBlankEnd = (row: readonly string[]): readonly string[] =>
  row.slice(0, row.findLastIndex(isFilled) + 1)
