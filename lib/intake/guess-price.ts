import { readDecimal, writeDecimal } from './decimals'
import type { FileColumn } from './guess-rules'

/**
 * The price of one piece, where the column that is called the price has those of whole rows: in every row it is the
 * quantity times another column. @returns undefined where no other column says so, or nothing was ordered twice
 */
export function unitPriceBeside(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  price: FileColumn,
  quantity: FileColumn,
): FileColumn | undefined {
  const priced = rows.flatMap(row => {
    const [total, count] = [amountIn(row, price), amountIn(row, quantity)]
    return total && count ? [{ row, total, count }] : []
  })
  if (!priced.some(({ count }) => count > 1)) return undefined
  return columns.find(
    other =>
      other !== price &&
      other !== quantity &&
      priced.every(({ row, total, count }) => isSame((amountIn(row, other) ?? 0) * count, total)),
  )
}

/** Amounts of a file are written with a few digits behind the point. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.005

function amountIn(row: readonly string[], { at }: FileColumn): number | undefined {
  const amount = readDecimal((row[at] ?? '').trim())
  return amount && Number(writeDecimal(amount))
}
