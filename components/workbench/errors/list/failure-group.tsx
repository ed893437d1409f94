import { ChevronDown, ChevronRight, ListFilter } from 'lucide-react'
import Link from 'next/link'
import { memo, useState } from 'react'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Clamped } from '@/components/ui/text/clamped'
import { Count } from '@/components/ui/text/count'
import { SetAllForm } from '@/components/workbench/bulk/set-all-form'
import { inkOf, reasonOf, titleOf } from '@/components/workbench/errors/failure-words'
import { OriginalMessages } from '@/components/workbench/errors/original-messages'
import { ResponseExcerpt } from '@/components/workbench/run/notices/response-excerpt'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { SetAllText } from '@/lib/sheet/acts/set-all'
import type { FailureGroup } from '@/lib/sheet/judge/failures/failure-index'
import { failureCell } from '@/lib/sheet/judge/failures/next-failure'
import { failureSubject, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { AssignField } from './assign-field'
import { FailureEntry } from './failure-entry'

/** Entries that "more" adds. */
const PAGE_SIZE = 100
/**
 * Groups with more entries are laid out only in view: thirty of them have thousands of elements. Smaller groups always
 * are, because a list that is taller or shorter than estimated moves under the pointer as it is scrolled.
 */
const MANY_ENTRIES = 20
/** Estimated heights of a group without its entries, and of an entry, in CSS pixels. */
const HEADER_HEIGHT = 76
const ENTRY_HEIGHT = 23

/** What all groups have in common. */
export interface GroupActions {
  /** The name of the connection in use. */
  readonly connection: string
  /** Whether this operator may read responses. */
  readonly mayRead: boolean
  /** Shows only the orders of a group, or all again. */
  readonly onFilter: (key: string) => void
  /** Assigns a field name of the service to a column; undefined where the operator may not. */
  readonly onAssignField: ((field: string, column: string) => Promise<void>) | undefined
  readonly onSetAll: (key: string, next: SetAllText) => void
}

interface Props {
  group: FailureGroup
  /** Changes with the group. */
  version: number
  lines: unknown
  acts: GroupActions
  /** The active cell, if one of the failures is there. */
  at: CellAddress | undefined
  isFilter: boolean
  /** Entries that are rendered at least. */
  first: number
  /** Whether its entries are folded at first. */
  isFolded?: boolean
}

/** Failures, or warnings, with the same reason in the same field, and what can be done about all of them at once. */
export const FailureGroupSection = memo(function Group(props: Props) {
  const { group, acts, at, isFilter, first: few, isFolded = false } = props
  const t = useWorkbenchTranslations()
  const [isOpen, setOpen] = useState(!isFolded)
  const [limit, setLimit] = useState(few)
  const shown = Math.max(limit, few)
  const { workbook, words } = useWorkbench()
  const { connection, mayRead, onAssignField, onFilter, onSetAll } = acts
  const failures = group.list(workbook.view.lineOrder, shown)
  const [first] = failures
  if (!first) return null
  const title = titleOf(first, workbook, words, t)
  const column = workbook.column(first.column ?? '')
  const more = group.count - shown
  const reason = reasonOf(first, group.count, words, connection, t)
  const original = words.original(first.mark)
  const filterLabel = t(first.mark.severity === 'failure' ? 'failures.showThese' : 'warnings.showThese', {
    title,
  })
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const height = HEADER_HEIGHT + failures.length * ENTRY_HEIGHT
  return (
    <div
      className="border-line border-t px-3.5 py-2"
      style={
        isOpen && failures.length > MANY_ENTRIES
          ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` }
          : undefined
      }
    >
      <h3 className="-ml-1 flex items-center gap-1 font-medium">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-0.5 rounded text-left max-[640px]:min-h-10"
        >
          <Chevron aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">{title}</span>
          <b className={`ml-auto pl-2 font-semibold ${inkOf(first.mark)}`}>
            <Count of={group.count} />
          </b>
        </button>
        <IconButton
          label={filterLabel}
          aria-pressed={isFilter}
          className="-mr-1.5 h-auto p-1 text-ink-3 aria-pressed:bg-shade aria-pressed:text-accent"
          onClick={() => onFilter(group.key)}
        >
          <ListFilter aria-hidden />
        </IconButton>
      </h3>
      <div className="mb-1 break-words text-ink-3 text-xs">
        {/* An explanation is written to be read as a whole. */}
        <Clamped
          length={original === undefined ? reason.length : 0}
          more={t('response.more')}
          less={t('response.less')}
        >
          {reason}
        </Clamped>{' '}
        {first.mark.path !== undefined && (
          <Link href={first.mark.path} prefetch={false} className="font-medium underline">
            {t('tip.open')}
          </Link>
        )}
        <OriginalMessages messages={original === undefined ? [] : [original]} />
        {mayRead && first.mark.response !== undefined && <ResponseExcerpt attemptId={first.mark.response} />}
      </div>
      {isOpen && (
        <>
          <ul aria-label={title}>
            {named(failures).map(({ failure, name }) => (
              <FailureEntry
                key={name}
                failure={failure}
                isCurrent={at !== undefined && isAt(at, failureCell(failure, workbook.sheet.key))}
              />
            ))}
          </ul>
          {more > 0 && (
            <button
              type="button"
              onClick={() => setLimit(shown + PAGE_SIZE)}
              className="rounded py-0.5 text-accent text-xs hover:underline max-[640px]:min-h-10"
            >
              {t('failures.more', { count: more })}
            </button>
          )}
        </>
      )}
      {onAssignField && failureSubject(first) === 'line' && (first.mark.field ?? '').trim() !== '' && (
        <AssignField field={first.mark.field ?? ''} onAssign={onAssignField} />
      )}
      {/* Order numbers have no such button: one number for several orders would make them one order. */}
      {column && column.id !== workbook.sheet.key && failureSubject(first) === 'cell' && (
        <GroupFix group={group} code={first.mark.code} column={column} name={title} onSetAll={onSetAll} />
      )}
    </div>
  )
})

interface FixProps {
  group: FailureGroup
  code: Mark['code']
  column: Column
  /** The column's name. */
  name: string
  onSetAll: GroupActions['onSetAll']
}

/** What can be done about all cells of a group at once. */
function GroupFix({ group, code, column, name, onSetAll }: FixProps) {
  const t = useWorkbenchTranslations()
  const { workbook, words } = useWorkbench()
  if (workbook.isReadOnly) return null
  if (code === 'disagrees') {
    return (
      <div className="mt-1.5">
        <Button onClick={() => onSetAll(group.key, { kind: 'firstRow' })}>
          {t('failures.useFirst', { count: group.count })}
        </Button>
      </div>
    )
  }
  if (code === 'no_options') {
    return (
      <div className="mt-1.5">
        <Button onClick={() => onSetAll(group.key, { kind: 'text', text: '' })}>
          {t('failures.clear', { count: group.count })}
        </Button>
      </div>
    )
  }
  if (group.count === 1) return null
  return (
    <SetAllForm
      finder={words.help.finder(column)}
      name={name}
      count={group.count}
      onAsk={text => onSetAll(group.key, { kind: 'text', text })}
    />
  )
}

const isAt = (a: CellAddress, b: CellAddress): boolean => a.line === b.line && a.column === b.column

/** Failures with unique keys: a service may report the same cell twice for the same reason. */
function named(failures: readonly ListedFailure[]) {
  const seen = new Map<string, number>()
  return failures.map(failure => {
    const cell = `${failure.line} ${failure.column}`
    const times = (seen.get(cell) ?? 0) + 1
    seen.set(cell, times)
    return { failure, name: `${cell} ${times}` }
  })
}
