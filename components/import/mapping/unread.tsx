import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import type { FileRow } from './use-mapping'

/** Id of the field that maps a column of the file. @param at position of the column */
export const targetId = (at: number): string => `mapping-target-${at}`

/** Lists columns that every order needs and that are not mapped. Each entry focuses its field. */
export function UnreadColumns({ rows }: { rows: readonly FileRow[] }) {
  const t = useTranslations('intake.mapping')
  const unread = rows.filter(({ isUnread }) => isUnread)
  if (unread.length === 0) return null
  return (
    <section
      aria-label={t('unread.label')}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3.5 py-2 text-xs"
    >
      <span className="text-warn">{t('unread.title', { count: unread.length })}</span>
      {unread.map(({ at, name }) => (
        <Button
          key={at}
          size="small"
          onClick={() => document.getElementById(targetId(at))?.focus()}
          aria-label={t('unread.goTo', { heading: name })}
        >
          <span className="max-w-44 truncate" title={name}>
            {name}
          </span>
        </Button>
      ))}
    </section>
  )
}
