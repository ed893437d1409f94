import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ChoiceFinder } from '@/components/grid/help'
import type { Warehouse } from '@/lib/contract/warehouses'
import { codeKindOf, nameOf } from '@/lib/sheet/choice-names'
import { type Choice, ChoiceIndex, codesOf } from '@/lib/sheet/choices'
import type { Column } from '@/lib/sheet/columns'
import { WAREHOUSE_COLUMN, WarehouseFinder } from '@/lib/sheet/warehouses'

/**
 * Says what can be chosen in a column, with words for its codes, and finds it by whatever is typed; undefined where any
 * text is as good as another. The same finder for the same column.
 */
export function useFinders(warehouses: readonly Warehouse[]): (column: Column) => ChoiceFinder | undefined {
  const t = useTranslations('editors.codes')
  const locale = useLocale()
  return useMemo(() => {
    const known = new Map<string, ChoiceFinder | undefined>()
    const choiceOf = (column: string, value: string): Choice => {
      const kind = codeKindOf(column)
      const word = kind ? nameOf(value, kind, locale) : t.has(value) ? t(value) : undefined
      return word === undefined ? { value } : { value, word }
    }
    const make = (column: Column): ChoiceFinder | undefined => {
      if (column.id === WAREHOUSE_COLUMN && warehouses.length > 0)
        return new WarehouseFinder(warehouses, locale)
      const codes = codesOf(column)
      if (!codes) return undefined
      return new ChoiceIndex(
        codes.map(value => choiceOf(column.id, value)),
        column.id,
        locale,
      )
    }
    return column => {
      if (!known.has(column.id)) known.set(column.id, make(column))
      return known.get(column.id)
    }
  }, [t, locale, warehouses])
}
