import 'server-only'
import { STATUS_CODES } from 'node:http'
import type { Problem } from '@/lib/contract/results'
import { leaveUnread } from '@/lib/server/unread-body'
import { getTranslations } from '@/lib/words/server'
import { inLanguageOf, languageHeaders } from './language'

const t = getTranslations('service')

/**
 * Why a whole request is refused: status, a sentence that says what to do, and additional headers. It is made for one
 * request, because the sentence is in that request's language.
 */
export interface HttpProblem {
  readonly status: number
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A problem as a response (RFC 9457). */
export function problemResponse({ status, detail, headers }: HttpProblem): Response {
  const body: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...languageHeaders(),
      ...headers,
    },
  })
}

/** Refuses a request before its body is read. */
export const refuseUnread = (request: Request, problem: HttpProblem): Response =>
  leaveUnread(request, problemResponse(problem))

/** Route handlers that refuse these methods. */
export function refusalHandlers<M extends string>(problem: () => HttpProblem, methods: readonly M[]) {
  const refuse = (request: Request) => inLanguageOf(request, () => refuseUnread(request, problem()))
  return Object.fromEntries(methods.map(method => [method, refuse])) as Record<M, typeof refuse>
}

/** Route handlers of the methods that an operation does not take. */
export const onlyPost = refusalHandlers(
  () => ({ status: 405, detail: t('onlyPost'), headers: { allow: 'POST' } }),
  ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
)

/** Route handlers of addresses at which nothing is served. */
export const notFoundHandlers = refusalHandlers(
  () => ({ status: 404, detail: t('notFound') }),
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
)
