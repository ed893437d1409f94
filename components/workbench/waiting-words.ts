import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** Why a run that goes on sends nothing just now. Times are ISO 8601. */
export type Waiting =
  | { readonly kind: 'asked'; readonly until: string; readonly asked: string }
  | { readonly kind: 'turn' }
  | { readonly kind: 'response'; readonly seconds: number; readonly of: number }

/** A service that asks for hardly more than we wait is asked again in time. */
const NEARLY_MS = 60_000
/** A time further away than this is said with its day. */
const FAR_MS = 20 * 3_600_000

/** Says a wait in a sentence, and the time of its end as briefly as the bar has room for. */
export function useWaitingWords() {
  const t = useTranslations('workbench.waiting')
  const format = useFormatter()
  const timeOf = useCallback(
    (at: string) => {
      const date = new Date(at)
      const isFar = date.getTime() - Date.now() > FAR_MS
      return format.dateTime(date, {
        ...(isFar && { month: 'short', day: 'numeric' }),
        ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
      })
    },
    [format],
  )
  const sentence = useCallback(
    (waiting: Waiting): string => {
      if (waiting.kind === 'turn') return t('turn')
      if (waiting.kind === 'response') return t('response', { seconds: waiting.seconds, of: waiting.of })
      const { until, asked } = waiting
      const isLonger = Date.parse(asked) - Date.parse(until) > NEARLY_MS
      return isLonger
        ? t('askedLonger', { time: timeOf(until), asked: timeOf(asked) })
        : t('asked', { time: timeOf(until) })
    },
    [t, timeOf],
  )
  return { sentence, timeOf }
}
