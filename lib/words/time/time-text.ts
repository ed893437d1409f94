import { DAY_MS, MINUTE_MS } from '@/lib/time-units'
import { dayAt, sortableTime } from './zoned-time'

/**
 * How a time is written. Each kind has one format:
 * - `day`: Nov 21, 2026
 * - `minute`: Nov 21, 2026, 14:32
 * - `second`: Nov 21, 2026, 14:32:05
 * - `clock`: 14:32, with the day if it is not today
 * - `relative`: 5 minutes ago; the day after 24 hours
 */
export type TimeKind = 'day' | 'minute' | 'second' | 'clock' | 'relative'

/** A part of a time that is shown apart from its day, and a day as a name. */
type TimePart = 'timeToMinute' | 'timeToSecond' | 'dayWithoutYear' | 'longDay'

export interface TimeLocale {
  /** BCP 47. */
  readonly language: string
  /** IANA name. */
  readonly timeZone: string
}

/**
 * A time in the language and the time zone of its reader.
 * @param at milliseconds, or ISO 8601
 * @param now in milliseconds: decides what is today, and how long ago a time is
 */
export function timeText(
  at: Date | number | string,
  kind: TimeKind | TimePart,
  locale: TimeLocale,
  now: number,
): string {
  const date = new Date(at)
  if (kind === 'relative') return relativeText(date, locale, now)
  if (kind === 'clock') return dateFormat(clockFormatOf(date, locale, now), locale).format(date)
  return dateFormat(kind, locale).format(date)
}

/** A time as tooltips show it, the same for every reader: `2026-11-21 14:32:05 UTC`. */
export const utcText = (at: Date | number | string): string => `${sortableTime(at, 'UTC')} UTC`

/** Hours and minutes from UTC, as it is at an instant: `+09:00`. */
export function offsetText(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return name?.replace(/^GMT/, '') || '+00:00'
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const dayWithoutYear = { month: 'short', day: 'numeric' } as const
// In every language by 24 hours, as the documents of shops and shipping companies are.
const toMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const toSecond = { ...toMinute, second: '2-digit' } as const

const formats = {
  day,
  dayWithoutYear,
  longDay: { dateStyle: 'long' },
  minute: { ...day, ...toMinute },
  second: { ...day, ...toSecond },
  timeToMinute: toMinute,
  timeToSecond: toSecond,
  minuteOfYear: { ...dayWithoutYear, ...toMinute },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function clockFormatOf(date: Date, { timeZone }: TimeLocale, now: number): keyof typeof formats {
  const [then, today] = [dayAt(date, timeZone), dayAt(now, timeZone)]
  if (then === today) return 'timeToMinute'
  return then.slice(0, 4) === today.slice(0, 4) ? 'minuteOfYear' : 'minute'
}

function relativeText(date: Date, locale: TimeLocale, now: number): string {
  // A time in the future comes from a clock that is ahead.
  const minutes = Math.max(0, Math.floor((now - date.getTime()) / MINUTE_MS))
  if (minutes * MINUTE_MS >= DAY_MS) return dateFormat('day', locale).format(date)
  const format = new Intl.RelativeTimeFormat(locale.language, { numeric: 'auto' })
  if (minutes === 0) return format.format(0, 'second')
  const ago =
    minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour')
  // “5 分前”: everywhere else Japanese texts write a number and its unit as one.
  return locale.language === 'ja' ? ago.replace(' ', '') : ago
}

// Formats are expensive to create, and a table needs the same one in each row.
const builtFormats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 200

function dateFormat(name: keyof typeof formats, { language, timeZone }: TimeLocale): Intl.DateTimeFormat {
  const key = `${name} ${language} ${timeZone}`
  const found = builtFormats.get(key)
  if (found) return found
  const format = new Intl.DateTimeFormat(language, { ...formats[name], timeZone })
  if (builtFormats.size >= MAX_FORMATS) builtFormats.clear()
  builtFormats.set(key, format)
  return format
}
