import type { Row, Table } from '@/lib/files/book/book'
import { headingKeys } from '@/lib/import/match/dictionary/dictionary'
import { cartNames, parcelNames } from '@/lib/import/match/dictionary/others'
import type { ColumnMappings } from './by-headings'
import type { FileColumn } from './column-rules'

const headingSet = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map(name => headingKeys(name).plain))
const parcelHeadings = headingSet(parcelNames)
const cartHeadings = headingSet(cartNames)

/** Whether a heading names the number of a cart. */
export const isCartHeading = (heading: string): boolean => cartHeadings.has(headingKeys(heading).plain)

/** Columns of the destination, which are equal within a parcel. */
const ADDRESS_COLUMNS = ['recipient.name', 'recipient.zipCode', 'recipient.address']

/**
 * The column that groups orders into parcels: it has such a name, several order numbers share a text in it, no order
 * number has two texts, and all rows of a parcel have the same destination. A cart column needs no shared text, because
 * an order that has its own cart has the cart's number in every other export, too.
 * @param number the column of the order's number
 * @returns undefined if no column or more than one fits
 */
export function findParcelColumn(
  columns: readonly FileColumn[],
  rows: Table['rows'],
  number: FileColumn,
  mappings: ColumnMappings,
): FileColumn | undefined {
  const place = addressColumns(mappings)
  const [only, ...others] = columns.filter(
    column =>
      column !== number &&
      [...mappings.values()].every(({ from }) => !from.includes(column)) &&
      parcelHeadings.has(headingKeys(column.heading).plain) &&
      groupsParcels(rows, column, number.at, place),
  )
  return others.length === 0 ? only : undefined
}

/** Whether rows of one order number have several destinations: each of them may be a parcel. */
export function hasOrderWithSeveralAddresses(
  rows: Table['rows'],
  number: FileColumn,
  mappings: ColumnMappings,
): boolean {
  const columns = addressColumns(mappings)
  const placeOf = new Map<string, Place>()
  for (const row of rows) {
    const order = row.at(number.at)?.trim() ?? ''
    if (order === '') continue
    const where = placeIn(row, columns)
    const before = placeOf.get(order)
    if (before && isOtherDestination(before, where)) return true
    placeOf.set(order, before ? mergePlaces(before, where) : where)
  }
  return false
}

const addressColumns = (mappings: ColumnMappings): readonly number[] =>
  ADDRESS_COLUMNS.flatMap(id => mappings.get(id)?.from.map(({ at }) => at) ?? [])

/** Texts of a destination by column; a blank one repeats the row above. */
type Place = readonly string[]

const placeIn = (row: Row, columns: readonly number[]): Place =>
  columns.map(column => row.at(column)?.trim() ?? '')

const isOtherDestination = (one: Place, other: Place): boolean =>
  one.some((text, at) => text !== '' && (other[at] ?? '') !== '' && other[at] !== text)

const mergePlaces = (one: Place, other: Place): Place => one.map((text, at) => text || (other[at] ?? ''))

function groupsParcels(
  rows: Table['rows'],
  { at, heading }: FileColumn,
  number: number,
  place: readonly number[],
): boolean {
  const parcelOf = new Map<string, string>()
  const placeOf = new Map<string, Place>()
  let isShared = false
  for (const row of rows) {
    const [parcel = '', order = ''] = [row.at(at)?.trim(), row.at(number)?.trim()]
    if (parcel === '' || order === '') continue
    if ((parcelOf.get(order) ?? parcel) !== parcel) return false
    const where = placeIn(row, place)
    const before = placeOf.get(parcel)
    if (before && isOtherDestination(before, where)) return false
    if (before && !parcelOf.has(order)) isShared = true
    parcelOf.set(order, parcel)
    placeOf.set(parcel, before ? mergePlaces(before, where) : where)
  }
  return isShared || (isCartHeading(heading) && parcelOf.size > 0)
}
