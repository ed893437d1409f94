import NextAuth from 'next-auth'
import { callbackPath } from '@/lib/auth/callback-path'
import { originProblem } from '@/lib/auth/guard'
import { authOptions } from '@/lib/auth/options'
import { newSignInAttempt, tooManyTries } from '@/lib/auth/sign-in-attempt'

interface Context {
  params: Promise<{ nextauth: string[] }>
}

/** In bytes; larger than any e-mail address and password. next-auth itself would read a body of any size. */
const MAX_BODY_BYTES = 10_000

/** The used paths of next-auth; all others answer 404. */
const READ = new Set(['csrf', 'session', 'providers'])
const CHANGE = new Set(['callback/credentials', 'signout'])
/** Pages that next-auth would render itself, without our policy and texts. */
const PAGES = new Set(['signin', 'signout', 'error', 'verify-request', 'new-user'])

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': NO_STORE } })

const NO_STORE = 'private, no-store'

export async function GET(request: Request, context: Context): Promise<Response> {
  const asked = (await context.params).nextauth
  if (READ.has(asked.join('/'))) return NextAuth(authOptions())(request, context)
  if (!PAGES.has(asked[0] ?? '')) return notFound()
  const to = callbackPath(new URL(request.url).searchParams.get('callbackUrl') ?? undefined)
  const location = to === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(to)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': NO_STORE } })
}

export async function POST(request: Request, context: Context): Promise<Response> {
  if (!CHANGE.has((await context.params).nextauth.join('/'))) return notFound()
  const foreign = await originProblem()
  if (foreign) {
    return Response.json(
      { type: 'about:blank', title: foreign.code, status: 403, detail: foreign.message },
      { status: 403, headers: { 'content-type': 'application/problem+json', 'cache-control': NO_STORE } },
    )
  }
  const length = request.headers.get('content-length')
  if (length === null) return new Response(null, { status: 411 })
  if (Number(length) > MAX_BODY_BYTES) return new Response(null, { status: 413 })
  const attempt = newSignInAttempt(request.headers)
  const answer = await NextAuth(authOptions(attempt))(request, context)
  return attempt.blockedUntil ? tooManyTries(attempt.blockedUntil, new Date()) : answer
}
