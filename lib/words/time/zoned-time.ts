import { DAY_MS, MINUTE_MS } from '@/lib/time-units'

const HOUR_MINUTES = 60

/** The instants between two midnights, from the first one until before the second one. */
export interface DayBounds {
  readonly from: Date
  readonly until: Date
}

/**
 * When a day begins and ends in a time zone. It may have 23 or 25 hours, and may begin at 01:00, where clocks are put
 * forward at midnight.
 * @param day `2026-11-21`
 * @param timeZone IANA name
 */
export function dayBounds(day: string, timeZone: string): DayBounds {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return {
    from: new Date(startOfDay(midnight, timeZone)),
    until: new Date(startOfDay(midnight + DAY_MS, timeZone)),
  }
}

/** The day of an instant in a time zone: `2026-11-21`. */
export const dayAt = (at: Date | number | string, timeZone: string): string =>
  sortableTime(at, timeZone).slice(0, 10)

/** An instant by the clock of a time zone, as files contain it: `2026-11-21 14:32:05`. */
export function sortableTime(at: Date | number | string, timeZone: string): string {
  const { year, month, day, hour, minute, second } = clockParts(new Date(at), timeZone)
  return `${year?.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The first instant of a day. @param midnight its midnight in UTC */
function startOfDay(midnight: number, timeZone: string): number {
  // Local midnight is at most 14 hours before that of UTC, and at most 12 hours after it. In whole minutes from UTC's:
  let before = -15 * HOUR_MINUTES
  let from = 13 * HOUR_MINUTES
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (localMidnight(midnight + middle * MINUTE_MS, timeZone) < midnight) before = middle
    else from = middle
  }
  return midnight + from * MINUTE_MS
}

/** Midnight in UTC of the day that an instant has in a time zone. */
function localMidnight(at: number, timeZone: string): number {
  const { year, month, day } = clockParts(new Date(at), timeZone)
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

function clockParts(at: Date, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const parts = clockOf(timeZone).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

// Formats are expensive to create; a search for a midnight and a long download need one again and again.
const clocks = new Map<string, Intl.DateTimeFormat>()
const MAX_CLOCKS = 50

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  if (clocks.size >= MAX_CLOCKS) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}
