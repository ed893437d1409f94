import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'
import type { DraftAlarm } from '@/lib/desk-api/runs/runs'

/** Open alarms about orders of the sheet. */
export function DraftAlarms({ alarms }: { alarms: readonly DraftAlarm[] }) {
  const t = useTranslations('unknown')
  if (alarms.length === 0) return null
  return (
    <section aria-label={t('alarms.title')} className="flex flex-col gap-2 px-3.5 py-2.5">
      {alarms.map(({ id, message, path }) => (
        <Notice key={id} tone="fail">
          <p className="break-words">{message}</p>
          <p className="mt-1 flex flex-wrap gap-x-3">
            <Link href={path} prefetch={false} className="font-medium underline">
              {t('alarms.view')}
            </Link>
            <Link href="/unknown" prefetch={false} className="font-medium underline">
              {t('notices.openAlarms')}
            </Link>
          </p>
        </Notice>
      ))}
    </section>
  )
}
