import { currencies } from '@/lib/contract/choices'
import { noteKey, type Table } from '@/lib/files/book/book'
import { currencyOfFormat, likelyCurrency } from '@/lib/files/excel/cells/shown-currency'

/**
 * The currencies that a spreadsheet shows beside the numbers of a column, while the cells contain only the numbers: a
 * price of 12.99 is shown as $12.99.
 * @param column position in the file
 * @returns codes of currencies, and signs that other currencies have too (`$`, `¥-804`, `£`); '' for numbers without a
 *   currency; empty if no number has one
 */
export function currenciesOfFormats(table: Table, header: number, column: number): ReadonlySet<string> {
  const ofTable = foundIn.get(table) ?? new Map<string, ReadonlySet<string>>()
  foundIn.set(table, ofTable)
  const key = `${header}:${column}`
  const found = ofTable.get(key) ?? findCurrencies(table, header, column)
  ofTable.set(key, found)
  return found
}

/** Each column is searched once, because a mapping is guessed several times, and a file may have 100,000 rows. */
const foundIn = new WeakMap<Table, Map<string, ReadonlySet<string>>>()

function findCurrencies({ rows, notes }: Table, header: number, column: number): ReadonlySet<string> {
  const found = new Set<string>()
  if (notes.size === 0) return found
  const known = new Map<string, string>()
  const shownIn = (format: string): string => {
    const currency = known.get(format) ?? currencyOfFormat(format) ?? ''
    known.set(format, currency)
    return currency
  }
  for (let at = header + 1; at < rows.length; at++) {
    const note = notes.get(noteKey(at, column))
    const currency = note?.kind === 'number' && note.format !== undefined ? shownIn(note.format) : ''
    // Reading a row is slow, so it is done only up to the first number without a currency.
    if (currency !== '') found.add(currency)
    else if (!found.has('') && (rows.at(at)?.at(column) ?? '').trim() !== '') found.add('')
  }
  // Beside [$$-409] a bare $ is the dollar of the United States, too.
  for (const sign of [...found])
    if (likelyCurrency(sign) !== sign && found.has(likelyCurrency(sign))) found.delete(sign)
  return found.size === 1 && found.has('') ? new Set() : found
}

/**
 * Whether what `currenciesOfFormats` found is a currency that an order may have, and not a sign that others have too.
 */
export const isCurrencyCode = (currency: string): boolean =>
  (currencies as readonly string[]).includes(currency)

/**
 * The currencies of a column other than its usual one. Numbers without a currency are in the usual one if no number has
 * another.
 */
export const otherCurrencies = (shown: ReadonlySet<string>, usual: string): readonly string[] =>
  [...shown].filter(currency => currency !== '' && likelyCurrency(currency) !== usual)
