import { Copy, Download } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/icon-button'
import { afterPaint } from '@/components/workbench/schedule-task'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { FailureIndex } from '@/lib/sheet/judge/failures/failure-index'
import { failureCell } from '@/lib/sheet/judge/failures/next-failure'
import { failureGroupKey } from '@/lib/sheet/judge/failures/order-failures'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { FailureGroupSection, type GroupActions } from './failure-group'
import { tableOf } from './failure-words'

/** Groups that are rendered at first, and that "more" adds. */
const PAGE_SIZE = 40
/** Entries that the first groups show, and the others: where everything fails there are thousands. */
const ENTRIES = { many: 20, few: 5 }
const EXPANDED_GROUPS = 4
/** Groups that are rendered before each paint: thirty of them would be a long task. */
const GROUPS_PER_PAINT = 4

interface Props {
  /** The same object until one of its members changes. */
  acts: GroupActions
  /** Changes with the failures. */
  version: number
  /** Changes with the order of the lines on the screen. */
  lines: unknown
  /** The key of the group that the sheet is filtered by. */
  filteredGroup: string | null
  at: CellAddress | null
  checked: boolean
  /** Whether some orders are not judged yet, so that an empty list does not mean that nothing fails. */
  isJudging: boolean
  /** Whether a run stopped, with the same consequence. */
  isStopped: boolean
  /** Downloads the orders that fail, to be corrected elsewhere. */
  onDownload: () => void
}

/** Every failure of the sheet, grouped by what is wrong, the most frequent first. Activating one goes to its cell. */
export const FailureList = memo(function FailureList(props: Props) {
  const { acts, lines, filteredGroup: shownAlone, at, checked, isJudging, isStopped, onDownload } = props
  const { workbook, words, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const back = useTranslations('intake.return')
  const [shown, setShown] = useState(PAGE_SIZE)
  const { failures } = workbook
  const here = keysAt(workbook, failures, at)
  const copy = async () => {
    await navigator.clipboard.writeText(tableOf(workbook, failures.groups, words, t))
    announce(t('said.copiedFailures', { count: failures.count }))
  }
  const more = failures.groups.length - shown
  const drawn = useGradually(Math.min(shown, failures.groups.length))
  return (
    <section
      data-region="errors"
      tabIndex={-1}
      aria-label={t('failures.label')}
      className="flex min-h-0 flex-[1_1_0] flex-col overflow-y-auto [scrollbar-gutter:stable]"
    >
      <h2 className="flex min-h-9 items-center gap-1 px-3.5 font-semibold text-ink-2 text-xs">
        {t('failures.label')}
        {failures.count > 0 && (
          <>
            <span className="ml-auto font-normal text-ink-3">
              {t('failures.summary', { failures: failures.count, orders: failures.firstLines.size })}
            </span>
            <IconButton
              className="-mr-2 px-1"
              label={back('failing')}
              hint={back('failingShort')}
              onClick={onDownload}
            >
              <Download aria-hidden />
            </IconButton>
            <IconButton className="-mr-2 px-1" label={t('failures.copyAll')} onClick={copy}>
              <Copy aria-hidden />
            </IconButton>
          </>
        )}
      </h2>
      {failures.count === 0 && (
        <p className="border-line border-t px-3.5 py-2.5 text-ink-3 text-xs">
          {t(`failures.${isJudging ? 'looking' : isStopped ? 'stopped' : checked ? 'none' : 'noneChecked'}`)}
        </p>
      )}
      {failures.groups.slice(0, drawn).map((group, i) => (
        <FailureGroupSection
          key={group.key}
          group={group}
          version={group.version}
          lines={lines}
          acts={acts}
          at={here.has(group.key) ? (at ?? undefined) : undefined}
          isFilter={shownAlone === group.key}
          first={i < EXPANDED_GROUPS ? ENTRIES.many : ENTRIES.few}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShown(shown + PAGE_SIZE)}
          className="border-line border-t px-3.5 py-2 text-left text-accent text-xs hover:underline"
        >
          {t('failures.moreGroups', { count: more })}
        </button>
      )}
    </section>
  )
})

/** How many of so many groups to render: a few, and after each paint some more; again a few when the list got shorter. */
export function useGradually(count: number): number {
  const [drawn, setDrawn] = useState(GROUPS_PER_PAINT)
  const most = Math.max(GROUPS_PER_PAINT, count)
  if (drawn > most) setDrawn(most)
  useEffect(
    () => (drawn < count ? afterPaint(() => setDrawn(drawn + GROUPS_PER_PAINT)) : undefined),
    [drawn, count],
  )
  return Math.min(drawn, count)
}

/** Keys of the groups with a failure, or a warning, in the active cell. */
export function keysAt(
  workbook: Workbook,
  listed: FailureIndex,
  at: CellAddress | null,
): ReadonlySet<string> {
  const lead = at ? workbook.index.orderOf(at.line)?.firstLine : undefined
  if (!at || lead === undefined) return new Set()
  const here = listed.of(lead).filter(failure => {
    const { line, column } = failureCell(failure, workbook.sheet.key)
    return line === at.line && column === at.column
  })
  return new Set(here.map(failureGroupKey))
}
