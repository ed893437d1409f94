'use server'
import { headers } from 'next/headers'
import { openDoor, provePassword } from '@/lib/auth/door'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { hashPassword } from '@/lib/auth/passwords'
import { currentSessionId } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
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
  const passwordHash = await hashPassword(password)
  const { write } = await database()
  await write(trx => store(trx, { id: operator.id, passwordHash, keptSession }, new Date()))
  return done(null)
})
