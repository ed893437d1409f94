import 'server-only'
import { STATUS_CODES } from 'node:http'
import type { Problem } from '@/lib/contract/results'

/** Why a request is refused as a whole: a status, a sentence that says what to do, and headers that belong to it. */
export interface Trouble {
  readonly status: number
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Trouble as an answer (RFC 9457). */
export function problemResponse({ status, detail, headers }: Trouble): Response {
  const body: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Trouble', status, detail }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}

/** Route handlers that refuse these methods. */
export function refusing<M extends string>(trouble: Trouble, methods: readonly M[]) {
  return Object.fromEntries(methods.map(method => [method, () => problemResponse(trouble)])) as Record<
    M,
    () => Response
  >
}

/** Route handlers of the methods that an operation does not take. */
export const onlyPost = refusing(
  {
    status: 405,
    detail: 'This address takes POST only. Send the request as POST.',
    headers: { allow: 'POST' },
  },
  ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
)

/** Route handlers of addresses at which nothing is served. */
export const nothingHere = refusing(
  {
    status: 404,
    detail: 'There is no operation at this address. Compare the path with the API document.',
  },
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
)
