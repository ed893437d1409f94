import 'server-only'
import type * as z from 'zod'
import type {
  InvitationLink,
  InvitationView,
  inviteSchema,
  MemberView,
  roleSchema,
  TeamEvent,
} from '@/lib/desk-api/people/team'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { env } from '@/lib/env'
import { roles } from '@/lib/roles'
import { database } from '@/lib/store/db/database'
import { listKeyCreators } from '@/lib/store/people/desk-keys'
import { listProvidedOperators } from '@/lib/store/people/identities'
import {
  invitationUrl,
  invite,
  listInvitations,
  withdrawInvitation as withdraw,
} from '@/lib/store/people/invitations'
import { listOperatorEvents } from '@/lib/store/people/operator-events'
import { normalizeEmail } from '@/lib/store/people/operators'
import { maySignInWithPassword } from '@/lib/store/people/password-accounts'
import {
  findSecondFactors,
  hasSecondFactor,
  listProtectedOperators,
  resetSecondFactor as reset,
} from '@/lib/store/people/sign-in/second-factors'
import { isSecondFactorRequired, requireSecondFactor } from '@/lib/store/people/sign-in/sign-in-policy'
import {
  changeRole as change,
  listMembers,
  removeMember as remove,
  restoreMember as restore,
  type TeamRefusal,
} from '@/lib/store/people/team'
import { listClientCreators } from '@/lib/store/service/clients'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('team')

/** Maximum entries of the operator log on the page. */
const SHOWN_EVENTS = 100

/** All operators, the open invitations and the newest entries of the operator log. */
export async function readTeam(): Promise<{
  readonly members: readonly MemberView[]
  readonly invitations: readonly InvitationView[]
  readonly events: readonly TeamEvent[]
  /** Whether registrars and administrators need a second factor. */
  readonly isSecondFactorRequired: boolean
}> {
  const { kysely } = await database()
  const withFactor = await listProtectedOperators(kysely)
  const provided = await listProvidedOperators(kysely)
  const keys = await listKeyCreators(kysely, new Date())
  const clients = await listClientCreators(kysely)
  const namesBy = (id: string, all: typeof keys | typeof clients) =>
    all.filter(one => one.createdBy === id).map(({ name }) => name)
  return {
    members: (await listMembers(kysely)).map(member => ({
      ...member,
      hasSecondFactor: withFactor.has(member.id),
      isProvided: provided.has(member.id),
      created: { keys: namesBy(member.id, keys), clients: namesBy(member.id, clients) },
    })),
    isSecondFactorRequired: await isSecondFactorRequired(kysely),
    invitations: await listInvitations(kysely, new Date()),
    events: (await listOperatorEvents(kysely, SHOWN_EVENTS)).map(entry => ({
      ...entry,
      detail: withRoleNames(entry.detail),
    })),
  }
}

/**
 * A stored detail, `viewer → editor` or `someone@shop.example (editor)`, with the names of its roles and the
 * parentheses of the language.
 */
function withRoleNames(detail: string): string {
  const names: Readonly<Record<string, string>> = Object.fromEntries(
    roles.map(role => [role, t(`roles.${role}`)]),
  )
  const [, account, code = ''] = /^(.*) \((\w+)\)$/.exec(detail) ?? []
  const role = names[code]
  if (account !== undefined && role !== undefined) return t('record.withRole', { account, role })
  return detail.replace(/(?<=^|→ )\w+(?=$| →)/g, name => names[name] ?? name)
}

/** Creates an invitation link for a new operator. */
export async function inviteMember(
  { email, role }: z.output<typeof inviteSchema>,
  by: string,
): Promise<Result<InvitationLink>> {
  if (!maySignInWithPassword(email)) return refuseLink()
  const { write } = await database()
  return write(async trx => {
    const isKnown = (await listMembers(trx)).some(one => one.email === normalizeEmail(email))
    if (isKnown) {
      const field = { name: 'email', message: t('emailTaken') }
      return fail('input', getTranslations('auth.guard')('input'), [field])
    }
    const token = await invite(trx, { email, role, by }, new Date())
    return ok({ email, url: invitationUrl(env().publicUrl, token), kind: 'invitation' })
  })
}

/** Creates a link with which an operator who cannot sign in can set a new password. */
export async function linkToPassword(id: string, by: string): Promise<Result<InvitationLink>> {
  const { write } = await database()
  return write(async trx => {
    const member = (await listMembers(trx)).find(one => one.id === id && one.removedAt === null)
    if (!member) return refuse('gone')
    const { email, role } = member
    if (!maySignInWithPassword(email)) return refuseLink()
    const token = await invite(trx, { email, role, operatorId: id, by }, new Date())
    return ok({ email, url: invitationUrl(env().publicUrl, token), kind: 'password' })
  })
}

/** Withdraws an unused link. */
export async function withdrawInvitation(id: string, by: string): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => ((await withdraw(trx, id, by, new Date())) ? ok(null) : refuse('gone')))
}

/** Changes an operator's role from their next request on. */
export async function changeRole(
  { id, role }: z.output<typeof roleSchema>,
  by: string,
): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => refuseOrOk(await change(trx, { id, role, by }, new Date())))
}

/** Removes an operator, who is signed out everywhere at once. */
export async function removeMember(id: string, by: string): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => refuseOrOk(await remove(trx, { id, by }, new Date())))
}

/** Restores a removed operator. */
export async function restoreMember(id: string, by: string): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => ((await restore(trx, { id, by }, new Date())) ? ok(null) : refuse('gone')))
}

/** Removes every second factor of another operator, who is signed out everywhere. */
export async function resetSecondFactor(id: string, by: string): Promise<Result<null>> {
  if (id === by) return fail('self', t('secondFactor.self'))
  const { write } = await database()
  return write(async trx => ((await reset(trx, { id, by }, new Date())) ? ok(null) : refuse('gone')))
}

/**
 * Sets whether registrars and administrators need a second factor. An administrator who requires it has one: others
 * could do nothing else until they add theirs.
 */
export async function setSecondFactorPolicy(isRequired: boolean, by: string): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => {
    if (isRequired && !hasSecondFactor(await findSecondFactors(trx, by)))
      return fail('own-first', t('secondFactor.ownFirst'))
    await requireSecondFactor(trx, { isRequired, by }, new Date())
    return ok(null)
  })
}

/** A link sets a password, and this person may sign in only at the provider. */
const refuseLink = () => fail('provider', t('providerOnly', { name: env().oidc?.name ?? '' }))

const refuse = (why: TeamRefusal) => fail(why, t(`refusal.${why}`))

const refuseOrOk = (why: TeamRefusal | undefined): Result<null> => (why ? refuse(why) : ok(null))
