import type { Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import {
  axisNameWrites,
  axisValueWrites,
  type Expander,
  imageWrites,
  OPTION_ID,
  OPTION_PRICE,
  OPTION_STOCK,
  optionSurcharge,
} from './expander'

const counted = [1, 2, 3]

/** Images without a position follow those with one. */
const LAST = 10_000

/** Shopify: one row per variant; rows with only an image below them. */
export function expandShopify(rows: Rows, columns: ColumnsByHeading): Expander {
  const names = counted.map(at => columns.find([`Option${at} name`]))
  const values = counted.map(at => columns.find([`Option${at} value`]))
  const sku = columns.find(['SKU', 'Variant SKU'])
  const price = columns.find(['Price', 'Variant Price'])
  const stock = columns.find(['Inventory quantity', 'Variant Inventory Qty'])
  const image = columns.find(['Product image URL', 'Image Src'])
  const place = columns.find(['Image position'])
  const variantImage = columns.find(['Variant image URL', 'Variant Image'])
  const textIn = (position: number, column: number | undefined) =>
    column === undefined ? '' : (rows.at(position)?.at(column) ?? '').trim()
  const isVariant = (position: number) =>
    [...values, sku, price].some(column => textIn(position, column) !== '')

  return {
    uses: [...names, ...values, sku, price, stock, image, place, variantImage].flatMap(
      column => column ?? [],
    ),
    expand: group => {
      const variants = group.filter(isVariant)
      const first = variants[0] ?? group[0] ?? 0
      const used = names.flatMap((name, axis) => {
        const text = textIn(first, name)
        return text === '' ? [] : [{ axis, text }]
      })
      const placed = group
        .map(position => ({ url: textIn(position, image), place: Number(textIn(position, place)) || LAST }))
        .toSorted((a, b) => a.place - b.place)
      const record = imageWrites(placed.map(({ url }) => url))
      // Shopify's name for the only variant of a product without options.
      const isPlain =
        variants.length <= 1 && (used.length === 0 || textIn(first, values[0]) === 'Default Title')
      if (isPlain) {
        return {
          record: [...record, { id: 'stockQuantity', given: textIn(first, stock) }],
          priceRow: first,
          options: [],
        }
      }
      return {
        record: [...record, ...axisNameWrites(used.map(({ text }) => text))],
        priceRow: first,
        options: variants.map(position => ({
          position,
          writes: [
            ...axisValueWrites(used.map(({ axis }) => textIn(position, values[axis]))),
            { id: OPTION_PRICE, given: optionSurcharge(textIn(position, price), textIn(first, price)) },
            { id: OPTION_STOCK, given: textIn(position, stock) },
            { id: OPTION_ID, given: textIn(position, sku) },
          ],
        })),
      }
    },
  }
}
