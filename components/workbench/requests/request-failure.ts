import { unstable_isUnrecognizedActionError } from 'next/navigation'

/**
 * Why a request of this page failed. `outdated`: the server has another version by now, which does not know the action;
 * only a reload helps. `signedOut`: the session is over, and the request was too large to be read without one.
 */
export type RequestFailure = 'offline' | 'outdated' | 'signedOut'

/** A route answered that it does not understand this page. */
export class OutdatedPageError extends Error {}

/** @param error what a call of an action threw: its message is the text that the server answered (lib/admission) */
export function requestFailureOf(error: unknown): RequestFailure {
  if (unstable_isUnrecognizedActionError(error) || error instanceof OutdatedPageError) return 'outdated'
  return error instanceof Error && error.message === 'signed-out' ? 'signedOut' : 'offline'
}

/**
 * What browsers, Next and React say when a request has no response, one that ends too early, or one that is not Next's,
 * such as that of a proxy. 412 is React's number for a connection that was closed.
 */
const NO_RESPONSE =
  /failed to fetch|network ?error|network connection was lost|load failed|input stream|timed? ?out|unexpected response|connection closed|react error #412/i

/** Whether an error says that a request of this page failed; otherwise it is a fault in the code of the page. */
export const isRequestFailure = (error: unknown): boolean =>
  requestFailureOf(error) !== 'offline' || (error instanceof Error && NO_RESPONSE.test(error.message))
