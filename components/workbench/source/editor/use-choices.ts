import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import type { ChoiceFinder } from '@/components/grid/source'
import type { Warehouse } from '@/lib/contract/warehouses'
import { WAREHOUSE_COLUMN, WarehouseFinder } from '@/lib/sheet/judge/warnings/warehouses'
import { ChoiceIndex, choicesOf } from '@/lib/sheet/schema/choices/choices'
import type { Column } from '@/lib/sheet/schema/columns'

/**
 * Finds the choices of a column, with labels for its codes, by a typed text; undefined for a column of free text. The
 * same finder for the same column.
 */
export function useChoiceFinders(
  warehouses: readonly Warehouse[],
): (column: Column) => ChoiceFinder | undefined {
  const locale = useLocale()
  return useMemo(() => {
    const known = new Map<string, ChoiceFinder | undefined>()
    const make = (column: Column): ChoiceFinder | undefined => {
      if (column.id === WAREHOUSE_COLUMN && warehouses.length > 0)
        return new WarehouseFinder(warehouses, locale)
      const choices = choicesOf(column, locale)
      return choices && new ChoiceIndex(choices, column.id, locale)
    }
    return column => {
      if (!known.has(column.id)) known.set(column.id, make(column))
      return known.get(column.id)
    }
  }, [locale, warehouses])
}
