import type { MarkSentence } from '@/components/grid/source'
import type { WorkbenchTranslator } from '@/components/workbench/use-workbench-translations'
import type { FailureParams } from '@/lib/contract/validation/failures'
import { isApiError, type Mark, namesOtherLines } from '@/lib/sheet/judge/marks'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { MarkPlace } from '@/lib/sheet/workbook/api-error'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type FailureTranslator, failureSentence } from '@/lib/words/sentences/failure-sentence'
import { isolated } from '@/lib/words/sentences/isolated'
import { firstOf, joinSentences, listOf } from '@/lib/words/sentences/join'
import { type TimeLocale, timeText } from '@/lib/words/time/time-text'
import type { ExplainMark } from './use-api-explanations'

interface Deps {
  readonly workbook: Workbook
  /** The messages of the area `failures`. */
  readonly failures: FailureTranslator
  readonly t: WorkbenchTranslator
  readonly explain: ExplainMark
  /** The name of the connection in use; '' if none is. */
  readonly connectionName: string
  readonly record: Sheet['recordType']
  /** The language of the operator, a BCP 47 tag. */
  readonly language: string
  readonly times: TimeLocale
}

/**
 * Writes the sentences of marks in the operator's language. Of a mark: `sentence` says what is wrong, `original` is the
 * message of the service behind it, and `origin` names the desk or the connection that found it. `sentences` are those
 * of several marks; marks with the same sentence are one.
 */
export function markSentences({
  workbook,
  failures,
  t,
  explain,
  connectionName,
  record,
  language,
  times,
}: Deps) {
  const textOf = (mark: Mark, at: MarkPlace | undefined) => {
    if (mark.source === 'desk' && mark.code)
      return failureSentence(
        failures,
        mark.code,
        { ...timed(mark.params ?? {}, times), ...rowsOf(workbook, mark, language) },
        record,
      )
    return at && isApiError(mark) ? explain(mark, at) : isolated(mark.message ?? '')
  }
  const sentence = (mark: Mark, at?: MarkPlace) => {
    const text = textOf(mark, at)
    const fields = mark.oneOf > 1 && t('tip.oneOf', { field: isolated(mark.field ?? ''), count: mark.oneOf })
    return joinSentences(language, [text, fields, mark.stale && t('tip.stale')])
  }
  const original = (mark: Mark) => (isApiError(mark) ? mark.message : undefined)
  const sentences = (marks: readonly Mark[], at: MarkPlace) => {
    const found = new Map<string, MarkSentence>()
    for (const mark of marks) {
      const text = sentence(mark, at)
      const before = found.get(text)
      const message = original(mark)
      const originals = new Set([...(before?.originals ?? []), ...(message === undefined ? [] : [message])])
      found.set(text, { text, mark: before?.mark ?? mark, originals: [...originals] })
    }
    return [...found.values()]
  }
  const origin = (mark: Mark) => {
    if (mark.source === 'desk') return t('tip.desk')
    const position =
      mark.position === undefined ? '' : ` · ${t('tip.position', { position: mark.position + 1 })}`
    const code =
      mark.errorCode === undefined ? '' : ` · ${t('tip.errorCode', { code: isolated(mark.errorCode) })}`
    return `${connectionName}${position}${code}`
  }
  return { sentence, sentences, original, origin }
}

/** Orders that a sentence about a repeated number names. */
const MAX_NAMED = 5

/**
 * The places of all orders with a repeated number, as the headers of their rows show them. They are not part of the
 * mark, because rows move.
 */
function rowsOf(workbook: Workbook, mark: Mark, language: string): FailureParams {
  if (!namesOtherLines(mark)) return {}
  const orders = workbook.index.ordersWith(String(mark.params?.value ?? ''))
  const rows = orders.flatMap(line => workbook.ordinal(line) ?? []).sort((a, b) => a - b)
  if (rows.length < 2) return {}
  return {
    rows:
      rows.length > MAX_NAMED ? firstOf(language, rows, MAX_NAMED) : listOf(language, rows, 'conjunction'),
  }
}

/** The time of a failure as the operator's clock shows it. */
const timed = (params: FailureParams, locale: TimeLocale): FailureParams =>
  typeof params.at === 'string'
    ? { ...params, time: timeText(params.at, 'clock', locale, Date.now()) }
    : params
