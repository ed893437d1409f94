'use server'
import { refreshPagesIfOk } from '@/app/(desk)/refresh-pages'
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

export const saveConnection = action({ role: 'administrator', input: connectionSchema }, async form =>
  refreshPagesIfOk(connections.saveConnection(form, await requireReauthentication())),
)

export const deleteConnection = action({ role: 'administrator', input: deletionSchema }, async input =>
  refreshPagesIfOk(connections.deleteConnection(input)),
)

export const chooseDefaultConnection = action({ role: 'administrator', input: idSchema }, async ({ id }) =>
  refreshPagesIfOk(connections.chooseDefaultConnection(id)),
)

export const forgetLimits = action({ role: 'administrator', input: idSchema }, async ({ id }) =>
  refreshPagesIfOk(connections.forgetLimits(id)),
)

export const rehearseConnection = action({ role: 'administrator', input: rehearsalSchema }, async input =>
  refreshPagesIfOk(connections.rehearseConnection(input)),
)

export const setKeysHonoured = action({ role: 'administrator', input: idempotencySchema }, async input =>
  refreshPagesIfOk(connections.setKeysHonoured(input)),
)
