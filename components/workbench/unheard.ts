import { unstable_isUnrecognizedActionError } from 'next/navigation'

/**
 * Why a call of an action came to nothing. `outdated`: the server is of another version by now, which does not know
 * what this page calls; only a reload helps. `signedOut`: the session is over, and the call was too long to be read
 * without one.
 */
export type Unheard = 'offline' | 'outdated' | 'signedOut'

/** @param error what a call of an action threw: its message is the text that the server answered (lib/admission) */
export function whyUnheard(error: unknown): Unheard {
  if (unstable_isUnrecognizedActionError(error)) return 'outdated'
  return error instanceof Error && error.message === 'signed-out' ? 'signedOut' : 'offline'
}
