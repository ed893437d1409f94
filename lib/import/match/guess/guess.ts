import type { Table } from '@/lib/files/book/book'
import { isCurrencyCode, otherCurrencies } from '@/lib/import/match/format-currency'
import { headingRow } from '@/lib/import/match/table/headings'
import { distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import { type ColumnRule, GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { axisNameColumn, axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { mapBuyerAsRecipient } from './buyer'
import { type ColumnMappings, interpretTogether, type MappingReason, mapByHeadings } from './by-headings'
import { mapByValues, splitWholeAddress } from './by-values'
import { type FileColumn, takeRule } from './column-rules'
import { takeOptionStock } from './option-stock'
import { findParcelColumn, hasOrderWithSeveralAddresses, isCartHeading } from './order-grouping'
import {
  addCurrency,
  hasForeignPrices,
  shownCurrencies,
  takeDiscountedPrice,
  takeUnitPrice,
  usualCurrency,
} from './prices'
import { readHeading } from './read-heading'
import { columnTexts, isPostalCode, mostMatch, rowsBelow, valuePatternOf } from './value-patterns'

/** A recipe for an unknown file, and whether it can be trusted. */
export interface Guess {
  readonly recipe: Recipe
  readonly reasons: Readonly<Record<string, MappingReason>>
  /** Required columns of the sheet that are not mapped. */
  readonly unmapped: readonly string[]
  /** Whether all core columns are mapped, each by a correctly spelt heading. */
  readonly isSure: boolean
}

/**
 * Columns that neither a preset nor the product master can fill: a file without them is not imported without asking.
 */
export const coreColumns: Readonly<Record<'order' | 'product', readonly string[]>> = {
  order: [
    ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
    ...['recipient.address', 'items[].name', 'items[].quantity', 'items[].price'],
  ],
  product: ['shopProductId', 'productName', 'productPrice'],
}

/**
 * Guesses the mapping of a table: first by its headings, then, for unknown headings, by the pattern of the texts. If
 * two columns fit, neither is mapped.
 * @param header position of the header in the table's rows; -1: there is none
 */
export function guessRecipe(table: Table, header: number, sheet: SheetId): Guess {
  const columns = interpretTogether(columnsOf(table, header, sheet))
  const mappings: ColumnMappings = new Map()
  mapByHeadings(columns, sheet, mappings)
  if (sheet !== 'products') mapBuyerAsRecipient(columns, mappings)
  mapByValues(columns, sheet, mappings)
  splitWholeAddress(sheet, mappings)
  takeUnitPrice(columns, rowsBelow(table, header), mappings)
  takeDiscountedPrice(columns, mappings)
  takeOptionStock(table, header, mappings)
  const fields: Record<string, ColumnRule> = {}
  const reasons: Record<string, MappingReason> = {}
  for (const { id } of sheets[sheet].columns) {
    const mapped = mappings.get(id)
    if (!mapped) continue
    fields[id] = mapped.rule
    reasons[id] = mapped.reason
  }
  const usual = usualCurrency(sheet, mappings)
  const shown = shownCurrencies(table, header, mappings, usual ?? 'KRW')
  addCurrency(sheet, mappings, shown, fields, reasons)
  addCountry(sheet, mappings, fields, reasons)
  const number = mappings.get(sheets[sheet].key)?.from[0]
  const parcel = number && findParcelColumn(columns, rowsBelow(table, header), number, mappings)
  // The cart's number identifies the parcel in every export language; the order's own number becomes a hidden column.
  const own = fields[sheets[sheet].key]
  if (parcel && own && isCartHeading(parcel.heading)) {
    fields[sheets[sheet].key] = takeRule(sheets[sheet].key, parcel)
    fields[hiddenColumns.number] = own
    reasons[sheets[sheet].key] = { kind: 'heading', detail: parcel.heading }
  }
  const continues = number !== undefined && hasBlanksBelow(table, header, number.at)
  const unmapped = sheets[sheet].columns
    .filter(({ id, required }) => required && !(id in fields))
    .map(({ id }) => id)
  const recipe: Recipe = {
    id: GUESSED_RECIPE_ID,
    name: '',
    sheets: [sheet],
    known: columns.filter(({ heading }) => heading.trim() !== '').map(({ name }) => [name]),
    ...(parcel ? { group: [parcel.name] } : {}),
    ...(continues ? { continues } : {}),
    fields,
    missing: Object.fromEntries(unmapped.map(id => [id, missingValueSource(id)])),
  }
  // The operator confirms that several orders are one parcel, or that one order is several.
  const isSure =
    parcel === undefined &&
    !(number && hasOrderWithSeveralAddresses(rowsBelow(table, header), number, mappings)) &&
    !hasListedOptions(rowsBelow(table, header), mappings) &&
    // 옵션명 may be the name of an axis (색상) or of an option (빨강).
    (axisValueColumn(0) in fields || !(axisNameColumn(0) in fields)) &&
    !(sheet === 'products' && hasForeignPrices(rowsBelow(table, header), mappings, shown)) &&
    (usual === undefined || otherCurrencies(shown, usual).length === 0) &&
    shown.size < 2 &&
    [...shown].every(isCurrencyCode) &&
    coreColumns[sheets[sheet].recordType].every(id => id in fields) &&
    Object.entries(reasons).every(([id, { kind }]) => isCertain(id, kind, fields[id]))
  return { recipe, reasons, unmapped, isSure }
}

const listSeparator = /[,，、;|\n]/

/**
 * Whether a product with a single row has several options in its cell, such as "Red, Blue" or "색상: 빨강|파랑": a mapping
 * reads them as one option, which an operator has to see.
 */
function hasListedOptions(rows: readonly (readonly string[])[], mappings: ColumnMappings): boolean {
  const [option] = mappings.get(axisValueColumn(0))?.from ?? []
  const [number] = mappings.get('shopProductId')?.from ?? []
  if (!option || !number) return false
  const rowsOf = new Map<string, number>()
  const numberIn = (row: readonly string[]) => (row[number.at] ?? '').trim()
  for (const row of rows) rowsOf.set(numberIn(row), (rowsOf.get(numberIn(row)) ?? 0) + 1)
  return rows.some(
    row => rowsOf.get(numberIn(row)) === 1 && listSeparator.test((row[option.at] ?? '').trim()),
  )
}

function columnsOf(table: Table, header: number, sheet: SheetId): FileColumn[] {
  const width = table.rows.slice(0, 50).reduce((most_, row) => Math.max(most_, row.length), 0)
  const row = headingRow(table, header)
  const headings = Array.from({ length: Math.max(width, row.length) }, (_, at) => row[at] ?? '')
  const names = distinctHeadings(headings)
  return headings.map((heading, at) => {
    const texts = columnTexts(table, header, at)
    const meaning = readHeading(heading, sheet)
    return {
      at,
      name: names[at] ?? '',
      heading,
      meaning,
      texts,
      pattern: meaning ? undefined : valuePatternOf(texts),
    }
  })
}

/**
 * Whether a heading decides the mapping. A buyer's column does not, except for a telephone number, whose origin names
 * its owner.
 */
function isCertain(id: string, kind: MappingReason['kind'], rule: ColumnRule | undefined): boolean {
  if (rule === undefined) return false
  if ('constant' in rule || 'money' in rule) return true
  return kind === 'heading' && (id === 'recipient.contact' || !('take' in rule && rule.ofBuyer))
}

/** Sets the country of orders to Japan with Japanese postal codes, if no column has it. */
function addCountry(
  sheet: SheetId,
  mappings: ColumnMappings,
  fields: Record<string, ColumnRule>,
  reasons: Record<string, MappingReason>,
): void {
  const id = 'recipient.country'
  const zipCode = mappings.get('recipient.zipCode')
  const isJapanese =
    zipCode !== undefined && ('part' in zipCode.rule || mostMatch(zipCode.from[0]?.texts ?? [], isPostalCode))
  if (sheet !== 'orders/japan' || id in fields || !isJapanese) return
  fields[id] = { constant: 'JP' }
  reasons[id] = { kind: 'values', detail: 'postal-code' }
}

/** Whether rows without a number follow rows with one, as later items of an order do. */
function hasBlanksBelow(table: Table, header: number, column: number): boolean {
  const rows = rowsBelow(table, header)
  return (
    rows.some((row, at) => at > 0 && (row[column] ?? '').trim() === '') &&
    (rows[0]?.[column] ?? '').trim() !== ''
  )
}
