'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as keys from '@/lib/desk/programs/desk-keys'
import { createDeskKeySchema, deskKeyIdSchema } from '@/lib/desk-api/programs/desk-keys'
import type { Result } from '@/lib/desk-api/result'

/** Renders the list of keys again. */
const refreshed = <T>(result: Result<T>) => refreshPath('/settings/keys', result)

export const createDeskKey = action(
  { role: 'administrator', input: createDeskKeySchema },
  async (input, { id }) =>
    (await requireReauthentication()) ?? refreshed(await keys.createDeskKey(input, id)),
)

export const revokeDeskKey = action(
  { role: 'administrator', input: deskKeyIdSchema },
  async ({ id }, operator) => refreshed(await keys.revokeDeskKey(id, operator.id)),
)
