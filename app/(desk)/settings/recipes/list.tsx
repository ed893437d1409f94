'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { DataTable } from '@/components/ui/data/data-table'
import { Time, useTimeText } from '@/components/ui/text/time'
import type { RecipeRow } from '@/lib/desk-api/master/recipes'
import { utcText } from '@/lib/words/time/time-text'
import { NameField } from './name-field'

interface Props {
  rows: readonly RecipeRow[]
  mayEdit: boolean
  onDrop: (row: RecipeRow) => void
}

/** All recipes, one per line. */
export function RecipeList({ rows, mayEdit, onDrop }: Props) {
  const t = useTranslations('intake.recipes')
  const sheetNames = useTranslations('workbench.sheets')
  const time = useTimeText()
  const [renamedId, setRenamedId] = useState<string>()
  if (rows.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{t('none')}</p>
  return (
    <DataTable
      id="recipes"
      label={t('title')}
      className="border-line-soft border-t"
      stacksBelow={800}
      canHideColumns
      rows={rows}
      rowKey={row => row.id}
      columns={[
        {
          id: 'name',
          heading: t('head.name'),
          className: 'truncate',
          isRowHeader: true,
          sortBy: row => row.name,
          cell: row =>
            renamedId === row.id ? (
              <NameField id={row.id} name={row.name} onEnd={() => setRenamedId(undefined)} />
            ) : (
              <span title={row.name}>{row.name}</span>
            ),
        },
        {
          id: 'sheet',
          heading: t('head.sheet'),
          width: 'w-34',
          className: 'truncate',
          sortBy: row => sheetNames(row.sheet),
          cell: row => sheetNames(row.sheet),
        },
        {
          id: 'headings',
          heading: t('head.headings'),
          width: 'w-27',
          className: 'whitespace-nowrap',
          sortsDescendingFirst: true,
          sortBy: row => row.headings,
          cell: row =>
            row.isReadable ? (
              t(row.isOnlyStatuses ? 'statuses' : 'columns', { count: row.headings })
            ) : (
              <span className="text-warn">{t('newer')}</span>
            ),
        },
        {
          id: 'kept',
          heading: t('head.kept'),
          width: 'w-38',
          className: 'truncate',
          sortsDescendingFirst: true,
          sortBy: row => row.updatedAt,
          cell: row => (
            <>
              <Time at={row.updatedAt} kind="day" />
              <span className="block truncate text-ink-3 text-xs">{row.by}</span>
            </>
          ),
        },
        {
          id: 'used',
          heading: t('head.used'),
          width: 'w-36',
          className: 'whitespace-nowrap',
          sortsDescendingFirst: true,
          sortBy: row => row.lastUsedAt,
          cell: row =>
            row.lastUsedAt === null ? (
              <span className="text-ink-3">{t('never')}</span>
            ) : (
              <span title={utcText(row.lastUsedAt)}>
                {t('uses', { count: row.uses, day: time(row.lastUsedAt, 'day') })}
              </span>
            ),
        },
        {
          id: 'acts',
          heading: '',
          width: 'w-50',
          className: 'text-right',
          cell: row => (
            <span className="inline-flex gap-1">
              {row.isReadable && (
                <a
                  href={`/settings/recipes/${row.id}/file`}
                  download
                  aria-label={t('exportOf', { name: row.name })}
                  className={buttonClasses('quiet', 'small')}
                >
                  {t('export')}
                </a>
              )}
              {mayEdit && (
                <>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('renameOf', { name: row.name })}
                    onClick={() => setRenamedId(row.id)}
                  >
                    {t('rename')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('dropOf', { name: row.name })}
                    onClick={() => onDrop(row)}
                  >
                    {t('delete')}
                  </Button>
                </>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
