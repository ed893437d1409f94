import { useContext, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { Warehouse } from '@/lib/contract/warehouses'
import { explainApiError } from '@/lib/sheet/judge/explanations/explain-api-error'
import { explanationText } from '@/lib/sheet/judge/explanations/explanation-text'
import type { Mark } from '@/lib/sheet/judge/marks'
import { listWarehouses } from '@/lib/sheet/judge/warnings/warehouses'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { apiErrorAt, type MarkPlace } from '@/lib/sheet/workbook/api-error'
import { explanationFinder, type OperatorExplanations } from '@/lib/sheet/workbook/operator-explanations'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fullColumnName } from '@/lib/words/sentences/column-name'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'

/** Explains an error of the service in the operator's language. */
export type ExplainMark = (mark: Mark, at: MarkPlace) => string

/** Explanations that are cached: a download has many errors with few different explanations. */
const MAX_CACHED = 2000

/**
 * Explains errors of the service: as operators explain the message for this connection, else as its field, its code and
 * the contract do.
 * @param explanations by operators, in the operator's language
 */
export function useApiExplanations(
  workbook: Workbook,
  warehouses: readonly Warehouse[],
  explanations: OperatorExplanations,
): ExplainMark {
  const t = useTranslations('explanations')
  const failures = useTranslations('failures')
  const columns = useTranslations('columns')
  const language = useLocale()
  const record = useContext(RecordTypeContext)
  return useMemo(() => {
    const ofOperators = explanationFinder(workbook, explanations)
    const listed = listWarehouses(warehouses)
    const cached = new Map<string, string>()
    return (mark, at) => {
      const explanation = ofOperators(mark, at)
      if (explanation !== undefined) return explanation
      const phrases = explainApiError(apiErrorAt(workbook, mark, at, listed))
      const key = JSON.stringify(phrases)
      const known = cached.get(key)
      if (known !== undefined) return known
      const text = explanationText(phrases, {
        t,
        failure: ({ failure, params }) => failureSentence(failures, failure, params, record),
        column: column => fullColumnName(columns, wordsKeyOf(column)),
        language,
      })
      if (cached.size >= MAX_CACHED) cached.clear()
      cached.set(key, text)
      return text
    }
  }, [workbook, warehouses, explanations, t, failures, columns, language, record])
}
