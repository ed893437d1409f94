'use client'
import { useFormatter, useTranslations } from 'use-intl'

/** A moment to the second: the day, and below it the time. All times of the history are UTC. */
export function When({ at, isOneLine = false }: { at: string; isOneLine?: boolean }) {
  const format = useFormatter()
  const date = new Date(at)
  const time = format.dateTime(date, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {format.dateTime(date, { dateStyle: 'medium' })}
      {isOneLine ? (
        <span className="text-ink-2"> {time}</span>
      ) : (
        <span className="block text-ink-3 text-xs">{time}</span>
      )}
    </time>
  )
}

/** How long something took; nothing where it has not ended. */
export function Took({ from, to }: { from: string | null; to: string | null }) {
  const say = useTranslations('history')
  if (from === null || to === null) return null
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  if (ms < 1000) return say('milliseconds', { milliseconds: ms })
  if (ms < 60_000) return say('seconds', { seconds: (ms / 1000).toFixed(1) })
  const seconds = Math.round(ms / 1000)
  return say('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
