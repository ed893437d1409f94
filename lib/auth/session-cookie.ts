import 'server-only'
import { cookies } from 'next/headers'
import { getToken } from 'next-auth/jwt'
import { env } from '@/lib/env'
import { sessionSecret } from './secret'

/** Whether browsers reach Lading by https, so that its cookies are for https alone. */
export const isSecure = (): boolean => env().publicUrl.startsWith('https://')

/** The name of next-auth's session cookie at our origin. */
export const cookieName = (): string => `${isSecure() ? '__Secure-' : ''}next-auth.session-token`

/** Which session a decoded cookie names. */
export function sessionIdOf(token: Record<string, unknown> | null | undefined): string | undefined {
  return typeof token?.sid === 'string' ? token.sid : undefined
}

/**
 * The session that a cookie names. Only cryptography is asked, which takes a tenth of a millisecond: whether the
 * session is still alive, the database says.
 * @param all cookies by name
 * @returns undefined without a cookie, or with one that we did not make or that expired
 */
export async function readSessionId(all: Readonly<Record<string, string>>): Promise<string | undefined> {
  const token = await getToken({
    // next-auth's type asks for a whole request; it reads the cookies, and a bearer token, which we have no use for.
    req: { cookies: all, headers: {} } as Parameters<typeof getToken>[0]['req'],
    secret: sessionSecret(),
    cookieName: cookieName(),
  })
  return sessionIdOf(token)
}

/** The session that the cookie of this request names; whether it is still alive, the database says. */
export async function currentSessionId(): Promise<string | undefined> {
  const all = (await cookies()).getAll()
  return readSessionId(Object.fromEntries(all.map(({ name, value }) => [name, value])))
}
