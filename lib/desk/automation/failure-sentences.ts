import 'server-only'
import type { Warehouse } from '@/lib/contract/warehouses'
import { columnName } from '@/lib/desk/column-name'
import { explainApiError } from '@/lib/sheet/judge/explanations/explain-api-error'
import { explanationText } from '@/lib/sheet/judge/explanations/explanation-text'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { isApiError } from '@/lib/sheet/judge/marks'
import { listWarehouses } from '@/lib/sheet/judge/warnings/warehouses'
import { apiErrorAt } from '@/lib/sheet/workbook/api-error'
import { explanationFinder, type OperatorExplanations } from '@/lib/sheet/workbook/operator-explanations'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { type FailureTranslator, failureSentence } from '@/lib/words/sentences/failure-sentence'
import { getTranslations } from '@/lib/words/server'

const failures = getTranslations('failures')
const explanations = getTranslations('explanations')

/** Invisible characters that isolate the writing direction of values on screens; a terminal shows them. */
const ISOLATES = /[\u2066-\u2069]/g

/**
 * The sentences of a sheet's errors in the language of the request, as its screen words them.
 * @param ofOperators what operators say about messages of the connection
 */
export function listFailureSentences(
  workbook: Workbook,
  warehouses: readonly Warehouse[],
  ofOperators: OperatorExplanations,
) {
  const { sheet } = workbook
  const { language } = requestLocale()
  const listed = listWarehouses(warehouses)
  const explained = explanationFinder(workbook, ofOperators)
  const tFailure: FailureTranslator = (code, params) => failures(code, params)
  const text = ({ mark, line, column }: ListedFailure): string => {
    if (mark.source === 'desk' && mark.code)
      return failureSentence(tFailure, mark.code, mark.params ?? {}, sheet.recordType)
    if (!isApiError(mark)) return mark.message ?? ''
    const own = explained(mark, { line, column })
    if (own !== undefined) return own
    return explanationText(explainApiError(apiErrorAt(workbook, mark, { line, column }, listed)), {
      t: (key, params) => explanations(key, params),
      failure: ({ failure, params }) => failureSentence(tFailure, failure, params, sheet.recordType),
      column: columnName,
      language,
    })
  }
  return {
    sentence: (failure: ListedFailure): string => text(failure).replaceAll(ISOLATES, ''),
    /** The message of the service, verbatim; null for an error that the desk found. */
    apiMessage: ({ mark }: ListedFailure): string | null => (isApiError(mark) ? (mark.message ?? '') : null),
    columnName: (id: string): string | null => {
      const column = workbook.column(id)
      return column ? columnName(column) : null
    },
  }
}
