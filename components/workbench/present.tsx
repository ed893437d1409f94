import { Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useNames } from './use-names'
import type { Together } from './use-together'

/** Who else has the draft open, and what they did just now; nothing while nobody has. */
export function Present({ present, activity }: Pick<Together, 'present' | 'activity'>) {
  const t = useTranslations('together')
  const nameOf = useNames()
  const names = present.map(nameOf).join(', ')
  const here = t('here', { names })
  return (
    <>
      {present.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2 max-[1200px]:max-w-28" title={here}>
          <Users className="size-3.5 shrink-0 text-accent" aria-hidden />
          <span className="truncate max-[1200px]:hidden">{activity === '' ? here : activity}</span>
          {/* Where there is little room, whether all is saved comes first. */}
          <span className="truncate min-[1200px]:hidden">{names}</span>
        </span>
      )}
      <span aria-live="polite" className="sr-only">
        {activity}
      </span>
    </>
  )
}
