import 'server-only'
import { HOUR_MS } from '@/lib/time-units'

const FIRST_DELAY_MS = 10_000
const MAX_DELAY_MS = 4 * HOUR_MS
const FACTOR = 3
const JITTER = 1 / 4

/** Attempts of a delivery until it is given up: about a day after the first one. */
export const MAX_ATTEMPTS = 13

/**
 * How long to wait after a failed attempt: 10 seconds, tripled each time up to 4 hours, a quarter more or less, so that
 * what failed together is not tried again together.
 * @param attempts finished ones @param random from 0 to 1
 * @returns milliseconds; undefined: give up
 */
export function retryDelay(attempts: number, random: number): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  const delay = Math.min(FIRST_DELAY_MS * FACTOR ** (attempts - 1), MAX_DELAY_MS)
  return Math.round(delay * (1 + JITTER * (2 * random - 1)))
}
