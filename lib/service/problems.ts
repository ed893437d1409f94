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

const refuseMethod = () =>
  problemResponse({
    status: 405,
    detail: 'This address takes POST only. Send the request as POST.',
    headers: { allow: 'POST' },
  })

/** Route handlers of the methods that an operation does not take. */
export const onlyPost = {
  GET: refuseMethod,
  HEAD: refuseMethod,
  PUT: refuseMethod,
  PATCH: refuseMethod,
  DELETE: refuseMethod,
  OPTIONS: refuseMethod,
}

const refuseAddress = () =>
  problemResponse({
    status: 404,
    detail: 'There is no operation at this address. Compare the path with the API document.',
  })

/** Route handlers of addresses at which nothing is served. */
export const nothingHere = {
  GET: refuseAddress,
  HEAD: refuseAddress,
  POST: refuseAddress,
  PUT: refuseAddress,
  PATCH: refuseAddress,
  DELETE: refuseAddress,
  OPTIONS: refuseAddress,
}
