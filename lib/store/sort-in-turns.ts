import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { pieces } from './chunks'

/** Sorts a list, with turns of the event loop between: a hundred thousand at once keep everybody else waiting. */
export async function sortInTurns<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for await (const piece of pieces(list, PIECE)) runs.push([...piece].sort(compare))
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

/** Sorting so many takes a few milliseconds, merging all of them not much more. */
const PIECE = 2000

function merged<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): T[] {
  const all: T[] = []
  let next = 0
  for (const item of one) {
    for (; next < other.length; next++) {
      const rival = other[next] as T
      if (compare(rival, item) >= 0) break
      all.push(rival)
    }
    all.push(item)
  }
  for (; next < other.length; next++) all.push(other[next] as T)
  return all
}
