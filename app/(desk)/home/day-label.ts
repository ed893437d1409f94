import { requestLocale } from '@/lib/words/locale/request-locale'
import { timeText } from '@/lib/words/time/time-text'

/** A day of the operator or of a shop in the request's language: `Nov 21`. @param day `2026-11-21` */
export const dayLabel = (day: string): string =>
  timeText(
    // It is a day, not an instant, so no time zone moves it.
    `${day}T00:00:00Z`,
    'dayWithoutYear',
    { language: requestLocale().language, timeZone: 'UTC' },
    Date.now(),
  )
