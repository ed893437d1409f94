import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { encode } from 'next-auth/jwt'
import { cache } from 'react'
import { env } from '@/lib/env'
import { database, isTransient } from '@/lib/store/db/database'
import type { Operator } from '@/lib/store/people/operators'
import {
  endSession,
  findSession,
  SESSION_LIFETIME_MS,
  startSession,
} from '@/lib/store/people/sign-in/sessions'
import { clientAddress } from './client-address'
import { PATH_HEADER } from './path-header'
import { cookieName, currentSessionId, isSecure, sessionSecret } from './session-cookie'

/** The operator of this request, read from the database; undefined without a live session. */
export const currentOperator = cache(async (): Promise<Operator | undefined> => {
  const sid = await currentSessionId()
  return sid === undefined ? undefined : findSession((await database()).kysely, sid)
})

/**
 * The operator of this page request. Without a session it redirects to the sign-in page, and operators who must add
 * a second factor to the page where they do; both return here afterwards.
 */
export async function requireOperator(): Promise<Operator> {
  const operator = await currentOperator().catch(nameUnavailable)
  if (operator && !operator.mustAddSecondFactor) return operator
  const path = (await headers()).get(PATH_HEADER) ?? '/'
  redirect(`/${operator ? 'second-factor' : 'sign-in'}?callbackUrl=${encodeURIComponent(path)}`)
}

/** Next sends the digest of an error to the page that shows it (app/(desk)/error.tsx). */
function nameUnavailable(error: unknown): never {
  if (isTransient(error)) Object.assign(error as Error, { digest: 'unavailable' })
  throw error
}

/**
 * Starts a session for an operator who proved their identity without a password, with the cookie that
 * next-auth would set. It replaces the browser's previous session.
 */
export async function beginSession(operatorId: string): Promise<void> {
  const from = await headers()
  const sid = await startSession((await database()).kysely, {
    operatorId,
    address: clientAddress(from, env().trustedProxies),
    userAgent: from.get('user-agent') ?? undefined,
    replaces: await currentSessionId(),
  })
  const maxAge = SESSION_LIFETIME_MS / 1000
  await setCookie(await encode({ token: { sid }, secret: sessionSecret(), maxAge }), maxAge)
}

/** Ends the session of this request and removes its cookie. */
export async function endCurrentSession(): Promise<void> {
  const sid = await currentSessionId()
  if (sid !== undefined) await endSession((await database()).kysely, sid)
  await setCookie('', 0)
}

async function setCookie(value: string, maxAge: number): Promise<void> {
  const store = await cookies()
  store.set(cookieName(), value, { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure() })
}
