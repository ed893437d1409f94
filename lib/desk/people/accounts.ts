import 'server-only'
import { refuseWeakPassword } from '@/lib/auth/sign-in/password-strength'
import { hashPassword } from '@/lib/auth/sign-in/passwords'
import {
  BROWSER_DEFAULT,
  type ChosenLocale,
  type LocaleChoice,
  type OpenedInvitation,
  type SessionView,
} from '@/lib/desk-api/people/account'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { database } from '@/lib/store/db/database'
import { findInvitation, redeemInvitation } from '@/lib/store/people/invitations'
import { findOperatorLocale, setOperatorLocale } from '@/lib/store/people/operator-locale'
import { hasOperator, type Operator } from '@/lib/store/people/operators'
import { maySignInWithPassword } from '@/lib/store/people/password-accounts'
import { isSetUpTokenValid, redeemSetUpToken } from '@/lib/store/people/set-up-links'
import { findSecondFactors, hasSecondFactor } from '@/lib/store/people/sign-in/second-factors'
import {
  endOtherSessions as endOthers,
  endOwnSession,
  listSessions as list,
  notePasswordConfirmed,
} from '@/lib/store/people/sign-in/sessions'
import { changePassword as store } from '@/lib/store/people/team'
import { isLanguage } from '@/lib/words/locale/languages'
import { isTimeZone } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { deviceName } from './device'

const tSetUp = getTranslations('auth.setUp')
const tInvitation = getTranslations('auth.invitation')
const roles = getTranslations('team.roles')

/** Whether an operator exists. Without one only a set-up link gives access. */
export const isSetUp = async (): Promise<boolean> => hasOperator((await database()).kysely)

/** Opens the page of a set-up link. @returns the problem of a link that is used, expired or unknown */
export async function openSetUpLink(token: string): Promise<Result<Record<never, never>>> {
  const isValid = await isSetUpTokenValid((await database()).kysely, token)
  return isValid ? ok({}) : fail('void', tSetUp('void'))
}

/** Redeems a set-up link for the first operator. @returns their id */
export async function setUpFirstOperator({
  email,
  name,
  password,
  token,
}: Readonly<Record<'email' | 'name' | 'password' | 'token', string>>): Promise<Result<string>> {
  const open = await database()
  // Checked first, so that requests without the link cannot make the server hash passwords.
  if (!(await isSetUpTokenValid(open.kysely, token))) return fail('void', tSetUp('void'))
  const refusal = await refuseWeakPassword(password, { name, email })
  if (refusal) return refusal
  const operator = await redeemSetUpToken(open, token, {
    email,
    name: name || (email.split('@')[0] ?? email),
    passwordHash: await hashPassword(password),
    role: 'administrator',
  })
  return operator ? ok(operator.id) : fail('void', tSetUp('void'))
}

/** The purpose of an invitation. */
export async function openInvitation(token: string): Promise<Result<OpenedInvitation>> {
  const invitation = await findInvitation((await database()).kysely, token, new Date())
  if (!invitation) return fail('void', tInvitation('void'))
  const { email, operatorId, role } = invitation
  return ok({ email, ...(operatorId === null && { role: roles(role) }) })
}

/** Redeems an invitation for an operator, or for a new password. @returns the operator's id */
export async function redeem({
  name,
  password,
  token,
}: Readonly<Record<'name' | 'password' | 'token', string>>): Promise<Result<string>> {
  const open = await database()
  // Checked first, so that requests without a link cannot make the server hash passwords.
  const invitation = await findInvitation(open.kysely, token, new Date())
  if (!invitation) return fail('void', tInvitation('void'))
  const { email } = invitation
  if (!maySignInWithPassword(email)) return fail('provider', tInvitation('provider'))
  const refusal = await refuseWeakPassword(password, { name: invitation.operatorName ?? name, email })
  if (refusal) return refusal
  const operator = await redeemInvitation(open, token, {
    name: name || (email.split('@')[0] ?? email),
    passwordHash: await hashPassword(password),
  })
  return operator ? ok(operator.id) : fail('void', tInvitation('void'))
}

/** Whether an operator signs in with a second factor after the password. */
export async function needsSecondStep(operatorId: string): Promise<boolean> {
  return hasSecondFactor(await findSecondFactors((await database()).kysely, operatorId))
}

/** Changes the password of an operator who has just proven the old one. All other sessions end. */
export async function changePassword(
  operator: Operator,
  password: string,
  keptSession: string | undefined,
): Promise<Result<null>> {
  const refusal = await refuseWeakPassword(password, operator)
  if (refusal) return refusal
  const passwordHash = await hashPassword(password)
  const { write } = await database()
  await write(async trx => {
    await store(trx, { id: operator.id, passwordHash, keptSession }, new Date())
    if (keptSession !== undefined) await notePasswordConfirmed(trx, keptSession)
  })
  return ok(null)
}

/** The language and time zone of an operator. A choice that this version does not know is ignored. */
export async function chosenLocale(operatorId: string): Promise<ChosenLocale> {
  const { language, timeZone } = await findOperatorLocale((await database()).kysely, operatorId)
  return {
    language: language !== null && isLanguage(language) ? language : null,
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null,
  }
}

/** Stores the language and the time zone of an operator. @returns what was stored */
export async function changeLocale(
  operatorId: string,
  { language, timeZone }: LocaleChoice,
): Promise<Result<ChosenLocale>> {
  if (timeZone !== BROWSER_DEFAULT && !isTimeZone(timeZone)) {
    const field = { name: 'timeZone', message: getTranslations('account.locale')('unknownZone') }
    return fail('input', getTranslations('auth.guard')('input'), [field])
  }
  const chosen: ChosenLocale = {
    language: language === BROWSER_DEFAULT ? null : language,
    timeZone: timeZone === BROWSER_DEFAULT ? null : timeZone,
  }
  const { write } = await database()
  await write(trx => setOperatorLocale(trx, operatorId, chosen))
  return ok(chosen)
}

/** The sessions of an operator, the current one first. @param here its id */
export async function listSessions(operatorId: string, here: string | undefined): Promise<SessionView[]> {
  const sessions = (await list((await database()).kysely, operatorId)).map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceName(userAgent),
    isHere: session.id === here,
  }))
  return [...sessions.filter(({ isHere }) => isHere), ...sessions.filter(({ isHere }) => !isHere)]
}

/** Ends a session of an operator: that browser is signed out at its next request. */
export async function endSession(operatorId: string, id: string): Promise<Result<null>> {
  const { write } = await database()
  const isEnded = await write(trx => endOwnSession(trx, { operatorId, id }))
  return isEnded ? ok(null) : fail('gone', getTranslations('account.sessions')('gone'))
}

/** Ends all sessions of an operator except one. @returns how many there were */
export async function endOtherSessions(
  operatorId: string,
  kept: string | undefined,
): Promise<Result<number>> {
  const { write } = await database()
  return ok(await write(trx => endOthers(trx, { operatorId, kept })))
}
