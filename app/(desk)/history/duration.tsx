'use client'
import { useFormatter, useTranslations } from 'use-intl'

/** The time between two moments; nothing while either is missing. */
export function Duration({ from, to }: { from: string | null; to: string | null }) {
  const t = useTranslations('history')
  const format = useFormatter()
  if (from === null || to === null) return null
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms < 1000) return t('milliseconds', { milliseconds: ms })
  if (ms < 60_000) {
    const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
    return t('seconds', { seconds: format.number(ms / 1000, tenths) })
  }
  const seconds = Math.round(ms / 1000)
  return t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
