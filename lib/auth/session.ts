import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { encode } from 'next-auth/jwt'
import { cache } from 'react'
import { database } from '@/lib/store/database'
import type { Operator } from '@/lib/store/operators'
import { endSession, findSession, LIFETIME, startSession } from '@/lib/store/sessions'
import { openDoor } from './door'
import { PATH_HEADER } from './path-header'
import { sessionSecret } from './secret'
import { cookieName, currentSessionId, isSecure } from './session-cookie'

/** Whoever asks, as the database knows them now; undefined when not signed in, or no longer. */
export const currentOperator = cache(async (): Promise<Operator | undefined> => {
  const sid = await currentSessionId()
  return sid === undefined ? undefined : findSession((await database()).kysely, sid)
})

/** Whoever asks for this page. Who is not signed in goes to the sign-in page and comes back here afterwards. */
export async function requireOperator(): Promise<Operator> {
  const operator = await currentOperator()
  if (operator) return operator
  const path = (await headers()).get(PATH_HEADER) ?? '/'
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

/**
 * Signs in an operator who has just proved who they are otherwise, with the cookie that next-auth would set. It replaces
 * the session that this browser had.
 */
export async function beginSession(operatorId: string): Promise<void> {
  const from = await headers()
  const sid = await startSession((await database()).kysely, {
    operatorId,
    address: openDoor(from).address,
    userAgent: from.get('user-agent') ?? undefined,
    replaces: await currentSessionId(),
  })
  const maxAge = LIFETIME / 1000
  await setCookie(await encode({ token: { sid }, secret: sessionSecret(), maxAge }), maxAge)
}

/** Ends the session of whoever asks, here and on the server. */
export async function endCurrentSession(): Promise<void> {
  const sid = await currentSessionId()
  if (sid !== undefined) await endSession((await database()).kysely, sid)
  await setCookie('', 0)
}

async function setCookie(value: string, maxAge: number): Promise<void> {
  const store = await cookies()
  store.set(cookieName(), value, { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure() })
}
