import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useTimeText } from '@/components/ui/text/time'
import type { Waiting } from '@/lib/ledger/rules/problem'

/** The sentence mentions a requested wait only if it exceeds our own by this time, in milliseconds. */
const LONGER_WAIT_MS = 60_000

/** The sentence about a wait, and the time of its end, short enough for the bar. */
export function useWaitingSentences() {
  const t = useTranslations('workbench.waiting')
  const timeText = useTimeText()
  const timeOf = useCallback((at: string) => timeText(at, 'clock'), [timeText])
  const sentence = useCallback(
    (waiting: Waiting): string => {
      if (waiting.kind === 'turn') return t('turn')
      if (waiting.kind === 'response') return t('response', { seconds: waiting.seconds, of: waiting.of })
      const { until, askedUntil } = waiting
      const isLonger = Date.parse(askedUntil) - Date.parse(until) > LONGER_WAIT_MS
      return isLonger
        ? t('askedLonger', { time: timeOf(until), asked: timeOf(askedUntil) })
        : t('asked', { time: timeOf(until) })
    },
    [t, timeOf],
  )
  return { sentence, timeOf }
}
