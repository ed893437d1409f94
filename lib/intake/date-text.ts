/** A day of a spreadsheet as texts; no time zone has a part in it. */

/** Which day is number 0: 1899-12-30, or 1904-01-01 in files of old Macs. */
export type DateSystem = 1900 | 1904

/** A moment as people read it. */
export interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 is Sunday. */
  readonly weekday: number
}

const DAY = 86_400

/** The last day that programs know: 9999-12-31. */
const LAST = 2_958_465

/**
 * The moment that a number means.
 * @returns undefined where it means none
 */
export function momentOf(serial: number, system: DateSystem): Moment | undefined {
  if (!(serial >= 0 && serial < LAST + 1)) return undefined
  const seconds = Math.round(serial * DAY)
  const days = Math.floor(seconds / DAY)
  const rest = seconds - days * DAY
  // 1900 is a leap year to Excel, which it was not: days before its 29th of February are one off.
  const since = system === 1904 ? days + 1462 : days < 60 ? days + 1 : days
  const date = new Date((since - 25_569) * DAY * 1000)
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
export function writeMoment(moment: Moment, hasDay: boolean): string {
  const { hour, minute, second } = moment
  const seconds = second === 0 ? '' : `:${two(second)}`
  const time = `${two(hour)}:${two(minute)}${seconds}`
  if (!hasDay) return time
  const day = `${String(moment.year).padStart(4, '0')}-${two(moment.month)}-${two(moment.day)}`
  return hour + minute + second === 0 ? day : `${day} ${time}`
}

const two = (value: number): string => String(value).padStart(2, '0')
