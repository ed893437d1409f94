'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimeText } from '@/components/ui/text/time'

/** Milliseconds until a moment, updated each second; 0 after it. Undefined until the page is hydrated. */
export function useRemainingMs(moment: number): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, moment - Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

interface Props {
  /** Milliseconds since the epoch. */
  from: number
  left: number | undefined
  /** Whether the service has provably finished the request: no late response can follow. */
  isFinished: boolean
}

/** The quarantine: when orders that are not found can be resolved as not registered, and how long that takes. */
export function QuarantineClock({ from, left, isFinished }: Props) {
  const t = useTranslations('unknown.clock')
  const time = useTimeText()(from, 'clock')
  if (left === 0) return <p className="text-ink-2">{t(isFinished ? 'finishedOver' : 'over', { time })}</p>
  const seconds = Math.ceil((left ?? 0) / 1000)
  return (
    <p className="text-ink-2">
      {t(isFinished ? 'finished' : 'from', { time })}{' '}
      {left !== undefined && (
        <span role="timer" className="whitespace-nowrap font-medium text-warn tabular-nums">
          {t('left', {
            left: t('minutes', {
              minutes: Math.floor(seconds / 60),
              seconds: String(seconds % 60).padStart(2, '0'),
            }),
          })}
        </span>
      )}
    </p>
  )
}
