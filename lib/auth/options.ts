import 'server-only'
import { headers } from 'next/headers'
import type { AuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { logFault } from '@/lib/log/log'
import { database } from '@/lib/store/database'
import { endSession, findSession, LIFETIME, startSession } from '@/lib/store/sessions'
import { type Door, knock } from './door'
import { sessionSecret } from './secret'
import { currentSessionId, sessionIdOf } from './session-cookie'

/**
 * How next-auth works here: its cookie is an encrypted token that names a session in the database and nothing else;
 * who that is and what they may do is asked there on every request.
 * @param door through which a password may come in; without one, none is heard
 */
export function authOptions(door?: Door): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: 'jwt', maxAge: LIFETIME / 1000 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: async credentials => (door && (await knock(door, credentials))) ?? null,
      }),
    ],
    callbacks: {
      jwt: async ({ token, user, trigger }) => {
        const { kysely } = await database()
        if (trigger === 'signIn') {
          const userAgent = (await headers()).get('user-agent') ?? undefined
          // What this browser was signed in as before is over: its cookie is about to be overwritten.
          const replaces = await currentSessionId()
          const from = { address: door?.address, userAgent, replaces }
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
      error: code => (quiet.has(code) ? undefined : logFault('next-auth', undefined, { code })),
      warn: () => {},
    },
  }
}

/** A cookie that is no longer good is no fault. */
const quiet = new Set(['JWT_SESSION_ERROR', 'SIGNOUT_ERROR'])
