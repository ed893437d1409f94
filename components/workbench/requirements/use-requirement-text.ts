import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Requirement, type Rule, WHOLE_RECORD } from '@/lib/sheet/judge/requirements/requirement'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { fullColumnName } from '@/lib/words/sentences/column-name'
import { isolated } from '@/lib/words/sentences/isolated'
import { listOf } from '@/lib/words/sentences/join'

/** Texts of requirements in the operator's language. */
export interface RequirementText {
  /** The name of the column, or of the order as a whole. */
  column(sheet: SheetId, id: string): string
  rule(sheet: SheetId, rule: Rule): string
  /** Column and rule: "Item URL: required". */
  whole(sheet: SheetId, requirement: Pick<Requirement, 'column' | 'rule'>): string
}

/** Describes requirements in the operator's language. */
export function useRequirementText(): RequirementText {
  const t = useTranslations('requirements')
  const columns = useTranslations('columns')
  const locale = useLocale()
  return useMemo(() => {
    const rule = (sheetId: SheetId, one: Rule) =>
      t(`rules.${one.kind}`, { record: sheets[sheetId].recordType, ...valuesOf(one, locale) })
    const column = (sheetId: SheetId, id: string) => {
      const { recordType, columns: all } = sheets[sheetId]
      if (id === WHOLE_RECORD) return t(recordType === 'product' ? 'wholeProduct' : 'wholeOrder')
      const found = all.find(known => known.id === id)
      return found ? fullColumnName(columns, wordsKeyOf(found)) : id
    }
    return {
      column,
      rule,
      whole: (sheetId, { column: id, rule: one }) =>
        t('sentence', { column: column(sheetId, id), rule: rule(sheetId, one) }),
    }
  }, [t, columns, locale])
}

const valuesOf = (rule: Rule, locale: string): Record<string, string | number> => ({
  words: 'words' in rule ? listOf(locale, rule.words.map(isolated), 'unit') : '',
  prefix: 'prefix' in rule ? isolated(rule.prefix) : '',
  min: 'min' in rule ? rule.min : 0,
  max: 'max' in rule ? rule.max : 0,
  currency: 'currency' in rule ? rule.currency : '',
})
