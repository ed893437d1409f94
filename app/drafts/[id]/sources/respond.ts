import 'server-only'
import { deskProblemResponse } from '@/lib/auth/route'
import type { SourceResult } from '@/lib/desk/drafts/source-files'

/**
 * Responds to a call about a file of a draft: 204 or JSON, or a problem whose `detail` the browser shows to the
 * operator.
 */
export function respond(result: SourceResult<unknown>): Response {
  if (result.ok)
    return result.value === null ? new Response(null, { status: 204 }) : Response.json(result.value)
  const { status, detail } = result.refusal
  return deskProblemResponse(status, { code: 'refused', message: detail })
}
