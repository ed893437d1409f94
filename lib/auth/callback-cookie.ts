import 'server-only'
import { cookies } from 'next/headers'
import { isSecure } from './session-cookie'

/**
 * Removes the cookie in which next-auth keeps where a sign-in leads, if it holds no address: next-auth would respond to
 * every request of this browser with a fault, so that its owner could not sign in. Another site of the same domain can
 * set such a cookie.
 */
export async function discardUnreadableCallback(): Promise<void> {
  const store = await cookies()
  const name = `${isSecure() ? '__Secure-' : ''}next-auth.callback-url`
  const { value = '' } = store.get(name) ?? {}
  if (value !== '' && !isAddress(value)) store.set(name, '', { maxAge: 0, path: '/', secure: isSecure() })
}

/** Whether next-auth can read a text as an address: a whole one, or a path. */
const isAddress = (text: string): boolean =>
  text.startsWith('/')
    ? URL.canParse(text, 'http://here.invalid')
    : URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
