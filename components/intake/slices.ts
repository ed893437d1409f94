import { painted } from './painted'

/** A task of the page shall take no longer, in milliseconds. */
const TASK = 12

/**
 * Does something with each of many, with a chance to paint in between.
 * @param work false ends it
 * @returns whether it came to the end
 */
export async function inSlices<T>(all: Iterable<T>, work: (one: T) => boolean): Promise<boolean> {
  let since = performance.now()
  for (const one of all) {
    if (!work(one)) return false
    if (performance.now() - since < TASK) continue
    await painted()
    since = performance.now()
  }
  return true
}

/**
 * Takes steps to their end, with a chance to paint in between. Few of them are taken before this returns.
 * @param onEnd hears what they came to, unless they were called off
 */
export function takeSteps<T>(
  steps: Generator<undefined, T, undefined>,
  isOff: () => boolean,
  onEnd: (result: T) => void,
): void {
  const since = performance.now()
  while (performance.now() - since < TASK) {
    const step = steps.next()
    if (step.done) {
      onEnd(step.value)
      return
    }
  }
  painted().then(() => isOff() || takeSteps(steps, isOff, onEnd))
}
