'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as clients from '@/lib/desk/programs/clients'
import {
  createClientSchema,
  issueSchema,
  renewCredentialSchema,
  revokeSchema,
} from '@/lib/desk-api/programs/clients'
import type { Result } from '@/lib/desk-api/result'

/** Renders the list of clients again. */
const refreshed = <T>(result: Result<T>) => refreshPath('/settings', result)

export const createClient = action(
  { role: 'administrator', input: createClientSchema },
  async (input, { id }) =>
    (await requireReauthentication()) ?? refreshed(await clients.createClient(input, id)),
)

export const issueSecret = action(
  { role: 'administrator', input: issueSchema },
  async input => (await requireReauthentication()) ?? refreshed(await clients.issueSecret(input)),
)

export const renewCredential = action(
  { role: 'administrator', input: renewCredentialSchema },
  async ({ credentialId }) =>
    (await requireReauthentication()) ?? refreshed(await clients.renewCredential(credentialId)),
)

export const revokeAccess = action({ role: 'administrator', input: revokeSchema }, async input =>
  refreshed(await clients.revokeAccess(input)),
)
