import 'server-only'
import { isAtLeast } from '@/lib/auth/roles'
import { canUsePasskeys, newPasskeyOptions, readNewPasskey } from '@/lib/auth/second-factor/passkey'
import { createRecoveryCodes, hashRecoveryCode } from '@/lib/auth/second-factor/recovery-code'
import { createTotpSecret, totpEnrolment, totpStepOf } from '@/lib/auth/second-factor/totp'
import type { NewRecoveryCodes, SecondFactorView, TotpSetUp } from '@/lib/desk-api/people/account'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { type Db, database } from '@/lib/store/db/database'
import { lastSecondFactorReset, recordOperatorEvent } from '@/lib/store/people/operator-events'
import type { Operator } from '@/lib/store/people/operators'
import { findChallenge, putChallenge, takeChallenge } from '@/lib/store/people/sign-in/auth-challenges'
import {
  addPasskey,
  deletePasskey as deleteStoredPasskey,
  listPasskeys,
} from '@/lib/store/people/sign-in/passkeys'
import { deleteRecoveryCodes, replaceRecoveryCodes } from '@/lib/store/people/sign-in/recovery-codes'
import { findSecondFactors, hasSecondFactor } from '@/lib/store/people/sign-in/second-factors'
import { isSecondFactorRequired } from '@/lib/store/people/sign-in/sign-in-policy'
import {
  deleteTotp as deleteStoredTotp,
  openTotpSecret,
  saveTotp,
  sealTotpSecret,
} from '@/lib/store/people/sign-in/totp'
import type { OperatorEventKind } from '@/lib/store/people/tables'
import { getTranslations } from '@/lib/words/server'

// An operator's own second factors. Each function expects that the caller has confirmed who they are.

const t = getTranslations('secondFactor')

/** Maximum number of passkeys of one operator. */
const MAX_PASSKEYS = 20

/** What the account page shows: the operator's factors, and whether the workspace requires one. */
export async function readSecondFactors({ id, role }: Operator): Promise<SecondFactorView> {
  const { kysely } = await database()
  const factors = await findSecondFactors(kysely, id)
  const passkeys = await listPasskeys(kysely, id)
  return {
    // An app whose key was given up is set up again.
    totpAt: factors.isAppLost ? null : factors.totpAt,
    passkeys: passkeys.map(({ id: passkeyId, name, createdAt, usedAt }) => ({
      id: passkeyId,
      name,
      createdAt,
      usedAt,
    })),
    recoveryCodes: factors.recoveryCodes,
    canUsePasskeys: canUsePasskeys(),
    isRequired: isAtLeast(role, 'registrar') && (await isSecondFactorRequired(kysely)),
    reset: hasSecondFactor(factors) ? null : await lastSecondFactorReset(kysely, id),
  }
}

/** Begins to set up an authenticator app. Nothing changes until a code of the app confirms it. */
export async function beginTotp({ id, email }: Operator, session: string): Promise<Result<TotpSetUp>> {
  const { kysely } = await database()
  const secret = createTotpSecret()
  const value = sealTotpSecret(id, secret)
  await putChallenge(kysely, { kind: 'new_totp', holder: session, operatorId: id, value })
  return ok(totpEnrolment(secret, email))
}

/** Stores the authenticator app if its code is right. @returns recovery codes, with the first second factor */
export async function confirmTotp(
  operator: Operator,
  session: string,
  code: string,
  now = new Date(),
): Promise<Result<NewRecoveryCodes>> {
  const { kysely, write } = await database()
  const key = { kind: 'new_totp', holder: session } as const
  const pending = await findChallenge(kysely, key, now)
  const secret = pending?.operatorId === operator.id ? openTotpSecret(operator.id, pending.value) : undefined
  if (!pending || secret === undefined) return fail('expired', t('expired'))
  const lastStep = totpStepOf(secret, code, now)
  if (lastStep === undefined) {
    const field = { name: 'code', message: t('wrongCode') }
    return fail('input', getTranslations('auth.guard')('input'), [field])
  }
  return write(async trx => {
    if (!(await takeChallenge(trx, key, now))) return fail('expired', t('expired'))
    await saveTotp(trx, { operatorId: operator.id, sealed: pending.value, lastStep }, now)
    await record(trx, operator, 'totp_added', now)
    return ok(await ensureRecoveryCodes(trx, operator, now))
  })
}

