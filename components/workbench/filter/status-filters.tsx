import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Filter } from '@/lib/sheet/view/arrangement'

type StatusFilter = NonNullable<Filter['status']>

interface Props {
  onFilter: (status: Filter['status']) => void
}

/**
 * Statuses that are always shown, because judging finds them in any order; those that are shown once an order had them,
 * and stay, each after those that were there before, so that nothing moves; and, last, those that are shown only while
 * an order has them.
 */
const alwaysShown: readonly StatusFilter[] = ['failing', 'warning', 'ready']
const shownOnceUsed: readonly StatusFilter[] = ['stale', 'registered', 'unknown', 'elsewhere', 'again']
const shownWhileUsed: readonly StatusFilter[] = ['busy', 'waiting']
const inks: Partial<Record<StatusFilter, string>> = {
  failing: 'text-fail font-semibold',
  warning: 'text-warn font-semibold',
  unknown: 'text-warn font-semibold',
  waiting: 'text-warn font-semibold',
  again: 'text-warn font-semibold',
}

/** How many orders have which status, as far as there are any; pressing one shows only those. */
export function StatusFilters({ onFilter }: Props) {
  const { workbook } = useWorkbench()
  const t = useTranslations('workbench')
  const format = useFormatter()
  const { filter } = workbook.arrangement
  const [seen, setSeen] = useState<readonly StatusFilter[]>([])
  const isThere = (status: StatusFilter) => workbook.count(status) > 0 || filter.status === status
  const fresh = shownOnceUsed.filter(status => !seen.includes(status) && isThere(status))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  const shown = [
    ...alwaysShown,
    ...(workbook.sheet.check ? (['unchecked'] as const) : []),
    ...seen,
    ...shownWhileUsed.filter(isThere),
  ]
  // Wide enough for every count that may come, so that nothing after it moves.
  const room = { minWidth: `${format.number(workbook.orderCount).length}ch` }
  return (
    <fieldset
      aria-label={t('filters.label')}
      // The filters take the remaining width of the toolbar, so that the tools do not move. Where they have no room,
      // they fade out at the end, so that a cut count is not read as a whole one.
      className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto max-[1500px]:gap-0.5 py-1 pr-4 [mask-image:linear-gradient(to_right,#000_calc(100%-16px),transparent)] [scrollbar-width:none] max-[1340px]:basis-full max-[640px]:flex-wrap max-[640px]:pr-0 max-[640px]:[mask-image:none]"
    >
      {[null, ...shown].map(status => {
        const count = status === null ? workbook.orderCount : workbook.count(status)
        const ink = status === null || count === 0 ? undefined : inks[status]
        return (
          <button
            key={status ?? 'all'}
            type="button"
            aria-pressed={filter.status === status}
            onClick={() => onFilter(status)}
            className="rounded-md px-2.25 py-1 max-[640px]:min-h-10 hover:bg-shade max-[1500px]:px-1.25 aria-pressed:bg-shade aria-pressed:font-medium aria-pressed:text-ink forced-colors:aria-pressed:underline"
          >
            {t(`filters.${status ?? 'all'}`)}{' '}
            <span className={classes('inline-block text-left', ink ?? 'text-ink-3')} style={room}>
              {/* A zero says nothing; its room stays. */}
              {count > 0 && format.number(count)}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}
