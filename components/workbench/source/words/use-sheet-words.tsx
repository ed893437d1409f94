import { Fragment, useContext, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useTimeLocale } from '@/components/ui/text/time'
import { OriginalMessages } from '@/components/workbench/errors/original-messages'
import { EditorNote, hasNote } from '@/components/workbench/source/editor/editor-note'
import { useChoiceFinders } from '@/components/workbench/source/editor/use-choices'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { valueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import { type Column, wordsKeyOf } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { linksOf } from '@/lib/sheet/schema/links'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fullColumnName, shortColumnName } from '@/lib/words/sentences/column-name'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { isolated } from '@/lib/words/sentences/isolated'
import { joinSentences } from '@/lib/words/sentences/join'
import { markSentences } from './mark-sentences'
import type { SheetWords } from './sheet-words'
import { useApiExplanations } from './use-api-explanations'

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
    const { sentence, sentences, original, origin } = markSentences({
      workbook,
      connectionName,
      explain,
      record,
      times,
      t,
      failures,
      language: locale,
    })
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
