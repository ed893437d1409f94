import 'server-only'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { timeText } from './time-text'

/** A time in the language and the time zone of the present request's reader. */
export const requestTime = (
  at: Date | number | string,
  kind: Parameters<typeof timeText>[1],
  now = Date.now(),
): string => timeText(at, kind, requestLocale(), now)
