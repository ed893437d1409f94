import type { Table } from '@/lib/files/book/book'
import { tableStructure } from '@/lib/import/match/table/structure'
import { axisValueColumn } from '@/lib/sheet/schema/product-rules'
import type { ColumnMappings } from './by-headings'
import { takeRule } from './column-rules'
import { rowsBelow } from './value-patterns'

const PRODUCT_STOCK = 'stockQuantity'
const OPTION_STOCK = 'productOptionGroup[].productOption[].stockQuantity'

/**
 * If each row is an option, and the rows of a product have different stocks, the column is the stock of the options:
 * 在庫数 beside オプション1. As the stock of the product, all but the first would be errors.
 */
export function takeOptionStock(table: Table, header: number, mappings: ColumnMappings): void {
  const mapped = mappings.get(PRODUCT_STOCK)
  const columnOf = (id: string) => mappings.get(id)?.from[0]
  const [stock, number, option] = [PRODUCT_STOCK, 'shopProductId', axisValueColumn(0)].map(columnOf)
  if (!mapped || !stock || !number || !option || mappings.has(OPTION_STOCK)) return
  const stocks = new Map<string, Set<string>>()
  const { nonLines } = tableStructure(table, header, number.at, { isOurs: false, isOfOrders: false })
  const totals = new Set(nonLines.map(({ position }) => position))
  let product = ''
  for (const [below, row] of rowsBelow(table, header).entries()) {
    if (totals.has(header + 1 + below)) continue
    const [text, of, value] = [stock, number, option].map(({ at }) => (row[at] ?? '').trim())
    product = of || product
    if (!text) continue
    // The stock of a product without options is its own.
    if (!value) return
    stocks.set(product, (stocks.get(product) ?? new Set()).add(text))
  }
  if ([...stocks.values()].every(({ size }) => size < 2)) return
  mappings.delete(PRODUCT_STOCK)
  mappings.set(OPTION_STOCK, { ...mapped, rule: takeRule(OPTION_STOCK, stock) })
}
