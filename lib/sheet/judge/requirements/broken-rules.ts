import { countCharacters } from '@/lib/contract/characters'
import type { Column } from '@/lib/sheet/schema/columns'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { OrderValues } from './order-values'
import { type Rule, WHOLE_RECORD } from './requirement'

const CURRENCY = 'items[].currency'
const PRICE = 'items[].price'
const QUANTITY = 'items[].quantity'

/** The columns that the total of an order is made from; undefined for a sheet without prices of items. */
export function totalColumns({
  columns,
}: Sheet): Record<'price' | 'quantity' | 'currency', Column> | undefined {
  const find = (id: string) => columns.find(column => column.id === id)
  const [price, quantity, currency] = [find(PRICE), find(QUANTITY), find(CURRENCY)]
  return price && quantity && currency && { price, quantity, currency }
}

/** Folds a word for comparison: width, case and outer blanks do not matter. */
export const foldWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Korean, Japanese and Chinese characters of both widths, and full-width forms of others. */
const cjk =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u

/**
 * A test whether the value of one cell breaks a rule. Only `required` judges blank values.
 * @returns undefined for rules about an order as a whole
 */
function cellTest(rule: Rule): ((value: string) => boolean) | undefined {
  if (rule.kind === 'required') return value => value === ''
  const test = textTest(rule)
  return test && (value => value !== '' && test(value))
}

function textTest(rule: Rule): ((value: string) => boolean) | undefined {
  switch (rule.kind) {
    case 'ascii':
      return value => !/^[\t\n\r -~]*$/.test(value)
    case 'no_cjk':
      return value => cjk.test(value)
    case 'no_spaces':
      return value => /\s/u.test(value)
    case 'digits':
      return value => !/^\d+$/.test(value)
    case 'alphanumeric':
      return value => !/^[A-Za-z\d]+$/.test(value)
    case 'starts_with':
      return value => !value.toLowerCase().startsWith(rule.prefix.toLowerCase())
    case 'excluded': {
      const words = new Set(rule.words.map(foldWord))
      return value => words.has(foldWord(value))
    }
    case 'allowed': {
      const words = new Set(rule.words.map(foldWord))
      return value => !words.has(foldWord(value))
    }
    case 'min_length':
      return value => countCharacters(value) < rule.min
    case 'max_length':
      return value => countCharacters(value) > rule.max
    case 'min':
      return value => Number(value) < rule.min
    case 'max':
      return value => Number(value) > rule.max
    default:
      return undefined
  }
}

/**
 * The sum of price × quantity of the items in a currency; undefined when an amount of them is missing or unreadable.
 */
export function totalIn(currency: string, values: OrderValues, sheet: Sheet): number | undefined {
  const columns = totalColumns(sheet)
  if (!columns) return undefined
  const [prices, quantities, currencies] = [columns.price, columns.quantity, columns.currency].map(column =>
    values.valuesOf(column),
  )
  let total: number | undefined
  for (let at = 0; at < values.lineCount; at++) {
    if (foldWord(currencies?.[at] ?? '') !== foldWord(currency)) continue
    const price = amountOf(prices?.[at])
    const quantity = amountOf(quantities?.[at])
    if (price === undefined || quantity === undefined) return undefined
    total = (total ?? 0) + price * quantity
  }
  return total
}

/** The number of a cell, which is empty or one that was read before. */
const amountOf = (value: string | undefined): number | undefined =>
  value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

/** The positions of the values of an order that break a rule of a column; for `WHOLE_RECORD`, 0 when the order does. */
export function brokenAt(
  rule: Rule,
  column: Column | typeof WHOLE_RECORD,
  values: OrderValues,
  sheet: Sheet,
): readonly number[] {
  if (rule.kind === 'max_items') return values.lineCount > rule.max ? whole : none
  if (rule.kind === 'max_total') {
    const total = totalIn(rule.currency, values, sheet)
    return total !== undefined && total > rule.max ? whole : none
  }
  const test = cellTest(rule)
  if (!test || column === WHOLE_RECORD) return none
  const found: number[] = []
  for (const [at, value] of values.valuesOf(column).entries()) {
    // Another failure says that the text cannot be read.
    if (value !== undefined && test(value)) found.push(at)
  }
  return found
}

const none: readonly number[] = []
const whole: readonly number[] = [0]
