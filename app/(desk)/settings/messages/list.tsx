'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { Count } from '@/components/ui/text/count'
import { ExternalText } from '@/components/ui/text/external-text'
import { StackedTime } from '@/components/ui/text/time'
import { type MessageRow, messageName } from '@/lib/desk-api/connections/api-messages'
import { languageOf } from '@/lib/words/locale/language-of'
import { languages } from '@/lib/words/locale/languages'
import { isolated } from '@/lib/words/sentences/isolated'

interface Props {
  rows: readonly MessageRow[]
  /** The `messageName` of the message in the form. */
  pickedName: string | undefined
  /** Absent: the messages are read-only. */
  onPick: ((row: MessageRow) => void) | undefined
}

/** All messages of a connection, the most frequent first. */
export function MessageList({ rows, pickedName, onPick }: Props) {
  const t = useTranslations('explanations.messages')
  const sheetNames = useTranslations('workbench.sheets')
  const locale = useLocale()
  /** The explanation in the operator's language, or else in any other. */
  const shownExplanation = (row: MessageRow) => {
    const own = languages.find(language => language === locale && row[language] !== '')
    const language = own ?? languages.find(one => row[one] !== '')
    return language && { language, text: row[language] }
  }
  return (
    <DataTable
      id="api-messages"
      label={t('title')}
      className="border-line-soft border-t"
      stacksBelow={1000}
      canHideColumns
      rows={rows}
      rowKey={messageName}
      rowClassName={row => messageName(row) === pickedName && 'bg-shade'}
      initialSorting={{ column: 'count', isDescending: true }}
      columns={[
        {
          id: 'message',
          heading: t('columns.message'),
          className: 'truncate',
          isRowHeader: true,
          title: row => row.template,
          sortBy: row => row.template,
          cell: row => (
            <>
              <ExternalText text={row.template} />
              {row.example !== '' && row.example !== row.template && (
                <span
                  className="block truncate font-normal text-ink-3 text-xs"
                  lang={languageOf(row.example)}
                >
                  {t('example', { example: isolated(row.example) })}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'field',
          heading: t('columns.field'),
          width: 'w-42',
          className: 'truncate text-ink-2',
          title: row => row.field,
          sortBy: row => row.column,
          cell: row => (
            <>
              {row.column === '' && row.code === '' && t('wholeRecord')}
              {row.column !== '' && <ExternalText text={row.column} />}
              {row.code !== '' && t('code', { code: isolated(row.code) })}
            </>
          ),
        },
        {
          id: 'sheet',
          heading: t('columns.sheet'),
          width: 'w-30',
          className: 'truncate text-ink-2',
          sortBy: row => sheetNames(row.sheet),
          cell: row => sheetNames(row.sheet),
        },
        {
          id: 'count',
          heading: t('columns.count'),
          width: 'w-20',
          className: 'tabular-nums',
          sortsDescendingFirst: true,
          sortBy: row => row.count,
          cell: row => <Count of={row.count} />,
        },
        {
          id: 'lastSeen',
          heading: t('columns.lastSeen'),
          width: 'w-32',
          className: 'text-ink-2',
          sortsDescendingFirst: true,
          sortBy: row => row.lastSeenAt,
          cell: row =>
            row.lastSeenAt === null ? (
              <span className="text-ink-3">{t('notSeen')}</span>
            ) : (
              <StackedTime at={row.lastSeenAt} kind="second" />
            ),
        },
        {
          id: 'explanation',
          heading: t('columns.explanation'),
          width: 'w-60',
          className: 'truncate',
          title: row => shownExplanation(row)?.text,
          sortBy: row => shownExplanation(row)?.text,
          cell: row => {
            const explanation = shownExplanation(row)
            return explanation && <span lang={explanation.language}>{explanation.text}</span>
          },
        },
        ...(onPick
          ? [
              {
                id: 'acts',
                heading: '',
                width: 'w-24',
                className: 'text-right',
                cell: (row: MessageRow) => (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t(shownExplanation(row) ? 'editOf' : 'explainOf', {
                      message: isolated(row.template),
                    })}
                    onClick={() => onPick(row)}
                  >
                    {t(shownExplanation(row) ? 'edit' : 'explain')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
