'use client'
import Link from 'next/link'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cellClasses } from './cell-classes'
import { Fares } from './fares'
import { NameField } from './name-field'
import { RowMenu } from './row-menu'
import type { DraftRow } from './rows'

interface Props {
  draft: DraftRow
  now: string
  isArchived: boolean
  hasSheet: boolean
  /** Absent: to look at only. */
  onDelete: (() => void) | undefined
}

/** One draft of the list. */
export function Row({ draft, now, isArchived, hasSheet, onDelete }: Props) {
  const say = useTranslations('drafts')
  const sheets = useTranslations('workbench.sheets')
  const [isNaming, setNaming] = useState(false)
  const { id, sheet, name, records, lines, noun, editedBy } = draft
  return (
    <tr className="*:h-11 hover:bg-panel">
      <th scope="row" className={`${cellClasses} truncate text-left font-medium`}>
        {isNaming ? (
          <NameField draftId={id} name={name} onEnd={() => setNaming(false)} />
        ) : (
          <Link href={`/${sheet}/${id}`} prefetch={false} title={name} className="hover:underline">
            {name}
          </Link>
        )}
      </th>
      {hasSheet && <td className={`${cellClasses} truncate text-ink-2`}>{sheets(sheet)}</td>}
      <td className={`${cellClasses} whitespace-nowrap`}>
        {records !== null && say('records', { count: records, record: noun })}
        <span className={records === null ? 'text-ink-2' : 'block text-ink-3 text-xs'}>
          {say('lines', { count: lines })}
        </span>
      </td>
      <td className={cellClasses}>
        <Fares draft={draft} />
      </td>
      <td className={`${cellClasses} text-ink-2`}>
        <Age at={draft.updatedAt} now={now} />
        {editedBy !== '' && (
          <span className="block truncate text-ink-3 text-xs">{say('by', { name: editedBy })}</span>
        )}
      </td>
      {onDelete && (
        <td className={`${cellClasses} px-2! text-right`}>
          <RowMenu
            draft={draft}
            isArchived={isArchived}
            onRename={() => setNaming(true)}
            onDelete={onDelete}
          />
        </td>
      )}
    </tr>
  )
}

const DAY = 24 * 60 * 60 * 1000

/** "5 minutes ago" within a day, then the date. */
function Age({ at, now }: { at: string; now: string }) {
  const format = useFormatter()
  const [then, today] = [new Date(at), new Date(now)]
  const isRecent = today.getTime() - then.getTime() < DAY
  return (
    <time dateTime={at} className="block truncate">
      {isRecent ? format.relativeTime(then, today) : format.dateTime(then, { dateStyle: 'medium' })}
    </time>
  )
}
