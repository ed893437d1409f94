import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time-units'

/** How far the clock of a service differs from this server's, as a sentence says it. */
export interface ClockDifference {
  readonly way: 'ahead' | 'behind'
  readonly count: number
  readonly unit: 'minutes' | 'hours' | 'days'
}

/**
 * A clock difference in the largest unit that gives at least two.
 * @param skew milliseconds that the service is ahead, a minute or more in either direction
 */
export function clockDifference(skew: number): ClockDifference {
  const way = skew > 0 ? 'ahead' : 'behind'
  const size = Math.abs(skew)
  if (size >= 2 * DAY_MS) return { way, count: Math.round(size / DAY_MS), unit: 'days' }
  if (size >= 2 * HOUR_MS) return { way, count: Math.round(size / HOUR_MS), unit: 'hours' }
  return { way, count: Math.round(size / MINUTE_MS), unit: 'minutes' }
}
