'use server'
import { headers } from 'next/headers'
import * as z from 'zod'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { newSignInAttempt, verifyPassword } from '@/lib/auth/sign-in/sign-in-attempt'
import * as notifications from '@/lib/desk/notifications/subscriptions'
import * as accounts from '@/lib/desk/people/accounts'
import { mailChoiceSchema } from '@/lib/desk-api/notifications/subscriptions'
import { endSessionSchema, localeSchema, passwordSchema } from '@/lib/desk-api/people/account'
import { fail, type Result } from '@/lib/desk-api/result'
import { getTranslations } from '@/lib/words/server'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/account', result)

/** Changes the operator's own password; all other sessions end. */
export const changePassword = action({ input: passwordSchema }, async ({ current, password }, operator) => {
  const kept = await currentSessionId()
  const result = await verifyPassword(newSignInAttempt(await headers()), operator.email, current, kept)
  if (result === 'right') return refreshed(await accounts.changePassword(operator, password, kept))
  const field = { name: 'current', message: getTranslations('account')(result) }
  return fail('input', getTranslations('auth.guard')('input'), [field])
})

/**
 * Stores the operator's language and time zone. The browser sets the cookies for them: this request still has the old
 * ones.
 */
export const changeLocale = action({ input: localeSchema }, (choice, { id }) =>
  accounts.changeLocale(id, choice),
)

export const changeMailChoice = action({ input: mailChoiceSchema }, async (choice, { id }) =>
  refreshed(await notifications.changeMailChoice(id, choice)),
)

export const sendTestMail = action({ input: z.object({}) }, (_, { id }) => notifications.sendTestMail(id))

export const endSession = action({ input: endSessionSchema }, async (session, { id }) =>
  refreshed(await accounts.endSession(id, session.id)),
)

export const endOtherSessions = action({ input: z.object({}) }, async (_, { id }) =>
  refreshed(await accounts.endOtherSessions(id, await currentSessionId())),
)
