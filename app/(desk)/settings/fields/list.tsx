'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { useToast } from '@/components/ui/feedback/toast'
import { ExternalText } from '@/components/ui/text/external-text'
import { StackedTime } from '@/components/ui/text/time'
import type { FieldRow } from '@/lib/desk-api/connections/field-names'
import { isolated } from '@/lib/words/sentences/isolated'
import { deleteFieldName } from './actions'

/** All learned names; each can be deleted. */
export function FieldList({ rows, mayEdit }: { rows: readonly FieldRow[]; mayEdit: boolean }) {
  const t = useTranslations('settings.fieldNames')
  const sheetNames = useTranslations('workbench.sheets')
  const { announce } = useToast()
  const [isBusy, start] = useAction()
  const list = useRef<HTMLDivElement>(null)
  if (rows.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>
  const drop = ({ connectionId, sheet, field }: FieldRow) =>
    start(async () => {
      const outcome = await deleteFieldName({ connectionId, sheet, field })
      announce(outcome.ok ? t('dropped', { field: isolated(field) }) : outcome.problem.message)
      list.current?.focus()
    })
  const text = (id: 'column' | 'connection' | 'by', width?: string) => ({
    id,
    heading: t(`columns.${id}`),
    width,
    className: id === 'column' ? 'truncate' : 'truncate text-ink-2',
    sortBy: (row: FieldRow) => row[id],
    cell: (row: FieldRow) => row[id],
  })
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <DataTable
        id="field-names"
        label={t('title')}
        stacksBelow={800}
        canHideColumns
        rows={rows}
        rowKey={row => `${row.connectionId} ${row.sheet} ${row.field}`}
        columns={[
          {
            id: 'field',
            heading: t('columns.field'),
            className: 'truncate',
            isRowHeader: true,
            title: row => row.field,
            sortBy: row => row.field,
            cell: row => <ExternalText text={row.field} />,
          },
          text('column'),
          {
            id: 'sheet',
            heading: t('columns.sheet'),
            width: 'w-32',
            className: 'truncate text-ink-2',
            sortBy: row => sheetNames(row.sheet),
            cell: row => sheetNames(row.sheet),
          },
          text('connection', 'w-32'),
          text('by', 'w-24'),
          {
            id: 'at',
            heading: t('columns.at'),
            width: 'w-32',
            className: 'text-ink-2',
            sortsDescendingFirst: true,
            sortBy: row => row.at,
            cell: row => <StackedTime at={row.at} kind="second" />,
          },
          ...(mayEdit
            ? [
                {
                  id: 'acts',
                  heading: '',
                  width: 'w-24',
                  className: 'text-right',
                  cell: (row: FieldRow) => (
                    <Button
                      size="small"
                      variant="quiet"
                      disabled={isBusy}
                      focusableWhenDisabled
                      aria-label={t('dropOf', { field: isolated(row.field) })}
                      onClick={() => drop(row)}
                    >
                      {t('drop')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
