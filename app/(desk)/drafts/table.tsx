'use client'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkLabel } from '@/app/(desk)/link-label'
import { useServerSorting } from '@/app/(desk)/lists/use-server-sorting'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { DataTable } from '@/components/ui/data/data-table'
import { Time } from '@/components/ui/text/time'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import type { Sorting } from '@/lib/desk-api/sorting'
import { DeleteDialog } from './delete-dialog'
import { NameField } from './name-field'
import { RowMenu } from './row-menu'
import { SelectionBar } from './selection-bar'
import { DraftStatus } from './status'
import { useFocusOnNextRow } from './use-focus-on-next-row'

interface Props {
  drafts: readonly DraftRow[]
  sorting: Sorting<string>
  isArchived: boolean
  /** Whether drafts of several sheets are shown. */
  hasSheets: boolean
  mayEdit: boolean
}

/** Drafts, the status of their orders, and what can be done with each. */
export function DraftTable({ drafts, sorting, isArchived, hasSheets, mayEdit }: Props) {
  const t = useTranslations('drafts')
  const sheetNames = useTranslations('workbench.sheets')
  const [deleting, setDeleting] = useState<DraftRow>()
  const [renamedId, setRenamedId] = useState<string>()
  const [selectedIds, select] = useState<ReadonlySet<string>>(new Set())
  const selected = drafts.filter(({ id }) => selectedIds.has(id))
  const body = useFocusOnNextRow()
  useFocusLeft()
  return (
    <>
      <DataTable
        id="drafts"
        label={t('list')}
        stacksBelow={720}
        canHideColumns
        rows={drafts}
        rowKey={draft => draft.id}
        sorting={useServerSorting(sorting)}
        bodyRef={body}
        selection={
          mayEdit
            ? {
                keys: new Set(selected.map(({ id }) => id)),
                onChange: select,
                allLabel: t('selection.selectAll'),
                labelOf: ({ name }) => t('selection.select', { name }),
              }
            : undefined
        }
        columns={[
          {
            id: 'name',
            heading: t('columns.name'),
            width: 'w-[24%] max-[1100px]:w-[20%]',
            className: 'truncate',
            isRowHeader: true,
            sortBy: () => undefined,
            cell: ({ id, sheet, name }) =>
              renamedId === id ? (
                <NameField draftId={id} name={name} onEnd={() => setRenamedId(undefined)} />
              ) : (
                <Link
                  href={`/${sheet}/${id}`}
                  prefetch={false}
                  title={name}
                  className="text-accent hover:underline"
                >
                  <LinkLabel>{name}</LinkLabel>
                </Link>
              ),
          },
          ...(hasSheets
            ? [
                {
                  id: 'sheet',
                  heading: t('columns.sheet'),
                  width: 'w-34',
                  className: 'truncate text-ink-2',
                  sortBy: () => undefined,
                  cell: ({ sheet }: DraftRow) => sheetNames(sheet),
                },
              ]
            : []),
          {
            id: 'holds',
            heading: t('columns.holds'),
            width: 'w-34 max-[1100px]:w-26',
            className: 'whitespace-nowrap',
            sortsDescendingFirst: true,
            sortBy: () => undefined,
            cell: ({ records, lines, recordType }) => (
              <>
                {records !== null && t('records', { count: records, record: recordType })}
                <span className={records === null ? 'text-ink-2' : 'block text-ink-3 text-xs'}>
                  {t('lines', { count: lines })}
                </span>
              </>
            ),
          },
          {
            id: 'status',
            heading: t('columns.status'),
            cell: draft => <DraftStatus draft={draft} />,
          },
          {
            id: 'edited',
            heading: t('columns.edited'),
            width: 'w-44 max-[1100px]:w-31',
            className: 'text-ink-2',
            sortsDescendingFirst: true,
            sortBy: () => undefined,
            cell: ({ updatedAt, editedBy }) => (
              <>
                <Time at={updatedAt} kind="relative" className="block truncate" />
                {editedBy !== '' && (
                  <span className="block truncate text-ink-3 text-xs">{t('by', { name: editedBy })}</span>
                )}
              </>
            ),
          },
          ...(mayEdit
            ? [
                {
                  id: 'acts',
                  heading: '',
                  width: 'w-12',
                  className: 'px-2! text-right',
                  cell: (draft: DraftRow) => (
                    <RowMenu
                      draft={draft}
                      isArchived={isArchived}
                      onRename={() => setRenamedId(draft.id)}
                      onDelete={() => setDeleting(draft)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {selected.length > 0 && (
        <SelectionBar drafts={selected} isArchived={isArchived} onEnd={() => select(new Set())} />
      )}
      {deleting && <DeleteDialog key={deleting.id} draft={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