/** Deletes the authenticator app, unless it is the last second factor of an operator who must have one. */
export async function deleteTotp(operator: Operator): Promise<Result<null>> {
  const now = new Date()
  const { write } = await database()
  return write(async trx => {
    const { passkeys } = await findSecondFactors(trx, operator.id)
    const refusal = await lastFactorProblem(trx, operator, passkeys)
    if (refusal) return refusal
    if (!(await deleteStoredTotp(trx, operator.id))) return fail('gone', t('gone'))
    await record(trx, operator, 'totp_removed', now)
    return deletedFactor(trx, operator, passkeys)
  })
}

/** What the browser needs to create a passkey, as JSON. */
export async function beginPasskey(operator: Operator, session: string): Promise<Result<string>> {
  if (!canUsePasskeys()) return fail('unavailable', t('unavailable'))
  const { kysely } = await database()
  const existing = await listPasskeys(kysely, operator.id)
  if (existing.length >= MAX_PASSKEYS) return fail('full', t('full', { most: MAX_PASSKEYS }))
  const options = await newPasskeyOptions(operator, existing)
  await putChallenge(kysely, {
    kind: 'new_passkey',
    holder: session,
    operatorId: operator.id,
    value: options.challenge,
  })
  return ok(JSON.stringify(options))
}

/** Stores the passkey that the browser created. @returns recovery codes, with the first second factor */
export async function finishPasskey(
  operator: Operator,
  session: string,
  { name, response }: { readonly name: string; readonly response: string },
): Promise<Result<NewRecoveryCodes>> {
  const now = new Date()
  const { kysely, write } = await database()
  const challenge = await takeChallenge(kysely, { kind: 'new_passkey', holder: session }, now)
  if (challenge?.operatorId !== operator.id) return fail('expired', t('expired'))
  const passkey = await readNewPasskey(response, challenge.value)
  if (!passkey) return fail('passkey', t('wrongPasskey'))
  return write(async trx => {
    const isNew = await addPasskey(trx, { ...passkey, operatorId: operator.id, name }, now)
    if (!isNew) return fail('passkey', t('passkeyTaken'))
    await record(trx, operator, 'passkey_added', now, name)
    return ok(await ensureRecoveryCodes(trx, operator, now))
  })
}

/** Deletes a passkey, unless it is the last second factor of an operator who must have one. */
export async function deletePasskey(operator: Operator, passkeyId: string): Promise<Result<null>> {
  const now = new Date()
  const { write } = await database()
  return write(async trx => {
    const { totpAt, isAppLost, passkeys } = await findSecondFactors(trx, operator.id)
    const others = passkeys - 1 + (totpAt === null || isAppLost ? 0 : 1)
    const refusal = await lastFactorProblem(trx, operator, others)
    if (refusal) return refusal
    const name = await deleteStoredPasskey(trx, operator.id, passkeyId)
    if (name === undefined) return fail('gone', t('gone'))
    await record(trx, operator, 'passkey_removed', now, name)
    return deletedFactor(trx, operator, others)
  })
}

/** Replaces the recovery codes. @returns the new ones, which are not stored in plain text */
export async function renewRecoveryCodes(operator: Operator): Promise<Result<readonly string[]>> {
  const now = new Date()
  const { write } = await database()
  return write(async trx => {
    if (!hasSecondFactor(await findSecondFactors(trx, operator.id))) return fail('gone', t('gone'))
    return ok(await createCodes(trx, operator, now))
  })
}

async function ensureRecoveryCodes(trx: Db, operator: Operator, now: Date): Promise<NewRecoveryCodes> {
  const { recoveryCodes } = await findSecondFactors(trx, operator.id)
  return recoveryCodes > 0 ? null : createCodes(trx, operator, now)
}

async function createCodes(trx: Db, operator: Operator, now: Date): Promise<readonly string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(operator.id, code))
  await replaceRecoveryCodes(trx, operator.id, hashes, now)
  await record(trx, operator, 'recovery_codes', now)
  return codes
}

/** Without a second factor, recovery codes have no use. */
async function deletedFactor(trx: Db, { id }: Operator, others: number): Promise<Result<null>> {
  if (others === 0) await deleteRecoveryCodes(trx, id)
  return ok(null)
}

async function lastFactorProblem(
  trx: Db,
  { role }: Operator,
  others: number,
): Promise<Result<never> | undefined> {
  return others === 0 && isAtLeast(role, 'registrar') && (await isSecondFactorRequired(trx))
    ? fail('required', t('lastOne'))
    : undefined
}

const record = (trx: Db, { id }: Operator, event: OperatorEventKind, now: Date, detail = '') =>
  recordOperatorEvent(trx, { operatorId: id, actor: id, event, detail }, now)
