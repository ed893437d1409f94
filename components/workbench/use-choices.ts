import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ComboChoice } from '@/components/ui/combo'
import type { Column } from '@/lib/sheet/columns'

/** What can be chosen in a column, with words for its codes; undefined where any text is as good as another. */
export function useChoices(column: Column): readonly ComboChoice[] | undefined {
  const t = useTranslations('recordPanel')
  const locale = useLocale()
  return useMemo(() => {
    if (column.kind === 'flag')
      return [
        { value: 'true', word: t('yes') },
        { value: 'false', word: t('no') },
      ]
    const values = column.choices ?? column.hint?.choices
    const type = codeOf(column)
    const names = type && new Intl.DisplayNames(locale, { type, fallback: 'none' })
    return values?.map(value => {
      const word = names?.of(value)
      return word === undefined ? { value } : { value, word }
    })
  }, [column, locale, t])
}

/** Which codes a column holds, as `Intl` calls them. */
function codeOf(column: Column): 'region' | 'currency' | undefined {
  if (/country$/i.test(column.id)) return 'region'
  return /currency$/i.test(column.id) ? 'currency' : undefined
}
