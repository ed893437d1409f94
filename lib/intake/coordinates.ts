import type { Texts } from '@/lib/sheet/draft'
import { hidden } from './imported'
import { placeOf } from './line-place'

/** Where a line is in what the shop handed out. */
export interface ShopCoordinates {
  /** Row of the file, as spreadsheet programs count; undefined for a line that came from none. */
  readonly row?: number
  /** The number under which the shop knows the order, where it is another than the order's own here. */
  readonly shopNumber?: string
}

/** @param number of the order that the line belongs to */
export function coordinatesOf(texts: Texts, number: string): ShopCoordinates {
  const row = placeOf(texts[hidden.source])?.row
  const shopNumber = texts[hidden.number]?.trim() ?? ''
  const isOther = shopNumber !== '' && shopNumber !== number.trim()
  return { ...(row !== undefined && { row }), ...(isOther && { shopNumber }) }
}
