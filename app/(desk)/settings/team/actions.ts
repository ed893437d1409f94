'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { requireProof } from '@/lib/auth/proof'
import { env } from '@/lib/env'
import { database, type Handle } from '@/lib/store/database'
import { invitationUrl, invite, withdrawInvitation } from '@/lib/store/invitations'
import { normalEmail } from '@/lib/store/operators'
import { changeRole, listMembers, removeMember, restoreMember, type TeamRefusal } from '@/lib/store/team'
import { words } from '@/lib/words/server'
import { inviteSchema, roleSchema, whoSchema } from './schema'

const say = words('team')

/** A link to hand to somebody. It is answered once and kept nowhere. */
export interface Link {
  readonly email: string
  readonly url: string
  readonly kind: 'invitation' | 'password'
}

/** Makes a link by which somebody becomes an operator. */
export const inviteMember = action(
  { role: 'administrator', input: inviteSchema },
  async ({ email, role }, operator): Promise<Outcome<Link>> => {
    const unproven = role === 'administrator' ? await requireProof() : undefined
    if (unproven) return unproven
    return write(async trx => {
      const isThere = (await listMembers(trx)).some(one => one.email === normalEmail(email))
      if (isThere) {
        const field = { name: 'email', message: say('emailTaken') }
        return trouble('input', words('auth.guard')('input'), [field])
      }
      const token = await invite(trx, { email, role, by: operator.id }, new Date())
      return done({ email, url: invitationUrl(env().publicUrl, token), kind: 'invitation' })
    })
  },
)

/** Makes a link by which an operator who cannot sign in any more sets a new password. */
export const linkToPassword = action(
  { role: 'administrator', input: whoSchema },
  async ({ id }, operator): Promise<Outcome<Link>> => {
    const unproven = await requireProof()
    if (unproven) return unproven
    return write(async trx => {
      const member = (await listMembers(trx)).find(one => one.id === id && one.removedAt === null)
      if (!member) return refuse('gone')
      const { email, role } = member
      const token = await invite(trx, { email, role, operatorId: id, by: operator.id }, new Date())
      return done({ email, url: invitationUrl(env().publicUrl, token), kind: 'password' })
    })
  },
)

/** Takes back a link that nobody has used. */
export const withdraw = action({ role: 'administrator', input: whoSchema }, ({ id }, operator) =>
  write(async trx =>
    (await withdrawInvitation(trx, id, operator.id, new Date())) ? done(null) : refuse('gone'),
  ),
)

/** Gives an operator another role. */
export const giveRole = action(
  { role: 'administrator', input: roleSchema },
  async ({ id, role }, operator): Promise<Outcome<null>> => {
    const unproven = role === 'administrator' ? await requireProof() : undefined
    if (unproven) return unproven
    return write(async trx => refuseOrDone(await changeRole(trx, { id, role, by: operator.id }, new Date())))
  },
)

/** Removes an operator: out at once, wherever they are signed in. */
export const remove = action({ role: 'administrator', input: whoSchema }, ({ id }, operator) =>
  write(async trx => refuseOrDone(await removeMember(trx, { id, by: operator.id }, new Date()))),
)

/** Lets a removed operator in again. */
export const restore = action(
  { role: 'administrator', input: whoSchema },
  async ({ id }, operator): Promise<Outcome<null>> => {
    const unproven = await requireProof()
    if (unproven) return unproven
    return write(async trx =>
      (await restoreMember(trx, { id, by: operator.id }, new Date())) ? done(null) : refuse('gone'),
    )
  },
)

const refuse = (why: TeamRefusal) => trouble(why, say(`refusal.${why}`))

const refuseOrDone = (why: TeamRefusal | undefined): Outcome<null> => (why ? refuse(why) : done(null))

async function write<T>(work: (trx: Handle) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await (await database()).write(work)
  revalidatePath('/settings/team')
  return outcome
}
