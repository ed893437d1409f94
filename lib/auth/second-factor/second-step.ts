import 'server-only'
import { randomBytes } from 'node:crypto'
import type { SecondStep } from '@/lib/desk-api/people/account'
import type { Database } from '@/lib/store/db/database'
import { recordOperatorEvent } from '@/lib/store/people/operator-events'
import { findOperator, type Operator } from '@/lib/store/people/operators'
import { findChallenge, putChallenge, takeChallenge } from '@/lib/store/people/sign-in/auth-challenges'
import { findPasskey, listPasskeys, notePasskeyUsed } from '@/lib/store/people/sign-in/passkeys'
import { spendRecoveryCode } from '@/lib/store/people/sign-in/recovery-codes'
import { findSecondFactors, hasSecondFactor } from '@/lib/store/people/sign-in/second-factors'
import {
  claimAttempt,
  forgetAttempts,
  MAX_FAILURES_PER_SOURCE,
  type SignInSource,
} from '@/lib/store/people/sign-in/sign-in-attempts'
import { acceptTotpStep, findTotpSecret, openTotpSecret } from '@/lib/store/people/sign-in/totp'
import { tokenHash } from '@/lib/store/stored-values'
import { canUsePasskeys, passkeyIdOf, signWithPasskeyOptions, verifyPasskey } from './passkey'
import { hashRecoveryCode } from './recovery-code'
import { totpStepOf } from './totp'

/** What a person proves in the second step. */
export interface SecondStepProof {
  readonly token: string
  readonly kind: 'totp' | 'recovery' | 'passkey'
  /** The code, or the response of the browser as JSON. */
  readonly value: string
}

export type SecondStepResult =
  | { readonly kind: 'signed_in'; readonly operator: Operator }
  /** `next`: how to try again. */
  | { readonly kind: 'wrong'; readonly next: SecondStep }
  | { readonly kind: 'blocked'; readonly until: Date }
  /** The first step is too long ago, or void. */
  | { readonly kind: 'expired' }

/**
 * Begins the second step of a sign-in after the right password. No session exists until it is done.
 * @returns undefined if the operator has no second factor
 */
export async function beginSecondStep(
  { kysely }: Reads,
  operator: Operator,
): Promise<SecondStep | undefined> {
  if (!hasSecondFactor(await findSecondFactors(kysely, operator.id))) return undefined
  const token = randomBytes(32).toString('base64url')
  await putChallenge(kysely, {
    kind: 'sign_in',
    holder: tokenHash(token),
    operatorId: operator.id,
    value: '',
  })
  return describeStep({ kysely }, operator.id, token)
}

/**
 * Verifies the second step. Codes are limited to five in 15 minutes for each account, whatever network they come from:
 * only a person who knows the password gets here. Known devices count by themselves, as in the first step. A signature
 * of a passkey cannot be guessed and does not count.
 * @param findDevice the known device of an account that sent the request
 */
export async function verifySecondStep(
  open: Pick<Database, 'kysely' | 'write'>,
  { token, kind, value }: SecondStepProof,
  findDevice: (email: string) => Promise<string | undefined>,
  now = new Date(),
): Promise<SecondStepResult> {
  const { kysely } = open
  const pending = await findChallenge(kysely, { kind: 'sign_in', holder: tokenHash(token) }, now)
  const operator = pending && (await findOperator(kysely, pending.operatorId))
  if (!operator) return { kind: 'expired' }
  const source = kind === 'passkey' ? undefined : await codeSource(operator, findDevice)
  const claim = source && (await claimAttempt(kysely, source, now))
  if (claim && !claim.ok) return { kind: 'blocked', until: claim.until }
  const isRight =
    kind === 'passkey'
      ? await acceptPasskey(open, operator, { kind: 'sign_in_passkey', holder: tokenHash(token) }, value, now)
      : kind === 'totp'
        ? await acceptTotp(open, operator.id, value, now)
        : await acceptRecoveryCode(open, operator.id, value, now)
  if (!isRight) {
    if (claim && claim.earlier >= MAX_FAILURES_PER_SOURCE - 1) await recordBlocked(open, operator, now)
    return { kind: 'wrong', next: await describeStep(open, operator.id, token) }
  }
  if (source) await forgetAttempts(kysely, source)
  const isFirst = await takeChallenge(kysely, { kind: 'sign_in', holder: tokenHash(token) }, now)
  return isFirst ? { kind: 'signed_in', operator } : { kind: 'expired' }
}

