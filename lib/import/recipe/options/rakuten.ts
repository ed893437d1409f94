import type { Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import {
  axisNameWrites,
  axisValueWrites,
  combinationsOf,
  type Expander,
  imageWrites,
  OPTION_ID,
  OPTION_PRICE,
  OPTION_STOCK,
  optionSurcharge,
} from './expander'

/** Axes and images that Rakuten numbers. */
const AXES = 6
const IMAGES = 20

/**
 * Rakuten products: a parent row with the axes (`カラー|サイズ`, `黒|白`), then a row per SKU that names its value on each axis
 * by a key, and a row per question to the buyer.
 */
export function expandRakuten(rows: Rows, columns: ColumnsByHeading): Expander {
  const sku = columns.find(['SKU管理番号'])
  const code = columns.find(['システム連携用SKU番号'])
  const price = columns.find(['通常購入販売価格', '販売価格'])
  const stock = columns.find(['在庫数'])
  const keys = columns.find(['バリエーション項目キー定義'])
  const names = columns.find(['バリエーション項目名定義'])
  const choices = columns.findNumbered(AXES, at => [`バリエーション${at}選択肢定義`])
  const ownKeys = columns.findNumbered(AXES, at => [`バリエーション項目キー${at}`])
  const ownValues = columns.findNumbered(AXES, at => [`バリエーション項目選択肢${at}`])
  const named = [columns.find(['商品名']), price]
  const questions = [columns.find(['選択肢タイプ']), columns.find(['商品オプション項目名'])]
  const pictures = columns.findNumbered(IMAGES, at => [`商品画像パス${at}`])
  const at = (position: number, column: number | undefined) =>
    column === undefined ? '' : (rows.at(position)?.at(column) ?? '').trim()
  const listed = (position: number, column: number | undefined) =>
    at(position, column)
      .split('|')
      .map(text => text.trim())
      .filter(text => text !== '')

  /** The place of each SKU's value: by key if there are keys, otherwise by order. */
  const valuesOf = (position: number, order: readonly string[], count: number) =>
    Array.from({ length: count }, (_, axis) => {
      const named = ownKeys.findIndex(
        column => order[axis] !== undefined && at(position, column) === order[axis],
      )
      return at(position, ownValues[named === -1 ? axis : named])
    })

  return {
    uses: [
      ...[sku, code, price, stock, keys, names, ...choices, ...ownKeys, ...ownValues],
      ...[...questions, ...pictures],
    ].flatMap(column => column ?? []),
    // What a buyer is asked, such as gift wrapping, has rows of its own below those of the product.
    isLeftOut: row => {
      const isFilled = (column: number | undefined) =>
        column !== undefined && (row.at(column) ?? '').trim() !== ''
      return questions.some(isFilled) && ![sku, ...named].some(isFilled)
    },
    expand: group => {
      const parent = group.find(position => at(position, sku) === '') ?? group[0] ?? 0
      const skus = group.filter(position => at(position, sku) !== '')
      const priced = group.find(position => at(position, price) !== '') ?? parent
      const record = imageWrites(pictures.map(column => at(parent, column)))
      const lists = choices.map(column => listed(parent, column)).filter(list => list.length > 0)
      const listedNames = listed(parent, names)
      const axes = listedNames.length > 0 ? listedNames : lists.map((_, axis) => `バリエーション${axis + 1}`)
      const expanded = new Set([parent, ...skus])
      const rest = group.filter(position => !expanded.has(position))
      if (axes.length === 0 && skus.length < 2) {
        return {
          record: [...record, { id: 'stockQuantity', given: at(skus[0] ?? parent, stock) }],
          priceRow: priced,
          options: [],
          rest,
        }
      }
      const order = listed(parent, keys)
      const options =
        skus.length > 0
          ? skus.map(position => ({
              position,
              writes: [
                ...axisValueWrites(valuesOf(position, order, axes.length)),
                { id: OPTION_PRICE, given: optionSurcharge(at(position, price), at(priced, price)) },
                { id: OPTION_STOCK, given: at(position, stock) },
                { id: OPTION_ID, given: at(position, code) || at(position, sku) },
              ],
            }))
          : combinationsOf(lists).map(values => ({
              position: parent,
              writes: axisValueWrites(values, 'split'),
            }))
      return { record: [...record, ...axisNameWrites(axes, 'split')], priceRow: priced, options, rest }
    },
  }
}
