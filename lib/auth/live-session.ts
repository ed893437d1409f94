import 'server-only'
import { database } from '@/lib/store/database'
import { findSession } from '@/lib/store/sessions'
import { cookieName, readSessionId } from './session-cookie'

/** A session that was alive is not asked for again for this long, in milliseconds. */
const REMEMBER_MS = 5_000
/** Live sessions remembered at most. */
const MAX_REMEMBERED = 1_000
/** Longer than any session cookie of ours. In characters. */
const MAX_COOKIE_LENGTH = 1_000

/** Cookies of sessions that were alive, and until when that is believed. */
const remembered = new Map<string, number>()

/**
 * Whether a Cookie header names a live session. Meant for limits, before a request is read: who may do what is checked
 * where it is done. The database is asked only about cookies that we made ourselves, so strangers cannot make it work;
 * when it cannot answer, such a cookie counts as signed in.
 * @param header the Cookie header of a request
 */
export async function isSignedIn(header: string | undefined, now: number = Date.now()): Promise<boolean> {
  const cookie = findCookie(header, cookieName())
  if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return false
  if ((remembered.get(cookie) ?? 0) > now) return true
  remembered.delete(cookie)
  const id = await readSessionId({ [cookieName()]: cookie })
  if (id === undefined || !(await isAlive(id))) return false
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(cookie, now + REMEMBER_MS)
  return true
}

async function isAlive(id: string): Promise<boolean> {
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
