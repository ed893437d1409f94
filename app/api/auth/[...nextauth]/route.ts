import NextAuth from 'next-auth'
import { discardUnreadableCallback } from '@/lib/auth/callback-cookie'
import { callbackPath } from '@/lib/auth/callback-path'
import { faultProblem, originProblem } from '@/lib/auth/guard'
import { authOptions } from '@/lib/auth/options'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { deskProblemResponse } from '@/lib/auth/route'
import {
  captureFault,
  newSignInAttempt,
  tooManyTries,
  unjudgedResponse,
} from '@/lib/auth/sign-in/sign-in-attempt'
import { env } from '@/lib/env'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

/**
 * In bytes; larger than any password and any signature of a passkey. next-auth itself would read a body of any size.
 */
const MAX_BODY_BYTES = 10_000

/** The used paths of next-auth; all others answer 404. */
const READ = new Set(['csrf', 'session', 'providers'])
const CHANGE = new Set(['callback/credentials', 'callback/second-step', 'signout'])
/** The paths of the sign-in provider, if there is one. */
const PROVIDER = { begin: 'signin/oidc', end: 'callback/oidc' }
/** Pages that next-auth would render itself, without our policy and texts. */
const PAGES = new Set(['signin', 'signout', 'error', 'verify-request', 'new-user'])

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': NO_STORE } })

const NO_STORE = 'private, no-store'

/** next-auth passes the query on to the provider. Only the query that asks people to sign in again is allowed. */
const hasKnownQuery = (request: Request) =>
  ['', '?prompt=login&max_age=0'].includes(new URL(request.url).search)

/**
 * Handles reads of next-auth, and the return from the provider; shows the sign-in page instead of next-auth's own
 * pages.
 */
export async function GET(request: Request, context: Context): Promise<Response> {
  const path = (await context.params).nextauth
  await discardUnreadableCallback()
  if (env().oidc && path.join('/') === PROVIDER.end) return returnFromProvider(request, context)
  if (READ.has(path.join('/'))) return NextAuth(authOptions())(request, context)
  if (!PAGES.has(path[0] ?? '')) return notFound()
  const { searchParams } = new URL(request.url)
  const to = callbackPath(searchParams.get('callbackUrl') ?? undefined)
  const isProviderError = /^(OAuth|Callback)/.test(searchParams.get('error') ?? '')
  const location = isProviderError
    ? '/sign-in?error=provider'
    : to === '/'
      ? '/sign-in'
      : `/sign-in?callbackUrl=${encodeURIComponent(to)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': NO_STORE } })
}

/** A fault of the desk is explained on the sign-in page like one of the provider: the person can only try again. */
async function returnFromProvider(request: Request, context: Context): Promise<Response> {
  const attempt = newSignInAttempt(request.headers)
  const response = await captureFault(attempt, async () => NextAuth(authOptions(attempt))(request, context))
  if (response && attempt.fault === undefined) return response
  faultProblem(attempt.fault)
  return new Response(null, {
    status: 303,
    headers: { location: '/sign-in?error=provider', 'cache-control': NO_STORE },
  })
}

/** Handles sign-in and sign-out, from this origin only. */
export async function POST(request: Request, context: Context): Promise<Response> {
  const path = (await context.params).nextauth.join('/')
  const beginsAtProvider = path === PROVIDER.begin && env().oidc !== undefined && hasKnownQuery(request)
  if (!CHANGE.has(path) && !beginsAtProvider) return notFound()
  const foreign = await originProblem()
  if (foreign) return deskProblemResponse(403, foreign)
  const length = request.headers.get('content-length')
  if (length === null) return new Response(null, { status: 411 })
  if (Number(length) > MAX_BODY_BYTES) return new Response(null, { status: 413 })
  await discardUnreadableCallback()
  const attempt = newSignInAttempt(request.headers)
  const response = await captureFault(attempt, async () => NextAuth(authOptions(attempt))(request, context))
  if (!response || attempt.fault !== undefined) return unjudgedResponse(attempt.fault)
  if (attempt.blockedUntil) return tooManyTries(attempt.blockedUntil, new Date())
  const { secondStep, hasExpired } = attempt
  const headers = { 'cache-control': NO_STORE }
  if (hasExpired) return Response.json({ hasExpired }, { status: 401, headers })
  if (!secondStep) return response
  return Response.json({ secondStep: secondStep.next }, { status: secondStep.isWrong ? 401 : 200, headers })
}

export const { PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, POST, OPTIONS')
