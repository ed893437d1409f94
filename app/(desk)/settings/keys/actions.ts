'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as keys from '@/lib/desk/settings/desk-keys'
import type { Result } from '@/lib/desk-api/result'
import { createDeskKeySchema, deskKeyIdSchema } from '@/lib/desk-api/settings/desk-keys'

/** Renders the list of keys again. */
function refreshed<T>(result: Result<T>): Result<T> {
  revalidatePath('/settings/keys')
  return result
}

export const createDeskKey = action(
  { role: 'administrator', input: createDeskKeySchema },
  async (input, { id }) =>
    (await requireReauthentication()) ?? refreshed(await keys.createDeskKey(input, id)),
)

export const revokeDeskKey = action(
  { role: 'administrator', input: deskKeyIdSchema },
  async ({ id }, operator) => refreshed(await keys.revokeDeskKey(id, operator.id)),
)
