'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cellClasses } from './cell-classes'
import { DeleteDialog } from './delete-dialog'
import { Row } from './row'
import type { DraftRow } from './rows'
import { useKeptFocus } from './use-kept-focus'

interface Props {
  drafts: readonly DraftRow[]
  /** ISO 8601: ages are told from here, the same on the server and in the browser. */
  now: string
  isArchived: boolean
  /** Whether drafts of several sheets are shown. */
  hasSheets: boolean
  mayEdit: boolean
}

/** Drafts, what became of each, and what can be done with it. */
export function DraftTable({ drafts, now, isArchived, hasSheets, mayEdit }: Props) {
  const say = useTranslations('drafts')
  const [deleting, setDeleting] = useState<DraftRow>()
  const body = useKeptFocus()
  const columns = ['name', ...(hasSheets ? ['sheet' as const] : []), 'holds', 'fate', 'edited'] as const
  return (
    <>
      {/* Where the page is narrow the table scrolls by itself. */}
      <div className="shrink-0 overflow-x-auto">
        <table
          aria-label={say('list')}
          className="w-full min-w-176 table-fixed border-separate border-spacing-0"
        >
          <colgroup>
            <col className="w-[24%] max-[1100px]:w-[20%]" />
            {hasSheets && <col className="w-34" />}
            <col className="w-34 max-[1100px]:w-26" />
            <col />
            <col className="w-44 max-[1100px]:w-31" />
            {mayEdit && <col className="w-11" />}
          </colgroup>
          <thead>
            <tr className="text-left text-ink-2 text-xs">
              {columns.map(column => (
                <th key={column} scope="col" className={`${cellClasses} h-8 bg-panel font-medium`}>
                  {say(`columns.${column}`)}
                </th>
              ))}
              {mayEdit && <td className={`${cellClasses} bg-panel`} />}
            </tr>
          </thead>
          <tbody ref={body}>
            {drafts.map(draft => (
              <Row
                key={draft.id}
                draft={draft}
                now={now}
                isArchived={isArchived}
                hasSheet={hasSheets}
                onDelete={mayEdit ? () => setDeleting(draft) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      {deleting && <DeleteDialog key={deleting.id} draft={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
