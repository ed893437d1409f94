'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as team from '@/lib/desk/people/team'
import {
  inviteSchema,
  memberIdSchema,
  roleSchema,
  secondFactorPolicySchema,
} from '@/lib/desk-api/people/team'
import type { Result } from '@/lib/desk-api/result'

/** Renders the lists of operators again. */
const refreshed = <T>(result: Result<T>) => refreshPath('/settings/team', result)

/** Making someone an administrator asks for the password again. */
const requireReauthenticationFor = (role: string) =>
  role === 'administrator' ? requireReauthentication() : undefined

export const inviteMember = action(
  { role: 'administrator', input: inviteSchema },
  async (input, { id }) =>
    (await requireReauthenticationFor(input.role)) ?? refreshed(await team.inviteMember(input, id)),
)

export const linkToPassword = action(
  { role: 'administrator', input: memberIdSchema },
  async (who, { id }) =>
    (await requireReauthentication()) ?? refreshed(await team.linkToPassword(who.id, id)),
)

export const withdrawInvitation = action(
  { role: 'administrator', input: memberIdSchema },
  async (who, { id }) => refreshed(await team.withdrawInvitation(who.id, id)),
)

export const changeRole = action(
  { role: 'administrator', input: roleSchema },
  async (input, { id }) =>
    (await requireReauthenticationFor(input.role)) ?? refreshed(await team.changeRole(input, id)),
)

export const removeMember = action({ role: 'administrator', input: memberIdSchema }, async (who, { id }) =>
  refreshed(await team.removeMember(who.id, id)),
)

export const restoreMember = action(
  { role: 'administrator', input: memberIdSchema },
  async (who, { id }) => (await requireReauthentication()) ?? refreshed(await team.restoreMember(who.id, id)),
)

export const resetSecondFactor = action(
  { role: 'administrator', input: memberIdSchema },
  async (who, { id }) =>
    (await requireReauthentication()) ?? refreshed(await team.resetSecondFactor(who.id, id)),
)

export const setSecondFactorPolicy = action(
  { role: 'administrator', input: secondFactorPolicySchema },
  async ({ isRequired }, { id }) =>
    (await requireReauthentication()) ?? refreshed(await team.setSecondFactorPolicy(isRequired, id)),
)
