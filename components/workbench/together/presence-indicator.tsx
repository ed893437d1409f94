import { Users } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { listOf } from '@/lib/words/sentences/join'
import { useParticipantName } from './use-participant-names'
import type { Together } from './use-together'

/** The other participants of the draft, and what they did in the last seconds. */
export function PresenceIndicator({ participants, activity }: Pick<Together, 'participants' | 'activity'>) {
  const t = useTranslations('together')
  const nameOf = useParticipantName()
  const names = listOf(useLocale(), participants.map(nameOf))
  const here = t('here', { names })
  return (
    <>
      {participants.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2 max-[1200px]:max-w-28" title={here}>
          <Users className="size-3.5 shrink-0 text-accent" aria-hidden />
          <span className="truncate max-[1200px]:hidden">{activity === '' ? here : activity}</span>
          {/* In a narrow window the save state needs the room. */}
          <span className="truncate min-[1200px]:hidden max-[900px]:sr-only">{names}</span>
        </span>
      )}
      <span aria-live="polite" className="sr-only">
        {activity}
      </span>
    </>
  )
}
