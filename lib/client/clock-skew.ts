import 'server-only'
import type { Evidence } from '@/lib/contract/evidence'

/**
 * How far a service's clock is ahead of this machine's, in milliseconds, by the Date header of its response. The header
 * may have been written at any time between the request and the end of the response: 0 if it fits in between.
 * @returns undefined without the header
 */
export function clockSkew({ headers, startedAt, finishedAt }: Evidence): number | undefined {
  const theirs = Date.parse(headers.date ?? '')
  if (Number.isNaN(theirs)) return undefined
  return theirs < startedAt ? theirs - startedAt : Math.max(0, theirs - finishedAt)
}
