import { Fragment, useContext, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { MarkSentence } from '@/components/grid/source'
import { useTimeLocale } from '@/components/ui/text/time'
import { OriginalMessages } from '@/components/workbench/original-messages'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import type { FailureParams } from '@/lib/contract/validation/failures'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { isApiError, type Mark, namesOtherLines } from '@/lib/sheet/judge/marks'
import { valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import { type Column, wordsKeyOf } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { linksOf } from '@/lib/sheet/schema/links'
import type { MarkPlace } from '@/lib/sheet/workbook/api-error'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fullColumnName, shortColumnName } from '@/lib/words/sentences/column-name'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { isolated } from '@/lib/words/sentences/isolated'
import { firstOf, joinSentences, listOf } from '@/lib/words/sentences/join'
import { type TimeLocale, timeText } from '@/lib/words/time/time-text'
import { EditorNote, hasNote } from './editor-note'
import type { SheetWords } from './sheet-words'
import { useApiExplanations } from './use-api-explanations'
import { useChoiceFinders } from './use-choices'

const NONE: Pick<ConnectionChoice, 'name' | 'warehouses' | 'explanations'> = {
  name: '',
  warehouses: [],
  explanations: [],
}

/** Names of columns in every language, by the id of the column. */
export type HeadingNames = Readonly<Record<string, readonly string[]>>

const NO_NAMES: HeadingNames = {}

/**
 * The sentences of a sheet in the operator's language.
 * @param connection the one in use; the same object until it changes
 * @param headingNames the names by which pasted headings are recognised; needed where blocks are pasted
 */
export function useSheetWords(
  workbook: Workbook,
  connection: ConnectionChoice | undefined,
  headingNames = NO_NAMES,
): SheetWords {
  const { warehouses, explanations: ofOperators, name: connectionName } = connection ?? NONE
  const explanations = useTranslations('explanations')
  const columns = useTranslations('columns')
  const groups = useTranslations('columnGroups')
  const origins = useTranslations('intake.fill.origins')
  const failures = useTranslations('failures')
  const codes = useTranslations('choiceLabels')
  const locale = useLocale()
  const times = useTimeLocale()
  const t = useWorkbenchTranslations()
  const record = useContext(RecordTypeContext)
  const finder = useChoiceFinders(warehouses)
  const explain = useApiExplanations(workbook, warehouses, ofOperators)
  return useMemo(() => {
    const textOf = (mark: Mark, at: MarkPlace | undefined) => {
      if (mark.source === 'desk' && mark.code)
        return failureSentence(
          failures,
          mark.code,
          { ...timed(mark.params ?? {}, times), ...rowsOf(workbook, mark, locale) },
          record,
        )
      return at && isApiError(mark) ? explain(mark, at) : isolated(mark.message ?? '')
    }
    const sentence = (mark: Mark, at?: MarkPlace) => {
      const text = textOf(mark, at)
      const fields =
        mark.oneOf > 1 && t('tip.oneOf', { field: isolated(mark.field ?? ''), count: mark.oneOf })
      return joinSentences(locale, [text, fields, mark.stale && t('tip.stale')])
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
    return {
      language: locale,
      column: (column: Column) => {
        const key = wordsKeyOf(column)
        return {
          label: shortColumnName(columns, key),
          name: fullColumnName(columns, key),
          group: groups(column.group as Parameters<typeof groups>[0]),
        }
      },
      headingNames: ({ id }) => headingNames[id] ?? [],
      sentence,
      sentences,
      original,
      withOriginal: (explanation, message) =>
        explanations('withOriginal', { explanation, message: isolated(message) }),
      origin: ({ kind, of, before, review }) =>
        joinSentences(locale, [
          // A cell that a rule filled has another sentence than one that a rule changed.
          origins(of === undefined || (kind === 'rule' && isBlank(before)) ? kind : `${kind}Of`, {
            of: of ?? '',
            before: before ?? '',
          }),
          review && origins('review'),
        ]),
      sign: sign => t(`signs.${sign}`),
      tip: ({ id: line }, { id: column }, marks) =>
        sentences(marks, { line, column }).map(({ text, mark, originals }) => (
          <Fragment key={`${line} ${column} ${text}`}>
            <p>
              {text}
              {mark.path !== undefined && (
                // For the pointer; by keyboard the side panel has the same link.
                <a href={mark.path} tabIndex={-1} className="block underline">
                  {t('tip.open')}
                </a>
              )}
              <small>{origin(mark)}</small>
            </p>
            <OriginalMessages messages={originals} isForPointer />
          </Fragment>
        )),
      help: {
        finder,
        display: column => valueDisplay(column, locale),
        note: assist => {
          const limit = workbook.limitOf(assist.line, assist.column)
          if (!hasNote(assist, finder(assist.column), limit)) return null
          return (
            <EditorNote
              assist={assist}
              finder={finder(assist.column)}
              limit={limit}
              failure={(code, params) => failureSentence(failures, code, params, record)}
            />
          )
        },
        link: (column, text) =>
          column.url
            ? linksOf(column, text).find(({ address }) => address !== undefined)?.address
            : undefined,
      },
      becameCodes: ({ cells, text, code }) => codes('became', { count: cells, text, code }),
      message: (key, values) => t(`announced.${key}`, values),
    }
  }, [
    workbook,
    columns,
    groups,
    origins,
    failures,
    explanations,
    codes,
    locale,
    times,
    t,
    record,
    connectionName,
    headingNames,
    finder,
    explain,
  ])
}

/** Orders that a sentence about a repeated number names. */
const MAX_NAMED = 5

/**
 * The places of all orders with a repeated number, as the headers of their rows show them. They are no part of the mark,
 * because rows move.
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
