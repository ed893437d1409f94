import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useTimeText } from '@/components/ui/text/time'
import type { EarlierImport as Earlier } from '@/lib/import/reader/protocol'

/** Warns that the file was imported into another draft before, and leads there. */
export function EarlierImport({ earlier: { path, draft, at } }: { earlier: Earlier }) {
  const t = useTranslations('intake.desk.summary')
  const text = useTimeText()
  return (
    <p className="flex items-center gap-2 text-warn text-xs">
      <History aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={draft}>
        {t('earlier', { draft, time: text(at, 'minute') })}
      </span>
      <a href={path} className="shrink-0 underline">
        {t('openEarlier')}
      </a>
    </p>
  )
}
