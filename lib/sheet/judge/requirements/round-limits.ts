/** Powers of ten of the roundest and the finest limits. */
const ROUNDEST = 12
const FINEST = -4

/**
 * The roundest number that is at least the largest accepted one and below all rejected ones that exceed it: companies
 * choose round limits. Of equally round numbers it is the largest, so that an order is never held back without need.
 * @returns undefined when no rejected number is above the largest accepted one
 */
export function limitBelow(largestAccepted: number, rejected: readonly number[]): number | undefined {
  const above = rejected.filter(number => number > largestAccepted)
  if (above.length === 0 || !Number.isFinite(largestAccepted)) return undefined
  const end = above.reduce((a, b) => Math.min(a, b))
  for (let power = ROUNDEST; power >= FINEST; power--) {
    const steps = Math.ceil(inSteps(end, power)) - 1
    const limit = fromSteps(steps, power)
    if (limit >= largestAccepted && limit < end) return limit
  }
  return largestAccepted
}

/** The same for the smallest number that is accepted: the limit is above all rejected numbers below it. */
export function limitFrom(smallestAccepted: number, rejected: readonly number[]): number | undefined {
  const limit = limitBelow(
    -smallestAccepted,
    rejected.map(number => -number),
  )
  return limit === undefined ? undefined : 0 - limit
}

// Division by a power of ten is exact where multiplication by a fraction is not.
const inSteps = (number: number, power: number): number =>
  power >= 0 ? number / 10 ** power : number * 10 ** -power
const fromSteps = (steps: number, power: number): number =>
  power >= 0 ? steps * 10 ** power : steps / 10 ** -power
