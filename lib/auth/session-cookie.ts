import 'server-only'
import { cookies } from 'next/headers'
import { getToken } from 'next-auth/jwt'
import { env } from '@/lib/env'
import { keyring, newestKey } from '@/lib/store/secrets/keyring'

/** Whether browsers reach Lading by HTTPS, so that its cookies are marked Secure. */
export const isSecure = (): boolean => env().publicUrl.startsWith('https://')

/** The name of next-auth's session cookie at our origin. */
export const cookieName = (): string => `${isSecure() ? '__Secure-' : ''}next-auth.session-token`

/** The session id in a decoded cookie. */
export function sessionIdOf(token: Record<string, unknown> | null | undefined): string | undefined {
  return typeof token?.sid === 'string' ? token.sid : undefined
}

/**
 * The session id in the session cookie. This only decrypts (0.2 ms); the database knows whether the session
 * is live.
 * @param all cookies by name
 * @returns undefined without a cookie, or if it is forged or expired
 */
export async function readSessionId(all: Readonly<Record<string, string>>): Promise<string | undefined> {
  const token = await getToken({
    // next-auth's type requires a whole request; it reads the cookies and a bearer token, which Lading does
    // not use.
    req: { cookies: all, headers: {} } as Parameters<typeof getToken>[0]['req'],
    secret: sessionSecret(),
    cookieName: cookieName(),
  })
  return sessionIdOf(token)
}

/** The session id in the cookie of this request; the database knows whether the session is live. */
export async function currentSessionId(): Promise<string | undefined> {
  const all = (await cookies()).getAll()
  return readSessionId(Object.fromEntries(all.map(({ name, value }) => [name, value])))
}

/** The encryption key of session cookies. A new first key in APP_KEYS ends all sessions. */
export const sessionSecret = (): string => newestKey(keyring(), 'session').bytes.toString('base64url')
