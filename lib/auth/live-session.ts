import 'server-only'
import { database } from '@/lib/store/db/database'
import { findSession } from '@/lib/store/people/sign-in/sessions'
import { cookieName, readSessionId } from './session-cookie'

/** How long the result for a live session is cached, in milliseconds. */
const REMEMBER_MS = 5_000
const MAX_REMEMBERED = 1_000
/** The longest session cookie that Lading sets is shorter. In characters. */
const MAX_COOKIE_LENGTH = 1_000

/** Cookies of live sessions, and until when the result is cached. */
const remembered = new Map<string, number>()

/**
 * Whether a Cookie header names a live session. Rate limits ask this before a request is read; authorization
 * happens elsewhere. The database is queried only for cookies with a valid signature, so anonymous requests
 * cannot cause queries. If the database does not respond, such a cookie counts as signed in.
 * @param header the Cookie header of a request
 */
export async function isSignedIn(header: string | undefined, now: number = Date.now()): Promise<boolean> {
  const cookie = findCookie(header, cookieName())
  if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return false
  if ((remembered.get(cookie) ?? 0) > now) return true
  remembered.delete(cookie)
  const id = await readSessionId({ [cookieName()]: cookie })
  if (id === undefined || !(await isLive(id))) return false
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(cookie, now + REMEMBER_MS)
  return true
}

async function isLive(id: string): Promise<boolean> {
  try {
    return (await findSession((await database()).kysely, id)) !== undefined
  } catch {
    return true
  }
}

/** The value of the first cookie of this name (RFC 6265, 5.4). */
function findCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  return header
    ?.split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(start))
    ?.slice(start.length)
}
