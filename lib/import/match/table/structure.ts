import { type Table, textsAt } from '@/lib/files/book/book'
import { saysRemark } from '@/lib/import/match/dictionary/heading-topics'
import { hasNumber, isFilled, isOnlyCell, MAX_CELL_LENGTH, NARROW_TABLE_COLUMNS } from './cells'
import { isSameHeading, repeatsHeadings } from './headings'
import { isSubtotal, isSumRow, isTotal, isTotalText, isTotalWithoutKey } from './totals'

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

/** What a table contains. */
interface TableKind {
  /** Whether we wrote the headings: then only repeated headings are no lines, and nothing is left out by guess. */
  readonly isOurs: boolean
  /** Whether the rows are those of orders. A row of a product may have only an option, such as a day. */
  readonly isOfOrders: boolean
}

/**
 * Separates lines from other rows below the header.
 * @param key the column that every record fills, if there is one
 */
export function tableStructure(
  table: Table,
  header: number,
  key: number | undefined,
  { isOurs, isOfOrders }: TableKind,
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
          : whyNoLine(() => textsAt(rows, at), heading, { keyText, above, isOfOrders })
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
 * @param keyed the row's text in the key column, and that of the row above
 */
function whyNoLine(
  row: () => readonly string[],
  heading: readonly string[],
  { keyText, above, isOfOrders }: { keyText: string; above: string } & Pick<TableKind, 'isOfOrders'>,
): NonLineRow['why'] | undefined {
  if (keyText.length > MAX_CELL_LENGTH) return undefined
  const divides = (text: string) => isOfOrders && isDivider(text)
  const isOnly = () => isOnlyCell(row()) && heading.filter(isFilled).length > NARROW_TABLE_COLUMNS
  if (keyText.trim() === '') {
    if (isTotalWithoutKey(row())) return 'total'
    return isFooter(row()) || (isOnly() && divides(row().find(isFilled) ?? '')) ? 'notice' : undefined
  }
  if ((noticeSign.test(keyText) || divides(keyText)) && isOnly()) return 'notice'
  if (isTotalText(keyText.trim(), above.trim()) && isSubtotal(row(), keyText.trim())) return 'total'
  return footerPattern.test(keyText.trim()) && isFooter(row()) ? 'notice' : undefined
}

/** Signs that introduce a remark and never an order number. */
const noticeSign = /^\s*[※★☆■□●○◆◇▶▷►◎▲△▣☞→]/

const ornament = '[\\s\\p{Pd}=*~_<>()（）【】[\\]■□●○◆◇▶▷►◎▼▽☆★]*'
const weekday =
  '[(（\\[]\\s*(?:[일월화수목금토日月火水木金土](?:요일|曜日?)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\\s*[)）\\]]|[일월화수목금토]요일|[日月火水木金土]曜日?'
const year = '(?:19|20)\\d\\d'
// Whole words: an item may be called 2 Novels or Marbles 10.
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const day = [
  `(?:${year}\\s*[년年]\\s*)?\\d{1,2}\\s*[월月]\\s*\\d{1,2}\\s*[일日]`,
  `${year}([-/.])\\s?\\d{1,2}\\1\\s?\\d{1,2}\\.?`,
  `${month}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+${year})?`,
  `\\d{1,2}\\s+${month}\\.?(?:,?\\s+${year})?`,
].join('|')
const ofOrders =
  '(?:신규|오전|오후|주문|발주|출고|배송|발송|접수|결제|입금|마감|건|분|의|午前|午後|注文|受注|出荷|発送|入金|分|の|orders?|shipments?|of|for|total|\\d+\\s*(?:건|件|orders?)|[\\s:：,·])*'
/** A day that a merchant writes between the orders, with what it is the day of: 10월 2일 주문, ■ 10月2日(金)受注分, Oct 2 orders. */
const dayDivider = new RegExp(`^${ornament}(?:${day})\\s*(?:${weekday})?\\s*${ofOrders}${ornament}$`, 'iu')

/** A line of signs, with or without a text between them: ----------, === 오후 추가 ===. */
const ruledDivider = /^(?:[\p{Pd}=*~_━─]\s?){2,}(?:$|.*[\p{Pd}=*~_━─]\s?[\p{Pd}=*~_━─]$)/u

/** Whether a text divides the orders, such as a day; the number of an order may begin with one. */
const isDivider = (text: string): boolean =>
  text.length <= MAX_DIVIDER_LENGTH && (dayDivider.test(text) || ruledDivider.test(text.trim()))

const MAX_DIVIDER_LENGTH = 40

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

const isSameRow = (row: readonly string[], other: readonly string[]): boolean =>
  other.every((cell, column) => (row[column] ?? '').trim() === cell.trim())
