import { nameWarehouse, type Warehouse } from '@/lib/contract/warehouses'
import type { PlacedMark } from '@/lib/sheet/judge/marks'
import { type Choice, ChoiceIndex, type Matches } from '@/lib/sheet/schema/choices/choices'
import type { Line } from '@/lib/sheet/schema/line'

/** The column of the warehouse that receives an order. */
export const WAREHOUSE_COLUMN = 'warehouseId'

/** The ids of warehouses as cells are compared with them. */
export const warehouseIds = (warehouses: readonly Warehouse[]): ReadonlySet<string> =>
  new Set(warehouses.map(({ id }) => id))

/**
 * Warnings on cells whose warehouse the connection does not list. An operator maintains the list, and it may lag behind
 * the service's, so that these are warnings; without a list there are none.
 */
export function unlistedWarehouses(lines: readonly Line[], known: ReadonlySet<string>): PlacedMark[] {
  if (known.size === 0) return []
  return lines.flatMap(({ id: line, texts }) => {
    const text = texts[WAREHOUSE_COLUMN] ?? ''
    const digits = text.normalize('NFKC').replaceAll(',', '').trim()
    // The contract reports a text that is not an id.
    if (!/^\d+$/.test(digits) || known.has(digits.replace(/^0+(?=\d)/, ''))) return []
    const about = { code: 'unlisted_warehouse', params: { value: text } } as const
    const mark = { severity: 'warning', source: 'desk', oneOf: 1, stale: false, ...about } as const
    return [{ line, column: WAREHOUSE_COLUMN, mark }]
  })
}

/** Finds the warehouses of a connection by id and by name. A whole id never matches a longer one. */
export class WarehouseFinder {
  private readonly index: ChoiceIndex

  constructor(warehouses: readonly Warehouse[], language: string) {
    const choices = warehouses.map(
      ({ id, name }): Choice => (name === '' ? { value: id } : { value: id, word: name }),
    )
    this.index = new ChoiceIndex(choices, WAREHOUSE_COLUMN, language)
  }

  match(typed: string): Matches {
    const { choices, isClear } = this.index.match(typed)
    const isId = /^\d+$/.test(typed.normalize('NFKC').trim())
    return { choices, isClear: isId ? this.all(typed).at >= 0 : isClear }
  }

  all(text: string) {
    return this.index.all(text)
  }
}

/** Warehouses in one line: `1 · Gimpo, 2`. */
export const listWarehouses = (warehouses: readonly Warehouse[]): string =>
  warehouses.map(nameWarehouse).join(', ')
