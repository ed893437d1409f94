'use server'
import { openAction } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { hashPassword } from '@/lib/auth/passwords'
import { beginSession } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { findInvitation, redeemInvitation } from '@/lib/store/invitations'
import { words } from '@/lib/words/server'
import { joinSchema, linkSchema } from './schema'

const say = words('auth.invitation')
const roles = words('team.roles')

/** What a link is for, before it is spent; the page that it opens is told nothing else. */
export interface OpenedInvitation {
  readonly email: string
  /** The role that the link gives, in words; absent where it sets the password of an operator. */
  readonly role?: string
}

/** Says what a link is for. The token comes in the body of a request, never in an address. */
export const openInvitation = openAction({ input: linkSchema }, async ({ token }) => {
  const invitation = await findInvitation((await database()).kysely, token, new Date())
  if (!invitation) return trouble('void', say('void'))
  const { email, operatorId } = invitation
  const opened: OpenedInvitation = { email, ...(operatorId === null && { role: roles(invitation.role) }) }
  return done(opened)
})

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
