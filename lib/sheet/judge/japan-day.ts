import { HOUR_MS } from '@/lib/time-units'

/** Japan has no daylight saving time. */
const JAPAN_OFFSET_HOURS = 9

/** The day in Japan (ISO 8601) of a time (ISO 8601, UTC). */
export const dayInJapan = (time: string): string =>
  new Date(Date.parse(time) + JAPAN_OFFSET_HOURS * HOUR_MS).toISOString().slice(0, 10)
