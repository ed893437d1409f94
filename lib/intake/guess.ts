import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { currencyIn } from './counted-cells'
import { countedIn } from './counted-in'
import { feedByBuyer } from './guess-buyer'
import { besideEachOther, type Feeding, feedByHeadings, type Why } from './guess-by-headings'
import { feedByValues, splitWhole } from './guess-by-values'
import { hasOrderOfSeveralPlaces, isCart, parcelIn } from './guess-group'
import { readHeading } from './guess-headings'
import { unitPriceBeside } from './guess-price'
import { type FileColumn, takeRule } from './guess-rules'
import { isPostalCode, looksOf, most, rowsBelow, textsOf } from './guess-values'
import { headingRow } from './header-row'
import { distinctHeadings } from './heading'
import { hidden } from './imported'
import { GUESS, type Recipe, type Rule } from './recipe'
import { remedyOf } from './remedies'
import type { Table } from './table'

/** A recipe for a file that nobody has described, and how far it is to be trusted. */
export interface Guess {
  readonly recipe: Recipe
  readonly why: Readonly<Record<string, Why>>
  /** Required columns of the sheet that no column of the file feeds. */
  readonly unfed: readonly string[]
  /** Whether all that only a file can tell is fed, and all of it by headings that are spelt right. */
  readonly isSure: boolean
}

/** What no preset and no product can tell: without these nobody should be shown a sheet unasked. */
export const core: Readonly<Record<'order' | 'product', readonly string[]>> = {
  order: [
    ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
    ...['recipient.address', 'items[].name', 'items[].quantity', 'items[].price'],
  ],
  product: ['shopProductId', 'productName', 'productPrice'],
}

/**
 * Guesses which columns of a file feed which columns of a sheet: by headings first, then, for headings that nobody
 * knows, by what the texts look like. Where two columns could be meant, neither is.
 * @param header position of the header in the table's rows; -1: there is none
 */
export function guess(table: Table, header: number, sheet: SheetId): Guess {
  const columns = besideEachOther(columnsOf(table, header, sheet))
  const feeding: Feeding = new Map()
  feedByHeadings(columns, sheet, feeding)
  if (sheet !== 'products') feedByBuyer(columns, feeding)
  feedByValues(columns, sheet, feeding)
  splitWhole(sheet, feeding)
  takeUnitPrice(columns, rowsBelow(table, header), feeding)
  const fields: Record<string, Rule> = {}
  const why: Record<string, Why> = {}
  for (const { id } of sheets[sheet].columns) {
    const fed = feeding.get(id)
    if (!fed) continue
    fields[id] = fed.rule
    why[id] = fed.why
  }
  addCurrency(sheet, feeding, fields, why)
  addCountry(sheet, feeding, fields, why)
  const number = feeding.get(sheets[sheet].key)?.from[0]
  const parcel = number && parcelIn(columns, rowsBelow(table, header), number, feeding)
  // The number of the cart is the parcel's, whichever language the shop exports in; the order's own goes along unseen.
  const own = fields[sheets[sheet].key]
  if (parcel && own && isCart(parcel.heading)) {
    fields[sheets[sheet].key] = takeRule(sheets[sheet].key, parcel)
    fields[hidden.number] = own
    why[sheets[sheet].key] = { kind: 'heading', detail: parcel.heading }
  }
  const continues = number !== undefined && hasBlanksBelow(table, header, number.at)
  const unfed = sheets[sheet].columns
    .filter(({ id, required }) => required && !(id in fields))
    .map(({ id }) => id)
  const recipe: Recipe = {
    id: GUESS,
    name: '',
    sheets: [sheet],
    known: columns.filter(({ heading }) => heading.trim() !== '').map(({ name }) => [name]),
    ...(parcel ? { group: [parcel.name] } : {}),
    ...(continues ? { continues } : {}),
    fields,
    missing: Object.fromEntries(unfed.map(id => [id, remedyOf(id)])),
  }
  // That several orders are one parcel, or one order is several, is for somebody to say.
  const isSure =
    parcel === undefined &&
    !(number && hasOrderOfSeveralPlaces(rowsBelow(table, header), number, feeding)) &&
    core[sheets[sheet].noun].every(id => id in fields) &&
    Object.entries(why).every(([id, { kind }]) => isSaid(id, kind, fields[id]))
  return { recipe, why, unfed, isSure }
}

/** What a row costs is not the price of one: the column that says that takes its place. */
function takeUnitPrice(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  feeding: Feeding,
): void {
  const id = 'items[].price'
  const [price] = feeding.get(id)?.from ?? []
  const [quantity] = feeding.get('items[].quantity')?.from ?? []
  const unit = price && quantity && unitPriceBeside(columns, rows, price, quantity)
  if (!unit) return
  const why: Why =
    unit.said?.column === id
      ? { kind: 'heading', detail: unit.said.name }
      : { kind: 'values', detail: 'number' }
  feeding.set(id, { rule: takeRule(id, unit), from: [unit], why })
}

function columnsOf(table: Table, header: number, sheet: SheetId): FileColumn[] {
  const width = table.rows.slice(0, 50).reduce((most_, row) => Math.max(most_, row.length), 0)
  const row = headingRow(table, header)
  const headings = Array.from({ length: Math.max(width, row.length) }, (_, at) => row[at] ?? '')
  const names = distinctHeadings(headings)
  return headings.map((heading, at) => {
    const texts = textsOf(table, header, at)
    const said = readHeading(heading, sheet)
    return { at, name: names[at] ?? '', heading, said, texts, looks: said ? undefined : looksOf(texts) }
  })
}

/** Whether a heading says it. The buyer's is nobody else's but for a telephone number, whose cells say whose it is. */
function isSaid(id: string, kind: Why['kind'], rule: Rule | undefined): boolean {
  if (rule === undefined) return false
  if ('constant' in rule) return true
  return kind === 'heading' && (id === 'recipient.contact' || !('take' in rule && rule.ofBuyer))
}

/** Orders to Japan whose postal codes are Japanese go there, also where no column says so. */
function addCountry(
  sheet: SheetId,
  feeding: Feeding,
  fields: Record<string, Rule>,
  why: Record<string, Why>,
): void {
  const id = 'recipient.country'
  const codes = feeding.get('recipient.zipCode')?.from[0]?.texts ?? []
  if (sheet !== 'orders/japan' || id in fields || !most(codes, isPostalCode)) return
  fields[id] = { constant: 'JP' }
  why[id] = { kind: 'values', detail: 'postal-code' }
}

/** A price in (원) is in won, on every line; so is one whose amounts say so, each of them. */
function addCurrency(
  sheet: SheetId,
  feeding: Feeding,
  fields: Record<string, Rule>,
  why: Record<string, Why>,
): void {
  const id = 'items[].currency'
  const [price] = feeding.get('items[].price')?.from ?? []
  if (sheet === 'products' || id in fields || !price) return
  const said = countedIn(price.heading)?.currency
  const [code = said, ...others] = said ? [] : new Set(price.texts.map(currencyIn))
  if (code === undefined || others.length > 0) return
  fields[id] = { constant: code }
  why[id] = said ? { kind: 'heading', detail: price.heading } : { kind: 'values', detail: 'currency' }
}

/** Whether rows without a number stand below rows with one, as where an order's other items follow. */
function hasBlanksBelow(table: Table, header: number, column: number): boolean {
  const rows = rowsBelow(table, header)
  return (
    rows.some((row, at) => at > 0 && (row[column] ?? '').trim() === '') &&
    (rows[0]?.[column] ?? '').trim() !== ''
  )
}
