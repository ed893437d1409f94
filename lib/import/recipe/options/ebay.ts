import type { Row, Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { customLabel, itemNumber, listingPrices } from '@/lib/import/recipe/recipes/products/ebay'
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

/**
 * eBay: the row of a listing with all values of its variations (Color=Red;Blue), then a row per variation (Color=Red).
 */
export function expandEbay(rows: Rows, columns: ColumnsByHeading): Expander {
  const [number, sku, title] = [itemNumber, customLabel, ['Title']].map(one => columns.find(one))
  const prices = listingPrices.map(one => columns.find(one))
  const stock = columns.find(['Available quantity', 'Quantity'])
  const pictures = columns.find(['Item photo URL', 'PicURL'])
  const details = columns.find(['Variation details', 'Relationship details', 'RelationshipDetails'])
  const relation = columns.find(['Relationship'])
  const at = (row: Row | undefined, column: number | undefined) =>
    column === undefined ? '' : (row?.at(column) ?? '').trim()
  const priceOf = (row: Row | undefined) =>
    prices.map(column => at(row, column)).find(text => text !== '') ?? ''
  const axesOf = (position: number) => axesIn(at(rows.at(position), details))
  const isVariation = (position: number) => {
    const axes = axesOf(position)
    // Rows with another relationship, such as `Compatibility`, are not variations.
    if (relation !== undefined) return /^variation$/i.test(at(rows.at(position), relation))
    return axes.length > 0 && axes.every(({ value }) => !value.includes(';'))
  }
  /** Without the row of a listing that has a single variation, which follows it with the same texts. */
  const variationsOf = (group: readonly number[]) => {
    const all = group.filter(isVariation)
    const textOf = (position: number | undefined) => position !== undefined && at(rows.at(position), details)
    return all.length === group.length && all.length === 2 && textOf(all[0]) === textOf(all[1])
      ? all.slice(1)
      : all
  }

  return {
    uses: [number, sku, title, ...prices, stock, pictures, details, relation].flatMap(column => column ?? []),
    // Rows of new listings have no number; a variation belongs to the listing above.
    groupOf: row => {
      const own = at(row, number)
      if (own !== '' || at(row, relation) !== '') return own
      return `new:${[sku, title, ...prices, stock, details].map(column => at(row, column)).join('\u0000')}`
    },
    expand: group => {
      const first = group[0] ?? 0
      const variations = variationsOf(group)
      const urls = at(rows.at(first), pictures).split('|')
      const record = imageWrites(urls, urls.length > 1 ? 'split' : undefined)
      const names = [...new Set(variations.flatMap(position => axesOf(position).map(({ name }) => name)))]
      const expanded = new Set([first, ...variations])
      const rest = group.filter(position => !expanded.has(position))
      // Variations without readable details are options without values.
      if (variations.length === 0) {
        const given = at(rows.at(first), stock)
        return { record: [...record, { id: 'stockQuantity', given }], priceRow: first, options: [], rest }
      }
      const priceRow = [...variations, first].find(position => priceOf(rows.at(position)) !== '') ?? first
      return {
        record: [...record, ...axisNameWrites(names, 'split')],
        priceRow,
        rest,
        options: variations.map(position => {
          const row = rows.at(position)
          const values = new Map(axesOf(position).map(({ name, value }) => [name, value]))
          return {
            position,
            writes: [
              ...axisValueWrites(
                names.map(name => values.get(name) ?? ''),
                'split',
              ),
              { id: OPTION_PRICE, given: optionSurcharge(priceOf(row), priceOf(rows.at(priceRow))) },
              { id: OPTION_STOCK, given: at(row, stock) },
              { id: OPTION_ID, given: at(row, sku) },
            ],
          }
        }),
      }
    },
  }
}

/** The axes of `Color=Red|Size=S`; some files write `[Color=Red;Size=S]`. */
function axesIn(details: string): { name: string; value: string }[] {
  const bare = details.startsWith('[') && details.endsWith(']') ? details.slice(1, -1) : details
  return bare
    .split('|')
    .flatMap(axis => {
      const parts = axis.split(';')
      return parts.every(part => part.includes('=')) ? parts : axis
    })
    .flatMap(axis => {
      const equals = axis.indexOf('=')
      const [name, value] = [axis.slice(0, equals).trim(), axis.slice(equals + 1).trim()]
      return equals === -1 || name === '' || value === '' ? [] : { name, value }
    })
}
