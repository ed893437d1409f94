import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import type { Filter } from '@/lib/sheet/arrange'
import type { Workbook } from '@/lib/sheet/workbook'

type Shown = NonNullable<Filter['standing']>

interface Props {
  workbook: Workbook
  /** Changes with the workbook. */
  version: number
  onFilter: (standing: Filter['standing']) => void
}

/**
 * Shown always; the others as soon as an order stands so, and then they stay: nothing moves when they are no more.
 * What is under way, or waits, is the last and comes and goes.
 */
const always: readonly Shown[] = ['failing', 'warning', 'stale', 'ready', 'registered']
const sometimes: readonly Shown[] = ['unchecked', 'unknown', 'elsewhere', 'again']
const passing: readonly Shown[] = ['busy', 'waiting']
const inks: Partial<Record<Shown, string>> = {
  failing: 'text-fail font-semibold',
  warning: 'text-warn font-semibold',
  unknown: 'text-warn font-semibold',
  waiting: 'text-warn font-semibold',
  again: 'text-warn font-semibold',
}

/** How many orders stand how; pressing one shows those alone. */
export function StandingFilters({ workbook, onFilter }: Props) {
  const t = useTranslations('workbench')
  const { filter } = workbook.arrangement
  const [seen, setSeen] = useState<readonly Shown[]>([])
  // Most orders of a sheet that is checked begin unchecked: there is no need to wait until they were looked at.
  const isThere = (standing: Shown) =>
    workbook.count(standing) > 0 ||
    filter.standing === standing ||
    (standing === 'unchecked' && workbook.sheet.check !== undefined && workbook.orderCount > 0)
  const fresh = sometimes.filter(standing => !seen.includes(standing) && isThere(standing))
  if (fresh.length > 0)
    setSeen(sometimes.filter(standing => seen.includes(standing) || fresh.includes(standing)))
  const shown = [...always, ...seen, ...passing.filter(isThere)]
  // Room for every count that may come: what stands behind it stays where it is.
  const room = { minWidth: `${String(workbook.orderCount).length}ch` }
  return (
    <fieldset
      aria-label={t('filters.label')}
      // It takes what the tools leave, so that they stay where they are.
      className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto max-[1500px]:gap-0.5 py-1 [scrollbar-width:none] max-[1340px]:basis-full"
    >
      {[null, ...shown].map(standing => {
        const count = standing === null ? workbook.orderCount : workbook.count(standing)
        const ink = standing === null || count === 0 ? undefined : inks[standing]
        return (
          <button
            key={standing ?? 'all'}
            type="button"
            aria-pressed={filter.standing === standing}
            onClick={() => onFilter(standing)}
            className="rounded-md px-2.25 py-1 hover:bg-shade max-[1500px]:px-1.25 aria-pressed:bg-shade aria-pressed:font-medium aria-pressed:text-ink forced-colors:aria-pressed:underline"
          >
            {t(`filters.${standing ?? 'all'}`)}{' '}
            <span className={classes('inline-block text-left', ink ?? 'text-ink-3')} style={room}>
              {count}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}
