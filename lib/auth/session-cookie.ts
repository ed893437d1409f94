import 'server-only'
import { cookies } from 'next/headers'
import { getToken } from 'next-auth/jwt'
import { env } from '@/lib/env'
import { sessionSecret } from './secret'

/** Whether browsers reach us by https, so that cookies may be limited to it. */
export const isSecure = () => env().publicUrl.startsWith('https://')

/** The name of next-auth's cookie at our origin. */
export const cookieName = (): string => `${isSecure() ? '__Secure-' : ''}next-auth.session-token`

/** Which session a decoded cookie names. */
export function sessionIdOf(token: Record<string, unknown> | null | undefined): string | undefined {
  return typeof token?.sid === 'string' ? token.sid : undefined
}

/** The session that the cookie of this request names; whether it is still good, the database says. */
export async function currentSessionId(): Promise<string | undefined> {
  const store = Object.fromEntries((await cookies()).getAll().map(({ name, value }) => [name, value]))
  const token = await getToken({
    // next-auth's type asks for a whole request; it reads the cookies, and a bearer token, which we have no use for.
    req: { cookies: store, headers: {} } as Parameters<typeof getToken>[0]['req'],
    secret: sessionSecret(),
    cookieName: cookieName(),
  })
  return sessionIdOf(token)
}
