'use server'
import * as z from 'zod'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as factors from '@/lib/desk/people/second-factor'
import { codeSchema, newPasskeySchema, passkeySchema } from '@/lib/desk-api/people/account'
import type { Result } from '@/lib/desk-api/result'

// Operators who must add a second factor may call these actions and few others.

const refreshed = <T>(result: Result<T>) =>
  refreshPath('/second-factor', refreshPath('/settings/account', result))

/** An action has a session, whose id binds what the server waits for. */
const session = async () => (await currentSessionId()) ?? ''

export const beginTotp = action(
  { input: z.object({}), duringSetUp: true },
  async (_, operator) =>
    (await requireReauthentication()) ?? (await factors.beginTotp(operator, await session())),
)

export const confirmTotp = action({ input: codeSchema, duringSetUp: true }, async ({ code }, operator) =>
  refreshed(await factors.confirmTotp(operator, await session(), code)),
)

export const deleteTotp = action(
  { input: z.object({}), duringSetUp: true },
  async (_, operator) => (await requireReauthentication()) ?? refreshed(await factors.deleteTotp(operator)),
)

export const beginPasskey = action(
  { input: z.object({}), duringSetUp: true },
  async (_, operator) =>
    (await requireReauthentication()) ?? (await factors.beginPasskey(operator, await session())),
)

export const addPasskey = action({ input: newPasskeySchema, duringSetUp: true }, async (passkey, operator) =>
  refreshed(await factors.finishPasskey(operator, await session(), passkey)),
)

export const deletePasskey = action(
  { input: passkeySchema, duringSetUp: true },
  async ({ id }, operator) =>
    (await requireReauthentication()) ?? refreshed(await factors.deletePasskey(operator, id)),
)

export const renewRecoveryCodes = action(
  { input: z.object({}), duringSetUp: true },
  async (_, operator) =>
    (await requireReauthentication()) ?? refreshed(await factors.renewRecoveryCodes(operator)),
)
