import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { OperatorRole } from '@/lib/store/operator-tables'
import type { Operator } from '@/lib/store/operators'
import { faultProblem, operatorProblem, originProblem } from './guard'
import type { Problem } from './outcome'
import { currentOperator } from './session'

/** What a guarded route handler is told besides the request. */
export interface RouteContext<Params> {
  readonly operator: Operator
  readonly params: Params
}

/**
 * Makes a route handler of the desk: checks who is signed in and their role and, where the method changes anything,
 * that a page of ours asks. Trouble is answered as application/problem+json; nothing of it is stored by anybody.
 */
export function route<Params = Record<never, never>>(
  rule: { readonly role?: OperatorRole },
  handler: (request: Request, context: RouteContext<Params>) => Promise<Response>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, { params }) => {
    try {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const foreign = isRead ? undefined : await originProblem()
      if (foreign) return answerProblem(403, foreign)
      const operator = await currentOperator()
      const refusal = operatorProblem(operator, rule.role)
      if (refusal || !operator) return answerProblem(operator ? 403 : 401, refusal)
      const response = await handler(request, { operator, params: await params })
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', NO_STORE)
      return response
    } catch (error) {
      unstable_rethrow(error)
      return answerProblem(500, faultProblem(error))
    }
  }
}

const NO_STORE = 'private, no-store'

function answerProblem(status: number, problem: Problem | undefined): Response {
  return Response.json(
    { type: 'about:blank', title: problem?.code ?? 'refused', status, detail: problem?.message },
    { status, headers: { 'content-type': 'application/problem+json', 'cache-control': NO_STORE } },
  )
}
