/** Dates of spreadsheets as texts, independent of time zones. */

/** The day with the number 0: 1899-12-30, or 1904-01-01 in files of old Macs. */
export type DateSystem = 1900 | 1904

/** A day and a time of day; the month is 1 to 12. */
export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 is Sunday. */
  readonly weekday: number
}

const SECONDS_PER_DAY = 86_400

/** The last day of spreadsheet programs: 9999-12-31. */
const LAST_DAY = 2_958_465

/** The date and time of a stored number. @returns undefined where no date has this number */
export function datePartsOf(serial: number, system: DateSystem): DateParts | undefined {
  if (!(serial >= 0 && serial < LAST_DAY + 1)) return undefined
  const seconds = Math.round(serial * SECONDS_PER_DAY)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const rest = seconds - days * SECONDS_PER_DAY
  // Excel takes 1900 for a leap year: its days before 29 February 1900 are one off.
  const since = system === 1904 ? days + 1462 : days < 60 ? days + 1 : days
  const date = new Date((since - 25_569) * SECONDS_PER_DAY * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: Math.floor(rest / 3600),
    minute: Math.floor((rest % 3600) / 60),
    second: rest % 60,
    weekday: date.getUTCDay(),
  }
}

/** `2026-03-01`, `2026-03-01 09:30`, `2026-03-01 09:30:15`; `09:30` where there is no day. */
export function isoDateText(date: DateParts, hasDay: boolean): string {
  const { hour, minute, second } = date
  const seconds = second === 0 ? '' : `:${two(second)}`
  const time = `${two(hour)}:${two(minute)}${seconds}`
  if (!hasDay) return time
  const day = `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`
  return hour + minute + second === 0 ? day : `${day} ${time}`
}

const two = (value: number): string => String(value).padStart(2, '0')
