'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimeText } from '@/components/ui/time'

/** Milliseconds until a moment, counting each second; 0 once it has come. `undefined` before the page is alive. */
export function useLeft(moment: number): number | undefined {
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
  /** Whether the service had demonstrably finished with the request: no late answer is waited for. */
  isAnswered: boolean
}

/** The quarantine: from when on what is not found may be settled as not there, and how long that is from now. */
export function Clock({ from, left, isAnswered }: Props) {
  const t = useTranslations('unknown.clock')
  const time = useTimeText()(from, 'clock')
  if (left === 0) return <p className="text-ink-2">{t(isAnswered ? 'answeredOver' : 'over', { time })}</p>
  const seconds = Math.ceil((left ?? 0) / 1000)
  return (
    <p className="text-ink-2">
      {t(isAnswered ? 'answered' : 'from', { time })}{' '}
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
