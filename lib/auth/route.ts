import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { Problem } from '@/lib/desk-api/result'
import type { Role } from '@/lib/roles'
import { isStorageBusy, isStorageFull, isTransient, isUnstorableText } from '@/lib/store/db/database'
import type { Operator } from '@/lib/store/people/operators'
import { getTranslations } from '@/lib/words/server'
import { faultProblem, operatorProblem, originProblem } from './guard'
import { currentOperator } from './session'

const t = getTranslations('auth.guard')

/** Passed to a guarded route handler beside the request. */
interface RouteContext<Params> {
  readonly operator: Operator
  readonly params: Params
}

/**
 * Creates a route handler of the desk: checks session and role and, for methods that change data, the Origin
 * header. Refusals are application/problem+json; responses are not cached.
 */
export function route<Params = Record<never, never>>(
  rule: { readonly role?: Role },
  handler: (request: Request, context: RouteContext<Params>) => Promise<Response>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, { params }) => {
    try {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const foreign = isRead ? undefined : await originProblem()
      if (foreign) return deskProblemResponse(403, foreign)
      const operator = await currentOperator()
      const refusal = operatorProblem(operator, rule)
      if (refusal || !operator) return deskProblemResponse(operator ? 403 : 401, refusal)
      const response = await handler(request, { operator, params: await params })
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', NO_STORE)
      return request.method === 'HEAD' ? await withoutBody(response) : response
    } catch (error) {
      unstable_rethrow(error)
      return faultResponse(error)
    }
  }
}

const NO_STORE = 'private, no-store'

/**
 * A response with the same head. Next serves HEAD with the handler of GET and never reads the body, so a stream would
 * stay open as long as its source.
 */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

/** A refusal as application/problem+json, which is not cached. */
export function deskProblemResponse(
  status: number,
  problem: Problem | undefined,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message } = problem ?? { code: 'refused', message: undefined }
  return Response.json(
    // Pages of an older version read the code from `title`.
    { type: 'about:blank', title: code, status, code, detail: message },
    {
      status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': NO_STORE, ...headers },
    },
  )
}

/** The response to a request whose query or body is not what its route reads. */
export const malformedResponse = (): Response =>
  deskProblemResponse(400, { code: 'input', message: t('malformed') })

/** The response to a request for something that does not exist (any more). */
export const goneResponse = (): Response =>
  deskProblemResponse(404, { code: 'not-found', message: t('gone') })

/** The response to an unexpected error, which is logged. Its status says whether a later attempt may succeed. */
export function faultResponse(error: unknown, problem: Problem = faultProblem(error)): Response {
  if (isUnstorableText(error)) return deskProblemResponse(400, problem)
  if (isStorageFull(error)) return deskProblemResponse(507, problem)
  if (!isTransient(error)) return deskProblemResponse(500, problem)
  return deskProblemResponse(503, problem, { 'retry-after': isStorageBusy(error) ? '2' : '5' })
}
