import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { yieldingBatches } from '@/lib/store/db/statements/batches'

/**
 * Sorts a list and yields to the event loop in between: sorting a hundred thousand entries at once would
 * block other requests.
 */
export async function sortCooperatively<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  let runs: T[][] = []
  for await (const piece of yieldingBatches(list, RUN_LENGTH)) runs.push([...piece].sort(compare))
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(merged(runs[at] ?? [], runs[at + 1] ?? [], compare))
      await setImmediate()
    }
    runs = longer
  }
  return runs[0] ?? []
}

/** Entries that are sorted at once, which takes a few milliseconds. */
const RUN_LENGTH = 2000

function merged<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): T[] {
  const all: T[] = []
  let next = 0
  for (const item of one) {
    for (; next < other.length; next++) {
      const candidate = other[next] as T
      if (compare(candidate, item) >= 0) break
      all.push(candidate)
    }
    all.push(item)
  }
  for (; next < other.length; next++) all.push(other[next] as T)
  return all
}
