import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { clientAddress, networkOf } from '@/lib/auth/client-address'
import { faultProblem } from '@/lib/auth/guard'
import { faultResponse } from '@/lib/auth/route'
import { beginSecondStep, verifySecondStep } from '@/lib/auth/second-factor/second-step'
import type { SecondStep } from '@/lib/desk-api/people/account'
import { env } from '@/lib/env'
import type { Database } from '@/lib/store/db/database'
import { database, isStorageFull } from '@/lib/store/db/database'
import { findForSignIn, normalizeEmail, type Operator, renewPasswordHash } from '@/lib/store/people/operators'
import { maySignInWithPassword } from '@/lib/store/people/password-accounts'
import { claimAttempt, forgetAttempts, type SignInSource } from '@/lib/store/people/sign-in/sign-in-attempts'
import { publish } from '@/lib/telemetry/events'
import { getTranslations } from '@/lib/words/server'
import { findKnownDevice, rememberDevice } from './known-device'
import { hashPassword, matchesHash, needsRehash } from './passwords'

/** One attempt to sign in, from the request to next-auth's response. */
export interface SignInAttempt {
  readonly address: string
  /** When the next attempt is allowed, if this one exceeded the limit. */
  blockedUntil?: Date
  /** The sign-in needs a second step: the password was right, or this second step was wrong. */
  secondStep?: { readonly next: SecondStep; readonly isWrong: boolean }
  /** The second step came too late, or its first step is void. */
  hasExpired?: boolean
  /** Why the attempt could not be judged. next-auth would take it for a wrong password, and send its message on. */
  fault?: unknown
  /** The operator who signed in at the provider. */
  provided?: { readonly operatorId: string; readonly provedAt: Date | null }
}

/** An attempt to sign in, by the address that its request came from. */
export const newSignInAttempt = (headers: Headers): SignInAttempt => ({
  address: clientAddress(headers, env().trustedProxies),
})

/** Runs the work of an attempt; an exception is kept as its fault. */
export async function captureFault<T>(
  attempt: SignInAttempt,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    attempt.fault = error
    return undefined
  }
}

/**
 * Counts the attempt, then verifies the password. It uses the fields that next-auth parsed: a second parser
 * could be made to see another account. A successful sign-in makes the device known. If the operator has a second
 * factor, the password only begins the second step.
 */
export async function authenticate(
  attempt: SignInAttempt,
  credentials: unknown,
): Promise<Operator | undefined> {
  const { email, password } = (credentials ?? {}) as { email?: unknown; password?: unknown }
  if (typeof email !== 'string' || typeof password !== 'string' || !maySignInWithPassword(email))
    return undefined
  const operator = await tryPassword(attempt, { email, password, device: await findKnownDevice(email) })
  const next = operator && (await beginSecondStep(await database(), operator))
  if (next) {
    attempt.secondStep = { next, isWrong: false }
    return undefined
  }
  if (operator) await rememberDevice(email)
  publish('signIn', { outcome: operator ? 'succeeded' : attempt.blockedUntil ? 'limited' : 'failed' })
  return operator
}

/** Verifies the second step of a sign-in by the fields that next-auth parsed. */
export async function authenticateSecondStep(
  attempt: SignInAttempt,
  credentials: unknown,
): Promise<Operator | undefined> {
  const proof = secondStepSchema.safeParse(credentials)
  const result = proof.success
    ? await verifySecondStep(await database(), proof.data, findKnownDevice)
    : ({ kind: 'expired' } as const)
  if (result.kind === 'blocked') attempt.blockedUntil = result.until
  if (result.kind === 'wrong') attempt.secondStep = { next: result.next, isWrong: true }
  if (result.kind === 'expired') attempt.hasExpired = true
  else publish('signIn', { outcome: OUTCOMES[result.kind] })
  if (result.kind !== 'signed_in') return undefined
  await rememberDevice(result.operator.email)
  return result.operator
}

const OUTCOMES = { signed_in: 'succeeded', wrong: 'failed', blocked: 'limited' } as const

const secondStepSchema = z.object({
  token: z.string().max(100),
  kind: z.enum(['totp', 'recovery', 'passkey']),
  value: z.string().max(9_000),
})

async function tryPassword(
  attempt: SignInAttempt,
  { password, ...who }: { email: string; password: string; device: string | undefined },
): Promise<Operator | undefined> {
  const open = await database()
  const source = { ...who, network: networkOf(attempt.address) }
  const claim = await claimAttempt(open.kysely, source)
  if (claim.ok) return signIn(open, { ...source, password }, claim.earlier)
  attempt.blockedUntil = claim.until
  return undefined
}

/**
 * Whether the password of a signed-in operator is correct. Attempts are limited to five in 15 minutes per
 * session: an unattended browser cannot be used to guess faster than the sign-in page, and failures there do
 * not count here.
 * @param session the session id; without one all sessions of the account count together
 */
export async function verifyPassword(
  attempt: SignInAttempt,
  email: string,
  password: string,
  session = normalizeEmail(email),
): Promise<'right' | 'wrong' | 'later'> {
  const isRight =
    (await tryPassword(attempt, { email, password, device: `session:${session}` })) !== undefined
  return isRight ? 'right' : attempt.blockedUntil ? 'later' : 'wrong'
}

const t = getTranslations('auth.signIn')

/** The response to an attempt above the limit. next-auth's client reads the error from `url`. */
export function tooManyTries(until: Date, now: Date): Response {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const message = t('later', { minutes: Math.ceil(seconds / 60) })
  return Response.json(
    { url: `${env().publicUrl}/sign-in?error=TooManyTries`, message },
    { status: 429, headers: { 'retry-after': String(seconds), 'cache-control': 'private, no-store' } },
  )
}

/**
 * The response to an attempt that could not be judged. On a full disk none can: each is counted before it is judged.
 */
export function unjudgedResponse(fault: unknown): Response {
  const problem = faultProblem(fault)
  return faultResponse(fault, isStorageFull(fault) ? { ...problem, message: t('full') } : problem)
}

/**
 * The operator with this e-mail address and password. The delay grows with the number of earlier failures
 * and applies to correct passwords, too; otherwise an immediate response would reveal the correct one.
 * Unknown accounts cost the same time. A hash with outdated parameters is replaced.
 */
export async function signIn(
  { kysely }: Pick<Database, 'kysely'>,
  { password, ...attempt }: SignInSource & { readonly password: string },
  earlier: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Operator | undefined> {
  // Waiting starts no hash and occupies none of the four hashing slots.
  if (earlier > 0) await wait(delayAfter(earlier))
  const found = await findForSignIn(kysely, attempt.email)
  if (!(await matchesHash(password, found?.passwordHash))) return undefined
  await forgetAttempts(kysely, attempt)
  if (found && needsRehash(found.passwordHash)) {
    const { operator, passwordHash } = found
    await renewPasswordHash(kysely, operator.id, passwordHash, await hashPassword(password))
  }
  return found?.operator
}

/**
 * The delay after `earlier` failed attempts, in ms: 0.25 s, doubled with each further failure, at most 4 s.
 */
export const delayAfter = (earlier: number): number =>
  earlier <= 0 ? 0 : Math.min(250 * 2 ** (earlier - 1), 4000)
