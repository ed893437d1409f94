'use server'
import { openAction } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { hashPassword } from '@/lib/auth/passwords'
import { beginSession } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { findInvitation, redeemInvitation } from '@/lib/store/invitations'
import { words } from '@/lib/words/server'
import { joinSchema } from './schema'

const say = words('auth.invitation')

/** Spends a link on an operator, or on a new password, signs them in, and says where they start. */
export const join = openAction({ input: joinSchema }, async ({ name, password, token }) => {
  const open = await database()
  // Asked first, so that nobody without a link makes the server hash passwords.
  const invitation = await findInvitation(open.kysely, token, new Date())
  if (!invitation) return trouble('void', say('void'))
  const { email } = invitation
  const refusal = await refuseWeakPassword(password, { name: invitation.operatorName ?? name, email })
  if (refusal) return refusal
  const operator = await redeemInvitation(open, token, {
    name: name || (email.split('@')[0] ?? email),
    passwordHash: await hashPassword(password),
  })
  if (!operator) return trouble('void', say('void'))
  await beginSession(operator.id)
  return done('/')
})
