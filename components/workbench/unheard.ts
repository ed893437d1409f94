import { unstable_isUnrecognizedActionError } from 'next/navigation'

/**
 * Why a call of an action came to nothing. `outdated`: the server is of another version by now, which does not know
 * what this page calls; only a reload helps.
 */
export type Unheard = 'offline' | 'outdated'

/** @param error what a call of an action threw */
export const whyUnheard = (error: unknown): Unheard =>
  unstable_isUnrecognizedActionError(error) ? 'outdated' : 'offline'
