import 'server-only'
import { headers } from 'next/headers'
import type { AuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { logFault } from '@/lib/log/log'
import { database } from '@/lib/store/db/database'
import { endSession, findSession, SESSION_LIFETIME_MS, startSession } from '@/lib/store/people/sessions'
import { currentSessionId, sessionIdOf, sessionSecret } from './session-cookie'
import { authenticate, type SignInAttempt } from './sign-in-attempt'

/**
 * The next-auth options of Lading: the cookie is an encrypted token that contains only a session id. The
 * session, its operator and the role are read from the database on every request.
 * @param attempt the sign-in attempt of this request; without it no password is accepted
 */
export function authOptions(attempt?: SignInAttempt): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: 'jwt', maxAge: SESSION_LIFETIME_MS / 1000 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: async credentials => (attempt && (await authenticate(attempt, credentials))) ?? null,
      }),
    ],
    callbacks: {
      jwt: async ({ token, user, trigger }) => {
        const { kysely } = await database()
        if (trigger === 'signIn') {
          const userAgent = (await headers()).get('user-agent') ?? undefined
          // The session that this browser had before ends, because its cookie is overwritten.
          const replaces = await currentSessionId()
          const from = { address: attempt?.address, userAgent, replaces }
          return { sid: await startSession(kysely, { operatorId: user.id, ...from }) }
        }
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
      error: code => (EXPECTED_ERRORS.has(code) ? undefined : logFault('next-auth', undefined, { code })),
      warn: () => {},
    },
  }
}

/** Errors of expired cookies, which are not logged. */
const EXPECTED_ERRORS = new Set(['JWT_SESSION_ERROR', 'SIGNOUT_ERROR'])