/**
 * How a signed-in operator can sign with a passkey to confirm who they are, as JSON for the browser; undefined
 * without a passkey.
 */
export async function confirmWithPasskeyOptions(
  open: Reads,
  operatorId: string,
  sessionId: string,
): Promise<string | undefined> {
  return passkeyOptions(open, operatorId, { kind: 'confirm_passkey', holder: sessionId })
}

/** Confirms who a signed-in operator is, by what one of their passkeys signed. @returns whether it is right */
export async function confirmByPasskey(
  open: Reads,
  operator: Operator,
  sessionId: string,
  response: string,
): Promise<boolean> {
  const key = { kind: 'confirm_passkey', holder: sessionId } as const
  return acceptPasskey(open, operator, key, response, new Date())
}

type ChallengeKey = { readonly kind: 'sign_in_passkey' | 'confirm_passkey'; readonly holder: string }

type Reads = Pick<Database, 'kysely'>

async function describeStep({ kysely }: Reads, operatorId: string, token: string): Promise<SecondStep> {
  const { totpAt, isAppLost } = await findSecondFactors(kysely, operatorId)
  const passkey = await passkeyOptions({ kysely }, operatorId, {
    kind: 'sign_in_passkey',
    holder: tokenHash(token),
  })
  return {
    token,
    hasApp: totpAt !== null && !isAppLost,
    ...(isAppLost && { isAppLost }),
    ...(passkey !== undefined && { passkey }),
  }
}

async function passkeyOptions(
  { kysely }: Reads,
  operatorId: string,
  key: ChallengeKey,
): Promise<string | undefined> {
  const passkeys = canUsePasskeys() ? await listPasskeys(kysely, operatorId) : []
  if (passkeys.length === 0) return undefined
  const options = await signWithPasskeyOptions(passkeys)
  await putChallenge(kysely, { ...key, operatorId, value: options.challenge })
  return JSON.stringify(options)
}

async function codeSource(
  { id, email }: Operator,
  findDevice: (email: string) => Promise<string | undefined>,
): Promise<SignInSource> {
  const device = await findDevice(email)
  // These keys are not addresses, so these tries count separately from those of passwords.
  return {
    email: `second-step:${id}`,
    network: `second-step:${id}`,
    device: device && `second-step:${device}`,
  }
}

/** Accepts a code of an app once. @returns whether it is right */
async function acceptTotp({ kysely }: Reads, operatorId: string, code: string, now: Date): Promise<boolean> {
  const sealed = await findTotpSecret(kysely, operatorId)
  const secret = sealed === undefined ? undefined : openTotpSecret(operatorId, sealed)
  const step = secret === undefined ? undefined : totpStepOf(secret, code, now)
  return step !== undefined && acceptTotpStep(kysely, operatorId, step)
}

/** Spends a recovery code. @returns whether there was such a code */
async function acceptRecoveryCode(
  open: Pick<Database, 'write'>,
  operatorId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  return open.write(async trx => {
    const isRight = await spendRecoveryCode(trx, operatorId, hashRecoveryCode(operatorId, code))
    if (!isRight) return false
    const { recoveryCodes } = await findSecondFactors(trx, operatorId)
    const event = 'recovery_code_used'
    await recordOperatorEvent(
      trx,
      { operatorId, actor: operatorId, event, detail: String(recoveryCodes) },
      now,
    )
    return true
  })
}

/** Accepts what a passkey signed, for a challenge that counts once. @returns whether it is right */
async function acceptPasskey(
  { kysely }: Reads,
  { id: operatorId }: Operator,
  key: ChallengeKey,
  response: string,
  now: Date,
): Promise<boolean> {
  const challenge = await takeChallenge(kysely, key, now)
  const id = await passkeyIdOf(response)
  if (challenge?.operatorId !== operatorId || id === undefined) return false
  const passkey = await findPasskey(kysely, operatorId, id)
  const counter = passkey && (await verifyPasskey(response, challenge.value, passkey))
  if (counter === undefined) return false
  await notePasskeyUsed(kysely, id, counter, now)
  return true
}

const recordBlocked = (open: Pick<Database, 'write'>, { id, email }: Operator, now: Date) =>
  open.write(trx =>
    recordOperatorEvent(
      trx,
      { operatorId: id, actor: id, event: 'second_factor_blocked', detail: email },
      now,
    ),
  )
