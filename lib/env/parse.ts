import 'server-only'
import * as z from 'zod'

/** The entries of a list that commas separate. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** The origin of a URL that is nothing but an origin. @param message says which form is valid */
export function readOrigin(url: string, context: z.RefinementCtx, message: () => string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  const isBare = parsed?.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username
  if (parsed && isHttp && isBare) return parsed.origin
  context.addIssue(message())
  return z.NEVER
}
