import { useTranslations } from 'use-intl'
import type { Filter } from '@/lib/sheet/arrange'
import type { Workbook } from '@/lib/sheet/workbook'

type Shown = NonNullable<Filter['standing']>

interface Props {
  workbook: Workbook
  /** Changes with the workbook. */
  version: number
  onFilter: (standing: Filter['standing']) => void
}

/** Shown always; the others only while an order stands so. */
const always: readonly Shown[] = ['failing', 'warning', 'stale', 'ready', 'registered']
const sometimes: readonly Shown[] = ['unchecked', 'busy', 'unknown']
const inks: Partial<Record<Shown, string>> = {
  failing: 'text-fail font-semibold',
  warning: 'text-warn font-semibold',
  unknown: 'text-warn font-semibold',
}

/** How many orders stand how; pressing one shows those alone. */
export function StandingFilters({ workbook, onFilter }: Props) {
  const t = useTranslations('workbench')
  const { filter } = workbook.arrangement
  const shown = [
    ...always,
    ...sometimes.filter(standing => workbook.count(standing) > 0 || filter.standing === standing),
  ]
  return (
    <fieldset aria-label={t('filters.label')} className="flex items-center gap-1">
      {[null, ...shown].map(standing => {
        const count = standing === null ? workbook.orderCount : workbook.count(standing)
        const ink = standing === null || count === 0 ? undefined : inks[standing]
        return (
          <button
            key={standing ?? 'all'}
            type="button"
            aria-pressed={filter.standing === standing}
            onClick={() => onFilter(standing)}
            className="rounded-md px-2.25 py-1 hover:bg-shade aria-pressed:bg-shade aria-pressed:font-medium aria-pressed:text-ink"
          >
            {t(`filters.${standing ?? 'all'}`)} <span className={ink ?? 'text-ink-3'}>{count}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
