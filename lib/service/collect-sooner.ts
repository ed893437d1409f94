import 'server-only'
import { setFlagsFromString } from 'node:v8'

/** How much, in percent, what is kept may grow before the next full collection. V8 lets it double otherwise, and more. */
const GROWTH = 35

/**
 * Has V8 collect all garbage of this process sooner (decision 0024). JSON.parse puts every text of up to ten characters
 * among what lives long, so that only a full collection frees the numbers of orders that were long answered.
 */
export function collectSooner(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
}
