'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { Tick } from '@/components/ui/fields/tick'
import { useTimeText } from '@/components/ui/text/time'
import { useRequirementText } from '@/components/workbench/requirements/use-requirement-text'
import { type ListedRequirement, requirementKey } from '@/lib/desk-api/connections/requirements'
import { utcText } from '@/lib/words/time/time-text'

interface Props {
  requirements: readonly ListedRequirement[]
  edited: ListedRequirement | undefined
  isBusy: boolean
  /** Absent: the requirements are read-only. */
  acts:
    | {
        readonly edit: (one: ListedRequirement) => void
        readonly enable: (one: ListedRequirement, isEnabled: boolean) => void
      }
    | undefined
}

/** The requirements of a connection. */
export function RequirementList({ requirements, edited, isBusy, acts }: Props) {
  const t = useTranslations('requirements')
  const sheetNames = useTranslations('workbench.sheets')
  const text = useRequirementText()
  const time = useTimeText()
  return (
    <DataTable
      id="requirements"
      label={t('title')}
      className="border-line-soft border-t"
      stacksBelow={720}
      rows={requirements}
      rowKey={requirementKey}
      rowClassName={one => edited && requirementKey(one) === requirementKey(edited) && 'bg-sel'}
      columns={[
        {
          id: 'column',
          heading: t('columns.column'),
          width: 'w-44',
          className: 'truncate',
          isRowHeader: true,
          sortBy: one => text.column(one.sheet, one.column),
          cell: one => text.column(one.sheet, one.column),
        },
        {
          id: 'rule',
          heading: t('columns.rule'),
          className: 'break-words py-1.5 first-letter:uppercase',
          sortBy: one => text.rule(one.sheet, one.rule),
          cell: one => text.rule(one.sheet, one.rule),
        },
        {
          id: 'sheet',
          heading: t('columns.sheet'),
          width: 'w-32',
          className: 'truncate text-ink-2',
          sortBy: one => sheetNames(one.sheet),
          cell: one => sheetNames(one.sheet),
        },
        {
          id: 'severity',
          heading: t('columns.severity'),
          width: 'w-26',
          sortBy: one => one.severity,
          cell: one => t(`severityNames.${one.severity}`),
        },
        {
          id: 'isEnabled',
          heading: t('columns.isEnabled'),
          width: 'w-20',
          sortBy: one => (one.isEnabled ? 0 : 1),
          cell: one => (
            <Tick
              type="checkbox"
              className="align-middle accent-accent"
              aria-label={t('turnOn', { requirement: text.whole(one.sheet, one) })}
              checked={one.isEnabled}
              disabled={!acts || isBusy}
              onChange={event => acts?.enable(one, event.target.checked)}
            />
          ),
        },
        {
          id: 'by',
          heading: t('columns.by'),
          width: 'w-32',
          className: 'text-ink-2',
          sortBy: one => one.at,
          cell: one => (
            <>
              <span className="block truncate">{one.by}</span>
              <time dateTime={one.at} title={utcText(one.at)} className="block text-ink-3 text-xs">
                {time(one.at, 'day')}
              </time>
            </>
          ),
        },
        ...(acts
          ? [
              {
                id: 'acts',
                heading: '',
                width: 'w-20',
                className: 'text-right',
                cell: (one: ListedRequirement) => (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('edit', { requirement: text.whole(one.sheet, one) })}
                    onClick={() => acts.edit(one)}
                  >
                    {t('change')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
