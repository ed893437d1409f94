import { Copy, Download } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { CellAddress } from '@/lib/sheet/draft'
import { standOf } from '@/lib/sheet/failure-walk'
import { groupKey } from '@/lib/sheet/order-failures'
import type { Workbook } from '@/lib/sheet/workbook'
import { Group, type GroupActs } from './failure-group'
import { tableOf } from './failure-words'
import { afterPaint } from './soon'
import { useSay } from './use-say'

/** Groups that are drawn at first, and with every press of "more". */
const PAGE = 40
/** Entries that the first groups show of themselves, and the others: where all fails, these are thousands. */
const ENTRIES = { many: 20, few: 5 }
const WITH_MANY = 4
/** Groups that are drawn in one go: thirty with their entries and forms are a long task. */
const TOGETHER = 4

interface Props {
  /** The same object as long as nothing in it changes. */
  acts: GroupActs
  /** Changes with the failures. */
  version: number
  /** Changes with the order of the lines on the screen. */
  lines: unknown
  /** The group that the sheet is filtered to. */
  shownAlone: string | null
  at: CellAddress | null
  checked: boolean
  /** Whether not all is judged yet: nobody knows that nothing fails. */
  isLooking: boolean
  /** Whether a run stopped: nobody knows what it would have found. */
  isStopped: boolean
  /** Downloads the orders that fail, to be corrected elsewhere. */
  onDownload: () => void
  announce: (sentence: string) => void
}

/** Every failure of the sheet, grouped by what is wrong, the most frequent first. Activating one goes to its cell. */
export const FailureList = memo(function FailureList(props: Props) {
  const { acts, lines, shownAlone, at, checked, isLooking, isStopped, announce, onDownload } = props
  const { workbook, words } = acts
  const t = useSay()
  const back = useTranslations('intake.return')
  const [shown, setShown] = useState(PAGE)
  const { failures } = workbook
  const here = keysAt(workbook, at)
  const copy = async () => {
    await navigator.clipboard.writeText(tableOf(workbook, failures.groups, words, t))
    announce(t('said.copiedFailures', { count: failures.count }))
  }
  const more = failures.groups.length - shown
  const drawn = useGradually(Math.min(shown, failures.groups.length))
  return (
    <section
      aria-label={t('failures.label')}
      className="flex min-h-0 flex-[1_1_0] flex-col overflow-y-auto [scrollbar-gutter:stable]"
    >
      <h2 className="flex min-h-9 items-center gap-1 px-3.5 font-semibold text-ink-2 text-xs">
        {t('failures.label')}
        {failures.count > 0 && (
          <>
            <span className="ml-auto font-normal text-ink-3">
              {t('failures.summary', { failures: failures.count, orders: failures.leads.size })}
            </span>
            <Button
              variant="quiet"
              size="small"
              className="-mr-2 px-1"
              aria-label={back('failing')}
              title={back('failingShort')}
              onClick={onDownload}
            >
              <Download aria-hidden />
            </Button>
            <Button
              variant="quiet"
              size="small"
              className="-mr-2 px-1"
              aria-label={t('failures.copyAll')}
              title={t('failures.copyAll')}
              onClick={copy}
            >
              <Copy aria-hidden />
            </Button>
          </>
        )}
      </h2>
      {failures.count === 0 && (
        <p className="border-line border-t px-3.5 py-2.5 text-ink-3 text-xs">
          {t(`failures.${isLooking ? 'looking' : isStopped ? 'stopped' : checked ? 'none' : 'noneChecked'}`)}
        </p>
      )}
      {failures.groups.slice(0, drawn).map((group, i) => (
        <Group
          key={group.key}
          group={group}
          version={group.version}
          lines={lines}
          acts={acts}
          at={here.has(group.key) ? (at ?? undefined) : undefined}
          isFilter={shownAlone === group.key}
          first={i < WITH_MANY ? ENTRIES.many : ENTRIES.few}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShown(shown + PAGE)}
          className="border-line border-t px-3.5 py-2 text-left text-accent text-xs hover:underline"
        >
          {t('failures.moreGroups', { count: more })}
        </button>
      )}
    </section>
  )
})

/** The first of so many, and after each paint some more of them; a list that became short begins anew. */
function useGradually(count: number): number {
  const [drawn, setDrawn] = useState(TOGETHER)
  const most = Math.max(TOGETHER, count)
  if (drawn > most) setDrawn(most)
  useEffect(() => (drawn < count ? afterPaint(() => setDrawn(drawn + TOGETHER)) : undefined), [drawn, count])
  return Math.min(drawn, count)
}

/** Keys of the groups that have a failure where the operator stands. */
function keysAt(workbook: Workbook, at: CellAddress | null): ReadonlySet<string> {
  const lead = at ? workbook.index.orderOf(at.line)?.lead : undefined
  if (!at || lead === undefined) return new Set()
  const here = workbook.failures.of(lead).filter(failure => {
    const { line, column } = standOf(failure, workbook.sheet.key)
    return line === at.line && column === at.column
  })
  return new Set(here.map(groupKey))
}
