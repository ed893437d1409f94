'use server'
import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import * as z from 'zod'
import { openDoor, provePassword } from '@/lib/auth/door'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { hashPassword } from '@/lib/auth/passwords'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { database } from '@/lib/store/database'
import { endOtherSessions as endOthers, endOwnSession, noteProof } from '@/lib/store/sessions'
import { changePassword as store } from '@/lib/store/team'
import { words } from '@/lib/words/server'
import { passwordSchema } from './schema'

const say = words('account')

/** Changes one's own password. Everywhere else one is signed out. */
export const changePassword = action({ input: passwordSchema }, async ({ current, password }, operator) => {
  const keptSession = await currentSessionId()
  const proof = await provePassword(openDoor(await headers()), operator.email, current, keptSession)
  if (proof !== 'right') {
    const field = { name: 'current', message: say(proof) }
    return trouble('input', words('auth.guard')('input'), [field])
  }
  const refusal = await refuseWeakPassword(password, operator)
  if (refusal) return refusal
  const passwordHash = await hashPassword(password)
  const { write } = await database()
  await write(async trx => {
    await store(trx, { id: operator.id, passwordHash, keptSession }, new Date())
    if (keptSession !== undefined) await noteProof(trx, keptSession)
  })
  revalidatePath('/settings/account')
  return done(null)
})

/** Ends one of the operator's sessions: that browser is signed out at its next request. */
export const endSession = action(
  { input: z.object({ id: z.string().max(100) }) },
  async ({ id }, operator) => {
    const { write } = await database()
    const isEnded = await write(trx => endOwnSession(trx, { operatorId: operator.id, id }))
    revalidatePath('/settings/account')
    return isEnded ? done(null) : trouble('gone', words('account.sessions')('gone'))
  },
)

/** Ends all of the operator's sessions but this one. Answers with how many there were. */
export const endOtherSessions = action({ input: z.object({}) }, async (_, operator) => {
  const kept = await currentSessionId()
  const { write } = await database()
  const count = await write(trx => endOthers(trx, { operatorId: operator.id, kept }))
  revalidatePath('/settings/account')
  return done(count)
})
