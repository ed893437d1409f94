import 'server-only'
import type { ServerResponse } from 'node:http'
import type { Caller } from '@/lib/log/caller'

const RETRY_AFTER_SECONDS = 5

/**
 * Makes the response to a page 503 with Retry-After if it failed because the database could not be used. Next responds
 * with 500 to every page that failed.
 */
export function reportUnavailable(response: ServerResponse, caller: Caller): void {
  const { writeHead } = response
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isUnavailable = status === 500 && caller.isUnavailable === true
    if (isUnavailable) response.setHeader('retry-after', RETRY_AFTER_SECONDS)
    return Reflect.apply(writeHead, response, [isUnavailable ? 503 : status, ...rest])
  }
}
