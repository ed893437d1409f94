import { type Table, textsAt } from '@/lib/files/book/book'
import { saysRemark } from '@/lib/import/match/dictionary/heading-topics'
import { fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { addDecimals, type Decimal, readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { MAX_HEADER_ROWS } from '@/lib/sheet/acts/paste-header'
import { changesMeaning } from './group-meaning'

/** Rows that are not imported, by position in the table's rows. */
interface NonLineRow {
  readonly position: number
  readonly why: 'notice' | 'total'
}

/** Where the lines of a table are, as positions in its rows. */
export interface TableStructure {
  /** -1 if the table has no header. */
  readonly header: number
  /** The first row of data, and the row behind the last one. */
  readonly first: number
  readonly end: number
  /** Rows that are not imported: above the header, right below it, repeated headers, totals. */
  readonly nonLines: readonly NonLineRow[]
  /** Of these, the repeated headers: each begins another report. */
  readonly repeatedHeaders: readonly number[]
}

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

export const isFilled = (cell: string): boolean => cell.trim() !== ''
/** Longer texts are neither headings nor numbers nor totals, and are not searched. In characters. */
const MAX_CELL_LENGTH = 100

const hasNumber = (cell: string): boolean =>
  cell.length <= MAX_CELL_LENGTH && /^[\s'+\-.,/:()\d０-９]*[\d０-９][\s+\-.,/:()\d０-９]*$/.test(cell)

/** Whether a text may be a heading. */
export const isHeadingText = (cell: string): boolean => cell.length <= MAX_CELL_LENGTH && !hasNumber(cell)

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
 * Separates lines from other rows below the header.
 * @param key the column that every record fills, if there is one
 * @param isOurs whether we wrote the headings: then only repeated headings are no lines, and nothing is
 *   left out by guess
 */
export function tableStructure(
  table: Table,
  header: number,
  key: number | undefined,
  isOurs: boolean,
): TableStructure {
  const { rows } = table
  const nonLines: NonLineRow[] = rows
    .slice(0, Math.max(header, 0))
    .map((_, position) => ({ position, why: 'notice' }))
  let first = header + 1
  const hasFormRows = header !== -1 && !isOurs
  const lastForm = hasFormRows ? lastFormNote(rows, header) : -1
  while (
    hasFormRows &&
    first < Math.min(header + 1 + MAX_FORM_ROWS, rows.length) &&
    (first <= lastForm || isFormRow(rows, header, first, key))
  ) {
    nonLines.push({ position: first, why: 'notice' })
    first++
  }
  let end = rows.length
  const lastTotal = isOurs ? end : Math.max(first, end - MAX_TOTAL_ROWS)
  const isWide = hasFormRows && textsAt(rows, header).filter(isFilled).length > NARROW_TABLE_COLUMNS
  const closing: NonLineRow[] = []
  for (; end > lastTotal; end--) {
    const row = textsAt(rows, end - 1)
    const isSum = () => isWide && key !== undefined && isSumRow(rows, first, end - 1, key)
    const why =
      isTotal(row, key) || isSum() ? 'total' : isWide && isClosingNote(row, key) ? 'notice' : undefined
    if (why === undefined) break
    closing.unshift({ position: end - 1, why })
  }
  const repeatedHeaders: number[] = []
  if (header !== -1) {
    const heading = textsAt(rows, header)
    const column = key ?? 0
    let above = textsAt(rows, first - 1)[column] ?? ''
    for (let at = first; at < end; at++) {
      const keyText = rows.at(at)?.at(column) ?? ''
      // In concatenated files, the headings of the next file may begin with a byte order mark, which trim removes.
      const isHeading =
        isSameHeading(keyText, heading[column] ?? '') && repeatsHeadings(textsAt(rows, at), heading)
      const why = isHeading
        ? 'notice'
        : isOurs
          ? undefined
          : whyNoLine(() => textsAt(rows, at), heading, keyText, above)
      above = keyText
      if (isHeading) {
        repeatedHeaders.push(at)
        nonLines.push(...titleRows(rows, header, at, nonLines.at(-1)?.position ?? -1))
      }
      if (why) nonLines.push({ position: at, why })
      if (isHeading)
        for (let form = header + 1; form < first && isRepeatedRow(rows, at + 1, form); form++)
          nonLines.push({ position: ++at, why: 'notice' })
    }
  }
  return { header, first, end, nonLines: [...nonLines, ...closing], repeatedHeaders }
}

/**
 * The rows directly above repeated headings that are titles, as those above the headings are: they are equal, or have a
 * single text each, in the same columns.
 * @param last the last row above the repeated headings that is no line anyway
 */
function titleRows(rows: Table['rows'], header: number, repeated: number, last: number): NonLineRow[] {
  const titles: NonLineRow[] = []
  for (let up = 1; repeated - up > last; up++) {
    const column = onlyColumn(rows, repeated - up)
    const isTitle = column !== -1 && column === onlyColumn(rows, header - up)
    if (!isTitle && !isRepeatedRow(rows, repeated - up, header - up)) break
    titles.push({ position: repeated - up, why: 'notice' })
  }
  return titles
}

/** Whether a row repeats one above or below the headings. */
function isRepeatedRow(rows: Table['rows'], position: number, original: number): boolean {
  const row = textsAt(rows, original)
  return row.some(isFilled) && isSameRow(textsAt(rows, position), row)
}

/** The column of the only text of a row; -1 if it has none or several. */
function onlyColumn(rows: Table['rows'], position: number): number {
  const row = textsAt(rows, position)
  return isOnlyCell(row) ? row.findIndex(isFilled) : -1
}

/**
 * Why a row is not imported.
 * @param row reads all texts of the row; called only if the key suggests that it is no line
 * @param keyText the row's text in the key column
 * @param above the text of the row above in the key column
 */
function whyNoLine(
  row: () => readonly string[],
  heading: readonly string[],
  keyText: string,
  above: string,
): NonLineRow['why'] | undefined {
  if (keyText.length > MAX_CELL_LENGTH) return undefined
  if (keyText.trim() === '')
    return isTotalWithoutKey(row()) ? 'total' : isFooter(row()) ? 'notice' : undefined
  if (noticeSign.test(keyText) && isOnlyCell(row()) && heading.filter(isFilled).length > NARROW_TABLE_COLUMNS)
    return 'notice'
  if (isTotalText(keyText.trim(), above.trim()) && isSubtotal(row(), keyText.trim())) return 'total'
  return footerPattern.test(keyText.trim()) && isFooter(row()) ? 'notice' : undefined
}

/** Signs that introduce a remark and never an order number. */
const noticeSign = /^\s*[※★☆■□●○◆◇▶▷►◎▲△▣☞→]/

/** In a narrower table a row with a single text may be a line. */
const NARROW_TABLE_COLUMNS = 3

const isOnlyCell = (row: readonly string[]): boolean => row.filter(isFilled).length === 1

/** Words that spreadsheet programs append to the number whose rows they sum up. */
const sumWord = /^(?:total|subtotal|요약|합계|소계|계|集計|合計|小計|計)$/i

/** Whether a text in the key column marks a total. */
function isTotalText(text: string, above: string): boolean {
  if (text === '') return false
  if (above !== '' && text.startsWith(above) && sumWord.test(text.slice(above.length).trim())) return true
  // Nearly every number of 100,000 begins with a digit, and no total does.
  return !beginsWithDigit.test(text) && totalPattern.test(text.normalize('NFKC'))
}

const beginsWithDigit = /^\d/

/** Whether a row without a key has the word of a total in another column. */
function isTotalWithoutKey(row: readonly string[]): boolean {
  const word = row.find(cell => isFilled(cell) && !isCounted(cell))?.trim()
  return (
    word !== undefined &&
    word.length <= MAX_CELL_LENGTH &&
    totalPattern.test(word.normalize('NFKC')) &&
    isSubtotal(row, word)
  )
}

/** Whether the row of a total contains only numbers besides. */
const isSubtotal = (row: readonly string[], word: string): boolean =>
  row.every(cell => !isFilled(cell) || cell.trim() === word || isCounted(cell))

/** Whether a cell is a number, an amount or a count: 3, 21,000원, 4点. */
const isCounted = (cell: string): boolean =>
  cell.length <= MAX_CELL_LENGTH &&
  (hasNumber(cell) || readDecimal(cell.trim().replace(counter, '').trim()) !== undefined)

const counter = /(?:개|건|点|個|件|枚|pcs|ea)$/i

/**
 * What eBay writes below its orders, also within files that were put together: the number of records, and the seller.
 */
const footerPattern = /^(?:\d+\s+)?records?\(s\)\s+downloaded$|^seller\s?id\s?:/i
/** The period of the records, beside their number, in one cell or in several: from, Nov-01-26, to, Nov-30-26. */
const periodPattern = /^(?:from|to)\b|^[a-z]{3}-\d{1,2}-\d{2,4}\b/i

/** Whether a row contains only what a shop writes below its records. */
function isFooter(row: readonly string[]): boolean {
  const texts = row.filter(cell => isFilled(cell) && !hasNumber(cell)).map(cell => cell.trim())
  return (
    footerPattern.test(texts[0] ?? '') &&
    texts.every(
      text => text.length <= MAX_CELL_LENGTH && (footerPattern.test(text) || periodPattern.test(text)),
    )
  )
}

/** Maximum number of rows at the end that may be totals and notes. */
const MAX_TOTAL_ROWS = 5

/** A label before a colon, or several words: `출력일시: 2026-03-02 09:00`, `件数：13`, `Printed by Mina`; no order number. */
const labelOrWords = /^\p{L}[\p{L}\s]*[:：]|\p{L}{2,}\s+\p{L}{2,}/u

/** What ends a list, in any column: 以上. */
const closingWord =
  /^[\s\p{Pd}=*<>【】[\]]*(?:以上|이상|끝|end(?:\s+of\s+(?:file|list|report))?)[\s\p{Pd}=*<>【】[\].。]*$/iu

/**
 * Whether the last row of a wide table is a note, such as the date and the author of the export. A text to the right of
 * the order number may belong to an order, such as a gift without a number.
 */
function isClosingNote(row: readonly string[], key = 0): boolean {
  const column = isOnlyCell(row) ? row.findIndex(isFilled) : -1
  // A long text without blanks would be searched from each of its letters.
  const beginning = (row[column] ?? '').trim().slice(0, MAX_CELL_LENGTH)
  if (closingWord.test(beginning)) return true
  const isNote = noticeSign.test(beginning) || labelOrWords.test(beginning)
  return column !== -1 && column <= key && isNote && !isFooter(row)
}

const formWords =
  /^[([{【<\s]*(?:조건부\s*)?(?:필수|선택|필수\s*입력|선택\s*입력|必須|任意|条件付き?必須|required|optional|mandatory|conditional)[)\]}】>\s]*$/i

/** Maximum number of rows below the headings that describe the columns. */
export const MAX_FORM_ROWS = 3

/** The last of the first rows below the headings that marks required columns: rows above it describe them. */
function lastFormNote(rows: Table['rows'], header: number): number {
  const last = Math.min(header + MAX_FORM_ROWS, rows.length - 1)
  for (let at = last; at > header; at--) if (isFormNote(textsAt(rows, at))) return at
  return -1
}

/** Whether a row below the headings is not a record: it marks required columns, describes them, or fills them in. */
function isFormRow(rows: Table['rows'], header: number, position: number, key: number | undefined): boolean {
  const row = textsAt(rows, position)
  return (
    isFormNote(row) ||
    isExample(row, textsAt(rows, header), key) ||
    isDescription(row, textsAt(rows, position + 1))
  )
}

/** `例) A-0001`, `예시`, `(예) 홍길동`, `記入例`. An order may be called sample-1 or 예시-1. */
const exampleSign =
  /^[\s([{【<※]*(?:(?:예시|(?:작성|입력|기입)\s*예시?|(?:記入|入力)例|e\.g\.)(?![\p{L}\p{N}\p{Pd}_])|[예例]\s*[)）\]】>:：.])/iu

/**
 * Whether a row shows how to fill in a form: its first text says so. A remark such as 예) 선물 포장 beside a number without
 * the sign is one about an order.
 */
function isExample(row: readonly string[], heading: readonly string[], key: number | undefined): boolean {
  const isSigned = (cell: string) => exampleSign.test(cell.slice(0, MAX_CELL_LENGTH))
  const first = row.findIndex(isFilled)
  const [text = '', number = ''] = [row[first], key === undefined ? '' : row[key]]
  if (!isSigned(text)) return false
  const isRemark = saysRemark(heading[first] ?? '') && /[\p{L}\p{N}]/u.test(text.replace(exampleSign, ''))
  return !(isRemark && isFilled(number) && !isSigned(number))
}

/** A record has a digit in most of these columns: its number, telephone number, postal code, quantity and price. */
const MIN_DESCRIBED_COLUMNS = 3

/** Whether a row has words without a digit wherever the row below has numbers. */
function isDescription(row: readonly string[], below: readonly string[]): boolean {
  const described = row.filter((cell, at) => isFilled(cell) && hasNumber(below[at] ?? ''))
  return described.length >= MIN_DESCRIBED_COLUMNS && described.every(cell => !/\p{N}/u.test(cell))
}

/** A row below the headings that marks required columns. */
const isFormNote = (row: readonly string[]): boolean => {
  const filled = row.filter(isFilled)
  return filled.length > 0 && filled.every(cell => formWords.test(cell))
}

const totalPattern = new RegExp(
  `^[\\s[(<【※*]*(?:${[
    '(?:총|계|全|計)\\s*(?:주문\\s*)?[\\d,]+\\s*(?:건|개|件|個|行)',
    '(?:총\\s*)?합\\s*계(?:\\s*(?:금액|수량|건수))?|총\\s*계|소\\s*계|누\\s*계|(?:수량|금액)\\s*(?:합계|소계|계)',
    '총\\s*(?:액|합|주문|(?:주문|상품|결제)?\\s*(?:건수|개수|수량?|금액))|[계計]',
    '総?合計(?:金額|数量|点数|個数)?|総計|小計|累計|総合計|(?:数量|金額|個数|点数|件数)(?:合計|小計|計)|総(?:数量?|額|点数|個数|件数)',
    '(?:grand\\s*|sub\\s*)?total(?:\\s*(?:qty|quantity|amount|orders|items))?|sum|records?(?:\\(s\\))?\\s+downloaded',
  ].join('|')})[\\s\\])>】:：]*(?:[\\d,.\\s]*(?:건|개|원|件|個|円|行|rows|orders)?)?$`,
  'i',
)

function isTotal(row: readonly string[], key: number | undefined): boolean {
  const filled = row.filter(isFilled)
  const word = filled.find(cell => !hasNumber(cell))
  if (word === undefined || word.length > MAX_CELL_LENGTH || !totalPattern.test(word.normalize('NFKC')))
    return false
  if (shortTotal.test(word.trim()) && !isSubtotal(row, word.trim())) return false
  if (key === undefined) return filled[0] === word
  const keyText = row[key] ?? ''
  return !isFilled(keyText) || keyText === word || countOfRecords.test(keyText.trim())
}

/** A word of a total that is also a part of names: it needs numbers only beside it. */
const shortTotal = /^[계計]$/

/** The number of records beside the word of a total: 6건, 12件. */
const countOfRecords = /^[\d,]+\s*(?:건|개|件|個|点|orders|rows)$/i

/** Fewer numbers may equal the one below by chance. */
const MIN_SUMMED_ROWS = 2

/** Whether a row has no number of an order, and only sums of the columns above it, which formulas leave without a word. */
function isSumRow(rows: Table['rows'], first: number, position: number, key: number): boolean {
  const row = textsAt(rows, position)
  const summed = row.flatMap((cell, column) => (isFilled(cell) ? [column] : []))
  if (summed.length === 0 || summed.includes(key) || !summed.every(column => isCounted(row[column] ?? '')))
    return false
  return summed.every(column => {
    const sum = sumOf(rows, first, position, column)
    const total = readDecimal((row[column] ?? '').trim())
    return sum !== undefined && total !== undefined && writeDecimal(sum) === writeDecimal(total)
  })
}

/** The sum of a column; undefined if one of its texts is no amount, or if it has too few. */
function sumOf(rows: Table['rows'], first: number, end: number, column: number): Decimal | undefined {
  let sum: Decimal = { digits: 0n, places: 0 }
  let count = 0
  for (let at = first; at < end; at++) {
    const text = (rows.at(at)?.at(column) ?? '').trim()
    if (text === '') continue
    const amount = readDecimal(text)
    if (!amount) return undefined
    sum = addDecimals(sum, amount)
    count++
  }
  return count < MIN_SUMMED_ROWS ? undefined : sum
}

const isSameRow = (row: readonly string[], other: readonly string[]): boolean =>
  other.every((cell, column) => (row[column] ?? '').trim() === cell.trim())

/**
 * Whether two headings are the same, though another version of the shop may write them in other case or width. Nearly
 * every text that is compared is the number of an order.
 */
function isSameHeading(text: string, heading: string): boolean {
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
