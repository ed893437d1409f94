import { headingKeys } from './dictionary'
import { cartNames, parcelNames } from './dictionary-others'
import type { Feeding } from './guess-by-headings'
import type { FileColumn } from './guess-rules'
import type { Row, Table } from './table'

const spelled = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map(name => headingKeys(name).plain))
const names = spelled(parcelNames)
const carts = spelled(cartNames)

/** Whether a heading names the number of a cart. */
export const isCart = (heading: string): boolean => carts.has(headingKeys(heading).plain)

/** Where a parcel goes: in one parcel these are the same. */
const PLACE = ['recipient.name', 'recipient.zipCode', 'recipient.address']

/**
 * The column that tells which orders travel in one parcel: it is called so, several order numbers share a text of it,
 * no order number has two, and all rows of a parcel go to the same place. A column of carts needs no shared text: an
 * order that is alone in its cart has the cart's number in every other export, too.
 * @param number the column of the order's number
 * @returns undefined where there is none, or more than one
 */
export function parcelIn(
  columns: readonly FileColumn[],
  rows: Table['rows'],
  number: FileColumn,
  feeding: Feeding,
): FileColumn | undefined {
  const place = placeColumns(feeding)
  const [only, ...others] = columns.filter(
    column =>
      column !== number &&
      [...feeding.values()].every(({ from }) => !from.includes(column)) &&
      names.has(headingKeys(column.heading).plain) &&
      isOfParcels(rows, column, number.at, place),
  )
  return others.length === 0 ? only : undefined
}

/** Whether rows of one order number go to several places: each of them may be a parcel. */
export function hasOrderOfSeveralPlaces(rows: Table['rows'], number: FileColumn, feeding: Feeding): boolean {
  const placeOf = new Map<string, string>()
  for (const row of rows) {
    const order = row.at(number.at)?.trim() ?? ''
    const where = whereOf(row, placeColumns(feeding))
    if (order === '' || where.trim() === '') continue
    if ((placeOf.get(order) ?? where) !== where) return true
    placeOf.set(order, where)
  }
  return false
}

const placeColumns = (feeding: Feeding): readonly number[] =>
  PLACE.flatMap(id => feeding.get(id)?.from.map(({ at }) => at) ?? [])

const whereOf = (row: Row, place: readonly number[]): string =>
  place.map(column => row.at(column)?.trim() ?? '').join('\n')

function isOfParcels(
  rows: Table['rows'],
  { at, heading }: FileColumn,
  number: number,
  place: readonly number[],
): boolean {
  const parcelOf = new Map<string, string>()
  const placeOf = new Map<string, string>()
  let isShared = false
  for (const row of rows) {
    const [parcel = '', order = ''] = [row.at(at)?.trim(), row.at(number)?.trim()]
    if (parcel === '' || order === '') continue
    if ((parcelOf.get(order) ?? parcel) !== parcel) return false
    const where = whereOf(row, place)
    // Blank cells go on with the row above.
    if (where.trim() !== '' && (placeOf.get(parcel) ?? where) !== where) return false
    if (placeOf.has(parcel) && !parcelOf.has(order)) isShared = true
    parcelOf.set(order, parcel)
    placeOf.set(parcel, placeOf.get(parcel) ?? where)
  }
  return isShared || (isCart(heading) && parcelOf.size > 0)
}
