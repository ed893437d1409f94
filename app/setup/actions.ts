'use server'
import { openAction } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { hashPassword } from '@/lib/auth/passwords'
import { beginSession } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { isSetUpTokenGood, redeemSetUpToken } from '@/lib/store/set-up-links'
import { words } from '@/lib/words/server'
import { linkSchema, setUpSchema } from './schema'

const say = words('auth.setUp')

/** Says whether the set-up link is good. The token comes in the body of a request, never in an address. */
export const openSetUp = openAction({ input: linkSchema }, async ({ token }) =>
  (await isSetUpTokenGood((await database()).kysely, token)) ? done({}) : trouble('void', say('void')),
)

/** Spends the set-up link on the first operator, signs them in, and says where they start. */
export const setUp = openAction({ input: setUpSchema }, async ({ email, name, password, token }) => {
  const open = await database()
  // Asked first, so that nobody without the link makes the server hash passwords.
  if (!(await isSetUpTokenGood(open.kysely, token))) return trouble('void', say('void'))
  const refusal = await refuseWeakPassword(password, { name, email })
  if (refusal) return refusal
  const operator = await redeemSetUpToken(open, token, {
    email,
    name: name || (email.split('@')[0] ?? email),
    passwordHash: await hashPassword(password),
    role: 'administrator',
  })
  if (!operator) return trouble('void', say('void'))
  await beginSession(operator.id)
  return done('/orders/japan/new')
})
