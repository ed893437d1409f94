import type { JournalKey } from './log'

/** How long a page that is closing may take to release its lock, in milliseconds. */
const LOCK_RELEASE_TIMEOUT_MS = 400

const nameOf = (writer: string): string => `lading-journal-${writer}`

/** Editing sessions of this page that are ending, by draft and operator: their last saves may take long. */
const ending = new Map<string, ReadonlySet<Promise<void>>>()

/** Notes that an editing session is ending. */
export async function noteEnding(place: JournalKey, end: Promise<void>): Promise<void> {
  const key = place.join()
  ending.set(key, new Set(ending.get(key)).add(end))
  await end
  const left = [...(ending.get(key) ?? [])].filter(one => one !== end)
  if (left.length > 0) ending.set(key, new Set(left))
  else ending.delete(key)
}

/** Resolves once no editing session of this page is still saving a draft that the operator has left. */
export const sessionsEnded = async (place: JournalKey): Promise<void> => {
  await Promise.all(ending.get(place.join()) ?? [])
}

/** Holds a lock while an editing session is open, so that other tabs see it. @returns releases it */
export function holdWriterLock(writer: string): () => void {
  let release = () => {}
  const end = new Promise<void>(resolve => {
    release = resolve
  })
  navigator.locks?.request(nameOf(writer), () => end)
  return release
}

/** Whether an editing session has ended, so that its edits can be taken over. In a browser without locks: always. */
export async function hasWriterEnded(writer: string): Promise<boolean> {
  if (!navigator.locks) return true
  try {
    return (await isLockFree(writer)) || (await isLockReleasedSoon(writer)) || (await isLockFree(writer))
  } catch {
    return false
  }
}

/** Does not wait for the lock, so a browser that responds late gives the same result as a fast one. */
const isLockFree = (writer: string): Promise<boolean> =>
  navigator.locks.request(nameOf(writer), { ifAvailable: true }, lock => lock !== null)

const isLockReleasedSoon = (writer: string): Promise<boolean> =>
  navigator.locks
    .request(nameOf(writer), { signal: AbortSignal.timeout(LOCK_RELEASE_TIMEOUT_MS) }, () => true)
    .catch(() => false)
