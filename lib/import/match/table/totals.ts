import { type Table, textsAt } from '@/lib/files/book/book'
import { addDecimals, type Decimal, readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { beginsWithDigit, hasNumber, isCounted, isFilled, MAX_CELL_LENGTH } from './cells'

// Rows that are totals, by their words or by their sums.

/** Words that spreadsheet programs append to the number whose rows they sum up. */
const sumWord = /^(?:total|subtotal|요약|합계|소계|계|集計|合計|小計|計)$/i

/** Whether a text in the key column marks a total. */
export function isTotalText(text: string, above: string): boolean {
  if (text === '') return false
  if (above !== '' && text.startsWith(above) && sumWord.test(text.slice(above.length).trim())) return true
  // Nearly every number of 100,000 begins with a digit, and no total does.
  return !beginsWithDigit.test(text) && totalPattern.test(text.normalize('NFKC'))
}

/** Whether a row without a key has the word of a total in another column. */
export function isTotalWithoutKey(row: readonly string[]): boolean {
  const word = row.find(cell => isFilled(cell) && !isCounted(cell))?.trim()
  return (
    word !== undefined &&
    word.length <= MAX_CELL_LENGTH &&
    totalPattern.test(word.normalize('NFKC')) &&
    isSubtotal(row, word)
  )
}

/** Whether the row of a total contains only numbers besides. */
export const isSubtotal = (row: readonly string[], word: string): boolean =>
  row.every(cell => !isFilled(cell) || cell.trim() === word || isCounted(cell))

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

/** Whether one of the last rows is a total. @param key the column that every record fills, if there is one */
export function isTotal(row: readonly string[], key: number | undefined): boolean {
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
export function isSumRow(rows: Table['rows'], first: number, position: number, key: number): boolean {
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
