'use client'
import { useFormatter } from 'use-intl'
import { classes } from '@/components/ui/classes'

/** The look of a cell of the table of clients. */
export const cellClasses = 'whitespace-nowrap border-line-soft border-b px-3.5'

/** A time as a day and, below it, the time of day, or what is to be said of it. */
export function Moment({ at, note }: { at: string; note?: string | undefined }) {
  const format = useFormatter()
  const date = new Date(at)
  return (
    <time dateTime={at}>
      {format.dateTime(date, { dateStyle: 'medium' })}
      <span className={classes('block text-xs', note === undefined && 'text-ink-3')}>
        {note ??
          format.dateTime(date, {
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
            timeZoneName: 'short',
          })}
      </span>
    </time>
  )
}
