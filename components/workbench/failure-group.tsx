import { ChevronDown, ChevronRight, ListFilter } from 'lucide-react'
import { memo, useState } from 'react'
import { Clamped } from '@/components/ui/clamped'
import type { CellAddress } from '@/lib/sheet/draft'
import type { FailureGroup } from '@/lib/sheet/failure-index'
import { standOf } from '@/lib/sheet/failure-walk'
import { type ListedFailure, subjectOf } from '@/lib/sheet/order-failures'
import type { Workbook } from '@/lib/sheet/workbook'
import { AssignField } from './assign-field'
import { FailureEntry } from './failure-entry'
import { reasonOf, titleOf } from './failure-words'
import type { SheetWords } from './grid-source'
import { Response } from './response'
import { SetAllForm } from './set-all-form'
import { useSay } from './use-say'

/** Entries that come with every press of "more". */
const PAGE = 100
/** Heights of a group without its entries, and of an entry, in CSS pixels: the truth is known once it was in view. */
const HEIGHT = 100
const ENTRY = 23

/** What every group has in common. */
export interface GroupActs {
  readonly workbook: Workbook
  readonly words: SheetWords
  readonly connection: string
  /** Whether this operator may read what came back. */
  readonly mayRead: boolean
  readonly announce: (sentence: string) => void
  readonly goTo: (cell: CellAddress) => void
  /** Shows a group's orders alone, or all again. */
  readonly onFilter: (key: string) => void
  /** Says which column the service means by a name; absent where the operator may not. */
  readonly onAssignField: ((field: string, column: string) => Promise<void>) | undefined
  readonly onSetAll: (key: string, text: string) => void
}

interface Props {
  group: FailureGroup
  /** Changes with the group, and with the order of the lines on the screen. */
  version: number
  lines: unknown
  acts: GroupActs
  /** Where the operator stands, when one of the failures is there. */
  at: CellAddress | undefined
  isFilter: boolean
  /** Entries that are drawn at first. */
  first: number
}

/** Failures that say the same of the same field, and what is done to all of them at once. */
export const Group = memo(function Group({ group, acts, at, isFilter, first: few }: Props) {
  const t = useSay()
  const [isOpen, setOpen] = useState(true)
  const [shown, setShown] = useState(few)
  const { workbook, words, connection, mayRead, announce, goTo, onAssignField, onFilter, onSetAll } = acts
  const failures = group.list(workbook.view.places, shown)
  const [first] = failures
  if (!first) return null
  const title = titleOf(first, workbook, words, t)
  const column = workbook.column(first.column ?? '')
  const more = group.count - shown
  const reason = reasonOf(first, group.count, words, connection, t)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    // Thirty groups are thousands of elements: those out of view are not laid out.
    <div
      className="border-line border-t px-3.5 py-2 [content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `auto ${HEIGHT + (isOpen ? failures.length * ENTRY : 0)}px` }}
    >
      <h3 className="-ml-1 flex items-center gap-1 font-medium">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-0.5 rounded text-left"
        >
          <Chevron aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">{title}</span>
          <b className="ml-auto pl-2 font-semibold text-fail">{group.count}</b>
        </button>
        <button
          type="button"
          aria-pressed={isFilter}
          aria-label={t('failures.showThese', { title })}
          title={t('failures.showThese', { title })}
          onClick={() => onFilter(group.key)}
          className="-mr-1.5 rounded p-1 text-ink-3 hover:bg-shade hover:text-ink aria-pressed:bg-shade aria-pressed:text-accent"
        >
          <ListFilter aria-hidden className="size-3.5" />
        </button>
      </h3>
      <div className="mb-1 break-words text-ink-3 text-xs">
        <Clamped length={reason.length} more={t('response.more')} less={t('response.less')}>
          {reason}
        </Clamped>
        {mayRead && first.mark.response !== undefined && (
          <Response attemptId={first.mark.response} announce={announce} />
        )}
      </div>
      {isOpen && (
        <>
          <ul aria-label={title}>
            {named(failures).map(({ failure, name }) => (
              <FailureEntry
                key={name}
                failure={failure}
                isCurrent={at !== undefined && isAt(at, standOf(failure, workbook.sheet.key))}
                goTo={goTo}
                workbook={workbook}
              />
            ))}
          </ul>
          {more > 0 && (
            <button
              type="button"
              onClick={() => setShown(shown + PAGE)}
              className="rounded py-0.5 text-accent text-xs hover:underline"
            >
              {t('failures.more', { count: more })}
            </button>
          )}
        </>
      )}
      {onAssignField && subjectOf(first) === 'line' && (first.mark.field ?? '').trim() !== '' && (
        <AssignField
          field={first.mark.field ?? ''}
          workbook={workbook}
          words={words}
          onAssign={onAssignField}
        />
      )}
      {/* One number for several orders is no cure: it makes them one order, or namesakes. */}
      {column && column.id !== workbook.sheet.key && group.count > 1 && subjectOf(first) === 'cell' && (
        <SetAllForm
          finder={words.help.finder(column)}
          name={title}
          count={group.count}
          onAsk={text => onSetAll(group.key, text)}
        />
      )}
    </div>
  )
})

const isAt = (a: CellAddress, b: CellAddress): boolean => a.line === b.line && a.column === b.column

/** Failures with names; a service may say the same of one cell twice. */
function named(failures: readonly ListedFailure[]) {
  const seen = new Map<string, number>()
  return failures.map(failure => {
    const cell = `${failure.line} ${failure.column}`
    const times = (seen.get(cell) ?? 0) + 1
    seen.set(cell, times)
    return { failure, name: `${cell} ${times}` }
  })
}
