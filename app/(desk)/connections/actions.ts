'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as connections from '@/lib/desk/connections/connections'
import {
  connectionSchema,
  deletionSchema,
  idempotencySchema,
  idSchema,
  rehearsalSchema,
} from '@/lib/desk-api/connections/connections'
import type { Result } from '@/lib/desk-api/result'

/** Cached pages of sheets contain connections and their warehouses, so these pages are rendered again. */
function refreshed<T>(result: Result<T>): Result<T> {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

export const saveConnection = action({ role: 'administrator', input: connectionSchema }, async form =>
  refreshed(await connections.saveConnection(form, await requireReauthentication())),
)

export const removeConnection = action({ role: 'administrator', input: deletionSchema }, async input =>
  refreshed(await connections.deleteConnection(input)),
)

export const chooseDefaultConnection = action({ role: 'administrator', input: idSchema }, async ({ id }) =>
  refreshed(await connections.chooseDefaultConnection(id)),
)

export const forgetLimits = action({ role: 'administrator', input: idSchema }, async ({ id }) =>
  refreshed(await connections.forgetLimits(id)),
)

export const rehearseConnection = action({ role: 'administrator', input: rehearsalSchema }, async input =>
  refreshed(await connections.rehearseConnection(input)),
)

export const setKeysHonoured = action({ role: 'administrator', input: idempotencySchema }, async input =>
  refreshed(await connections.setKeysHonoured(input)),
)
