import 'server-only'
import { headers } from 'next/headers'
import type { AuthOptions, Profile } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { env } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import { type Db, database } from '@/lib/store/db/database'
import {
  endSession,
  findSession,
  SESSION_LIFETIME_MS,
  startSession,
} from '@/lib/store/people/sign-in/sessions'
import { publish } from '@/lib/telemetry/events'
import { callbackPath } from './callback-path'
import { admitByClaims } from './oidc/admit'
import { OIDC_PROVIDER, oidcProvider } from './oidc/provider'
import { currentSessionId, sessionIdOf, sessionSecret } from './session-cookie'
import {
  authenticate,
  authenticateSecondStep,
  captureFault,
  type SignInAttempt,
} from './sign-in/sign-in-attempt'

/**
 * The next-auth options of Lading: the cookie is an encrypted token that contains only a session id. The
 * session, its operator and the role are read from the database on every request.
 * @param attempt the sign-in attempt of this request; without it no password is accepted
 */
export function authOptions(attempt?: SignInAttempt): AuthOptions {
  const { oidc, publicUrl } = env()
  return {
    secret: sessionSecret(),
    session: { strategy: 'jwt', maxAge: SESSION_LIFETIME_MS / 1000 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: async credentials =>
          (attempt && (await captureFault(attempt, () => authenticate(attempt, credentials)))) ?? null,
      }),
      Credentials({
        id: 'second-step',
        credentials: { token: {}, kind: {}, value: {} },
        authorize: async credentials =>
          (attempt && (await captureFault(attempt, () => authenticateSecondStep(attempt, credentials)))) ??
          null,
      }),
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    callbacks: {
      // Refusals after a sign-in at the provider are explained on the sign-in page.
      signIn: ({ account, profile }) =>
        account?.provider !== OIDC_PROVIDER || (attempt ? admitFromProvider(attempt, profile) : false),
      redirect: ({ url }) => publicUrl + callbackPath(pathOf(url, publicUrl)),
      jwt: async ({ token, user, account, trigger }) => {
        const { kysely } = await database()
        if (trigger === 'signIn')
          return { sid: await startSessionOf(kysely, account?.provider, user.id, attempt) }
        const sid = sessionIdOf(token)
        if (sid && (await findSession(kysely, sid))) return { sid }
        throw new Error('The session is over.')
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        const sid = sessionIdOf(token)
        if (sid) await endSession((await database()).kysely, sid)
      },
    },
    logger: {
      error: (code, metadata) =>
        EXPECTED_ERRORS.has(code)
          ? undefined
          : logFault('next-auth', undefined, { code, ...reasonOf(metadata) }),
      warn: () => {},
    },
  }
}

/**
 * Admits who signed in at the provider, and notes the operator in the attempt.
 * @returns false or the page that explains why not, as the `signIn` callback of next-auth does
 */
async function admitFromProvider(
  attempt: SignInAttempt,
  claims: Profile | undefined,
): Promise<boolean | string> {
  const { oidc, publicUrl } = env()
  if (!oidc) return false
  const admitted = await captureFault(attempt, async () => admitByClaims(await database(), oidc, claims))
  if (!admitted) return false
  publish('signIn', { outcome: admitted.ok ? 'succeeded' : 'failed' })
  if (!admitted.ok) return `${publicUrl}/sign-in?error=${admitted.why}`
  attempt.provided = admitted
  return true
}

/**
 * Starts the session of a sign-in.
 * @param userId the operator, for sign-ins with a password
 * @returns the id of the session
 */
async function startSessionOf(
  db: Db,
  provider: string | undefined,
  userId: string,
  attempt: SignInAttempt | undefined,
): Promise<string> {
  const userAgent = (await headers()).get('user-agent') ?? undefined
  // The session that this browser had before ends, because its cookie is overwritten.
  const replaces = await currentSessionId()
  const from = { address: attempt?.address, userAgent, replaces }
  if (provider !== OIDC_PROVIDER) return startSession(db, { operatorId: userId, ...from })
  if (!attempt?.provided) throw new Error('The sign-in provider named no operator.')
  return startSession(db, { ...attempt.provided, ...from, method: 'oidc' })
}

/** The path of a URL of this origin, or of a path. */
const pathOf = (url: string, publicUrl: string) =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url

/**
 * The OAuth error code of a provider, such as `invalid_client`. Messages are not logged: they quote states, nonces and
 * answers.
 */
function reasonOf(metadata: unknown): { readonly reason?: string } {
  const nested = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error
  const reason = (nested as { error?: unknown } | null | undefined)?.error
  return typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason) ? { reason } : {}
}

/** Errors of expired cookies, which are not logged. */
const EXPECTED_ERRORS = new Set(['JWT_SESSION_ERROR', 'SIGNOUT_ERROR'])
