import 'server-only'
import { leaveUnread } from '@/lib/server/unread-body'
import { getTranslations } from '@/lib/words/server'
import { programProblem } from './program-route'

/**
 * Route handlers of the methods that a route does not take, and of OPTIONS: Next would list every handler, and refuse
 * without the `Allow` that RFC 9110 §15.5.6 requires.
 * @param allow the methods that it takes, such as `GET, HEAD, OPTIONS`
 */
export function refusedMethods(allow: string) {
  const refuse = (request: Request): Response =>
    leaveUnread(
      request,
      programProblem(405, getTranslations('auth.admission')('method'), { headers: { allow } }),
    )
  const OPTIONS = (request: Request): Response =>
    leaveUnread(request, new Response(null, { status: 204, headers: { allow } }))
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS }
}
