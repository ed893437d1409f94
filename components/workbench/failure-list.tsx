import { memo } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import { type FailureGroup, groupFailures, type ListedFailure } from '@/lib/sheet/failure-list'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import { type Say, useSay } from './use-say'

/** Entries of one group that are shown; the rest are counted and reached by "next failure". */
const SHOWN = 60

interface Props {
  workbook: Workbook
  failures: readonly ListedFailure[]
  words: SheetWords
  connection: string
  /** The failure where the operator stands. */
  current: ListedFailure | undefined
  checked: boolean
  goTo: (cell: CellAddress) => void
}

/** Every failure of the sheet, grouped by what is wrong, the most frequent first. Activating one goes to its cell. */
export const FailureList = memo(function FailureList({
  workbook,
  failures,
  words,
  connection,
  current,
  checked,
  goTo,
}: Props) {
  const t = useSay()
  const orders = new Set(failures.map(failure => workbook.line(failure.line).lead)).size
  return (
    <section aria-label={t('failures.label')} className="flex min-h-0 flex-[1_1_0] flex-col overflow-y-auto">
      <h2 className="flex px-3.5 pt-2.5 pb-2 font-semibold text-ink-2 text-xs">
        {t('failures.label')}
        <span className="ml-auto font-normal text-ink-3">
          {failures.length > 0 && t('failures.summary', { failures: failures.length, orders })}
        </span>
      </h2>
      {failures.length === 0 && (
        <p className="border-line border-t px-3.5 py-2.5 text-ink-3 text-xs">
          {checked ? t('failures.none') : t('failures.noneChecked')}
        </p>
      )}
      {groupFailures(failures).map(group => (
        <Group
          key={group.key}
          group={group}
          words={words}
          workbook={workbook}
          connection={connection}
          current={current}
          goTo={goTo}
        />
      ))}
    </section>
  )
})

interface GroupProps {
  group: FailureGroup
  words: SheetWords
  workbook: Workbook
  connection: string
  current: ListedFailure | undefined
  goTo: (cell: CellAddress) => void
}

function Group({ group, words, workbook, connection, current, goTo }: GroupProps) {
  const t = useSay()
  const [first] = group.failures
  if (!first) return null
  const column = first.column === undefined ? undefined : workbook.column(first.column)
  const { mark } = first
  const title =
    column && mark.oneOf === 1 ? words.column(column).name : (mark.field ?? t('failures.wholeOrder'))
  const more = group.failures.length - SHOWN
  return (
    <div className="border-line border-t px-3.5 py-2">
      <h3 className="flex gap-2 font-medium">
        <span className="min-w-0 truncate">{title}</span>
        <b className="ml-auto font-semibold text-fail">{group.failures.length}</b>
      </h3>
      <p className="mb-1 break-words text-ink-3 text-xs">{reasonOf(mark, words, connection, t)}</p>
      <ul aria-label={title}>
        {group.failures.slice(0, SHOWN).map(failure => (
          <Entry
            key={`${failure.line} ${failure.column}`}
            failure={failure}
            isCurrent={failure === current}
            goTo={goTo}
            workbook={workbook}
          />
        ))}
      </ul>
      {more > 0 && <p className="text-ink-3 text-xs">{t('failures.more', { count: more })}</p>}
    </div>
  )
}

/** What the group says: the desk's sentence is cut to what all its members share, the service's own words are kept. */
function reasonOf(mark: ListedFailure['mark'], words: SheetWords, connection: string, t: Say): string {
  if (mark.source === 'service')
    return t('failures.fromService', { message: words.sentence(mark), connection })
  return words.sentence(mark)
}

/** Drawn again only when its failure changed: there may be thousands. */
const Entry = memo(function Entry({
  failure,
  isCurrent,
  goTo,
  workbook,
}: {
  failure: ListedFailure
  isCurrent: boolean
  goTo: (cell: CellAddress) => void
  workbook: Workbook
}) {
  const t = useSay()
  const item =
    failure.items > 1 && failure.column?.includes('[]')
      ? ` · ${t('failures.item', { at: failure.item })}`
      : ''
  const column = failure.column ?? workbook.sheet.key
  const value = failure.mark.oneOf > 1 ? t('failures.oneOf', { count: failure.mark.oneOf }) : failure.text
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className="-mx-1.5 flex w-[calc(100%+12px)] gap-2 rounded px-1.5 py-0.5 text-left text-ink-2 hover:bg-shade aria-[current]:font-medium aria-[current]:text-ink"
        onClick={() => goTo({ line: failure.line, column })}
      >
        <span className="min-w-0 truncate">
          {failure.number || '—'}
          {item}
        </span>
        <span className="ml-auto max-w-30 shrink-0 truncate text-fail">{value}</span>
      </button>
    </li>
  )
})
