import { StackedTime } from '@/components/ui/text/time'
import type { TeamEvent } from '@/lib/desk-api/people/team'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('team.record')

/** Changes of accounts, newest first. */
export function Record({ events }: { events: readonly TeamEvent[] }) {
  return (
    <section aria-labelledby="team-record" className="px-3.5 py-3">
      <h2 id="team-record" className="pb-1.5 font-semibold text-base">
        {t('title')}
      </h2>
      {events.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ol className="flex flex-col">
        {events.map(({ event, detail, at, by, whom }) => (
          <li
            key={`${at} ${event} ${detail} ${whom ?? ''}`}
            className="flex items-center gap-4 border-line-soft border-b py-1.5"
          >
            <span className="w-28 shrink-0 text-ink-3 text-xs">
              <StackedTime at={at} kind="minute" />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {t(`events.${event}`, { by: by ?? '?', whom: whom ?? detail, detail })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
