'use client'
import { useFormatter } from 'use-intl'

/** The look of a cell of the table of clients. */
export const cellClasses = 'whitespace-nowrap border-line-soft border-b px-3.5'

/** A time as a day and, below it, the time of day; `label` stands before the day. */
export function Moment({ at, label }: { at: string; label?: string | undefined }) {
  const format = useFormatter()
  const date = new Date(at)
  const time = format.dateTime(date, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return (
    <time dateTime={at}>
      {label} {format.dateTime(date, { dateStyle: 'medium' })}
      <span className="block text-ink-3 text-xs">{time}</span>
    </time>
  )
}
