import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { FailureGroupSection, type GroupActions } from './failure-group'
import { keysAt, useGradually } from './failure-list'
import type { FailureNavigation } from './use-failure-navigation'

/** Groups that are rendered at first, and that "more" adds. */
const PAGE_SIZE = 20
/** Entries that a group shows at first. A group with more of them is folded: warnings must not crowd out errors. */
const MAX_UNFOLDED = 5

interface Props {
  /** The same object until one of its members changes. */
  acts: GroupActions
  /** Changes with the warnings. */
  version: number
  /** Changes with the order of the lines on the screen. */
  lines: unknown
  /** The key of the group that the sheet is filtered by. */
  filteredGroup: string | null
  at: CellAddress | null
  /** Moves from warning to warning. */
  onGoTo: FailureNavigation['go']
}

/**
 * Every warning of the sheet, grouped like the errors. Its heading is always there, so that the errors above it do not
 * move when the first warning appears.
 */
export const WarningList = memo(function WarningList(props: Props) {
  const { acts, lines, filteredGroup, at, onGoTo } = props
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const [shown, setShown] = useState(PAGE_SIZE)
  const { warnings } = workbook
  const here = keysAt(workbook, warnings, at)
  const more = warnings.groups.length - shown
  const drawn = useGradually(Math.min(shown, warnings.groups.length))
  return (
    <section
      data-region="warnings"
      tabIndex={-1}
      aria-label={t('warnings.label')}
      className="flex max-h-2/5 min-h-9 flex-[0_1_auto] flex-col overflow-y-auto [scrollbar-gutter:stable]"
    >
      <h2 className="flex min-h-9 shrink-0 items-center gap-1 px-3.5 font-semibold text-ink-2 text-xs">
        {t('warnings.label')}
        <span className="ml-auto font-normal text-ink-3">
          {warnings.count === 0
            ? t('warnings.none')
            : t('warnings.summary', { warnings: warnings.count, orders: warnings.firstLines.size })}
        </span>
        {warnings.count > 0 && (
          <>
            <IconButton
              label={t('warnings.previous')}
              keys="Alt+Shift+F8"
              className="-mr-2 px-1"
              onClick={() => onGoTo(-1)}
            >
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton
              label={t('warnings.next')}
              keys="Alt+F8"
              className="-mr-2 px-1"
              onClick={() => onGoTo(1)}
            >
              <ChevronRight aria-hidden />
            </IconButton>
          </>
        )}
      </h2>
      {warnings.groups.slice(0, drawn).map(group => (
        <FailureGroupSection
          key={group.key}
          group={group}
          version={group.version}
          lines={lines}
          acts={acts}
          at={here.has(group.key) ? (at ?? undefined) : undefined}
          isFilter={filteredGroup === group.key}
          first={MAX_UNFOLDED}
          isFolded={group.count > MAX_UNFOLDED}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          onClick={() => setShown(shown + PAGE_SIZE)}
          className="border-line border-t px-3.5 py-2 text-left text-accent text-xs hover:underline"
        >
          {t('warnings.moreGroups', { count: more })}
        </button>
      )}
    </section>
  )
})
