import type { Row, Rows } from '@/lib/files/book/book'
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

/** WooCommerce numbers attributes without a limit; no shop has more than these. */
const ATTRIBUTES = 20

/** WooCommerce: a row per product or variation; a variation names its parent by SKU or as id:NN. */
export function expandWooCommerce(rows: Rows, columns: ColumnsByHeading): Expander {
  const column = (...spellings: string[]) => columns.find(spellings)
  const [type, id, sku, parent] = [column('Type'), column('ID'), column('SKU'), column('Parent')]
  const [regular, sale] = [column('Regular price'), column('Sale price')]
  const [stock, pictures] = [column('Stock'), column('Images')]
  const names = columns.findNumbered(ATTRIBUTES, at => [`Attribute ${at} name`])
  const values = columns.findNumbered(ATTRIBUTES, at => [`Attribute ${at} value(s)`])
  const at = (row: Row | undefined, place: number | undefined) =>
    place === undefined ? '' : (row?.at(place) ?? '').trim()
  const isVariation = (row: Row | undefined) => /\bvariation\b/i.test(at(row, type))
  const ownName = (row: Row) => (at(row, id) === '' ? `sku:${at(row, sku)}` : `id:${at(row, id)}`)

  const bySku = new Map<string, string>()
  for (const row of rows) {
    const code = at(row, sku)
    if (code !== '' && !isVariation(row) && !bySku.has(code)) bySku.set(code, ownName(row))
  }
  const parentOf = (row: Row) => {
    const parentText = at(row, parent)
    return (
      bySku.get(parentText) ?? (/^id:/i.test(parentText) ? parentText.toLowerCase() : `sku:${parentText}`)
    )
  }
  const selling = (row: Row | undefined) => at(row, sale) || at(row, regular)
  const attributesOf = (row: Row | undefined) =>
    names.flatMap((name, place) => {
      const text = at(row, name)
      return text === '' ? [] : [{ name: text, value: at(row, values[place]) }]
    })

  return {
    uses: [type, id, sku, parent, regular, sale, stock, pictures, ...names, ...values].flatMap(
      place => place ?? [],
    ),
    groupOf: row => (isVariation(row) && at(row, parent) !== '' ? parentOf(row) : ownName(row)),
    expand: group => {
      const variations = group.filter(position => isVariation(rows.at(position)))
      const first = group.find(position => !isVariation(rows.at(position))) ?? group[0] ?? 0
      const base = group.find(position => selling(rows.at(position)) !== '') ?? first
      const text = group.map(position => at(rows.at(position), pictures)).find(text => text !== '') ?? ''
      const urls = text.split(/(?<!\s)\s*,\s*(?=https?:|$)/i)
      const record = imageWrites(urls, urls.length > 1 ? 'split' : undefined)
      const used = [
        ...new Set(variations.flatMap(position => attributesOf(rows.at(position)).map(({ name }) => name))),
      ]
      const expanded = new Set([first, ...variations])
      const rest = group.filter(position => !expanded.has(position))
      if (variations.length === 0) {
        return {
          record: [...record, { id: 'stockQuantity', given: at(rows.at(base), stock) }],
          priceRow: base,
          options: [],
          rest,
        }
      }
      return {
        record: [...record, ...axisNameWrites(used)],
        priceRow: base,
        rest,
        options: variations.map(position => {
          const row = rows.at(position)
          const attributes = new Map(attributesOf(row).map(({ name, value }) => [name, value]))
          return {
            position,
            writes: [
              ...axisValueWrites(used.map(name => attributes.get(name) ?? '')),
              { id: OPTION_PRICE, given: optionSurcharge(selling(row), selling(rows.at(base))) },
              { id: OPTION_STOCK, given: at(row, stock) },
              { id: OPTION_ID, given: at(row, sku) || at(row, id) },
            ],
          }
        }),
      }
    },
  }
}
