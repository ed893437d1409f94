import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useRef } from 'react'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { classes } from '@/components/ui/classes'
import type { FailureNavigation } from '@/components/workbench/errors/use-failure-navigation'
import { useKeptFocus } from '@/components/workbench/keys/use-kept-focus'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { FailureGroups, type GroupListProps } from './failure-groups'
import { ListCounts } from './list-counts'

/** Groups that are rendered at first, and that "more" adds. */
const PAGE_SIZE = 20
/** Entries that a group shows at first. A group with more of them is folded: warnings must not crowd out errors. */
const MAX_UNFOLDED = 5

interface Props extends GroupListProps {
  /** Changes with the warnings. */
  version: number
  hasErrors: boolean
  /** Moves from warning to warning. */
  onGoTo: FailureNavigation['go']
}

/**
 * Every warning of the sheet, grouped like the errors. Its heading is always there, so that the errors above it do not
 * move when the first warning appears.
 */
export const WarningList = memo(function WarningList(props: Props) {
  const { acts, lines, filteredGroup, at, hasErrors, onGoTo } = props
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const { warnings } = workbook
  const region = useRef<HTMLElement>(null)
  useKeptFocus(region)
  return (
    <section
      ref={region}
      data-region="warnings"
      tabIndex={-1}
      aria-label={t('warnings.label')}
      className={classes(
        'relative flex max-h-2/5 min-h-9 flex-[0_1_auto] flex-col overflow-y-auto [scrollbar-gutter:stable]',
        // On a small screen the errors need the room: they stop the orders, and warnings do not.
        hasErrors && '[@media(max-height:820px)]:max-h-1/4',
      )}
    >
      <h2 className="flex min-h-9 shrink-0 items-center gap-1 px-3.5 font-semibold text-ink-2 text-xs">
        {t('warnings.label')}
        {warnings.count === 0 && <span className="ml-auto font-normal text-ink-3">{t('warnings.none')}</span>}
        {warnings.count > 0 && (
          <>
            <ListCounts list="warnings" count={warnings.count} orders={warnings.firstLines.size} />
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
      <FailureGroups
        listed={warnings}
        acts={acts}
        lines={lines}
        filteredGroup={filteredGroup}
        at={at}
        pageSize={PAGE_SIZE}
        first={() => MAX_UNFOLDED}
        isFolded={group => group.count > MAX_UNFOLDED}
        more={count => t('warnings.moreGroups', { count })}
      />
    </section>
  )
})
