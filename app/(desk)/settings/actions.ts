'use server'
import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { requireProof } from '@/lib/auth/proof'
import { type ClientHead, DESK_CLIENT, findClient, makeClient } from '@/lib/store/clients'
import { revoke } from '@/lib/store/credentials'
import { database, type Handle } from '@/lib/store/database'
import { keyring } from '@/lib/store/keyring'
import { findCredential, type IssuedSecret, issueSecret, renew } from '@/lib/store/renewals'
import { words } from '@/lib/words/server'
import { endOfKey, issueSchema, newClientSchema, scopeChoices } from './schema'

const say = words('settings')

/** What was issued, in the clear. It is answered once and kept nowhere. */
export interface Issued {
  readonly client: string
  readonly secrets: readonly IssuedSecret[]
}

/** Makes a client and issues what its operations take: a key, and a token when it may send orders. */
export const addClient = action(
  { role: 'administrator', input: newClientSchema },
  async ({ name, scopes, ...end }, operator): Promise<Outcome<Issued>> => {
    const unproven = await requireProof()
    if (unproven) return unproven
    return write(async trx => {
      const now = new Date()
      const chosen = { name, scopes: scopeChoices[scopes], createdBy: operator.id }
      const client = name === DESK_CLIENT ? undefined : await makeClient(trx, chosen, now)
      if (!client) {
        const field = { name: 'name', message: say('fields.nameTaken') }
        return trouble('input', words('auth.guard')('input'), [field])
      }
      const token =
        scopes === 'products'
          ? []
          : [await issueSecret(trx, keyring(), { clientId: client.id, kind: 'token' }, now)]
      const keyExpiresAt = endOfKey(end, now)
      const key = await issueSecret(trx, keyring(), { clientId: client.id, kind: 'key', keyExpiresAt }, now)
      return done({ client: name, secrets: [...token, key] })
    })
  },
)

/** Issues one more token or key to a client. */
export const issueMore = action(
  { role: 'administrator', input: issueSchema },
  async ({ clientId, kind, ...end }): Promise<Outcome<Issued>> => {
    const unproven = await requireProof()
    if (unproven) return unproven
    return write(async trx => {
      const client = await findClient(trx, clientId)
      const refusal = whyNot(client)
      if (refusal || !client) return refusal ?? gone()
      const now = new Date()
      const keyExpiresAt = endOfKey(end, now)
      const secret = await issueSecret(trx, keyring(), { clientId, kind, keyExpiresAt }, now)
      return done({ client: client.name, secrets: [secret] })
    })
  },
)

/** Issues another one that lives as long as this one was to; this one stays good. */
export const renewCredential = action(
  { role: 'administrator', input: z.object({ credentialId: z.string() }) },
  async ({ credentialId }): Promise<Outcome<Issued>> => {
    const unproven = await requireProof()
    if (unproven) return unproven
    return write(async trx => {
      const old = await findCredential(trx, credentialId)
      const refusal = whyNot(old?.client)
      if (refusal || !old || old.revokedAt !== null) return refusal ?? gone()
      return done({ client: old.client.name, secrets: [await renew(trx, keyring(), old)] })
    })
  },
)

/** Revokes a token, a key, or a client with all it has. It holds from the next request on. */
export const revokeAccess = action(
  {
    role: 'administrator',
    input: z.union([z.object({ credentialId: z.string() }), z.object({ clientId: z.string() })]),
  },
  (what): Promise<Outcome<null>> =>
    write(async trx => {
      const client =
        'clientId' in what
          ? await findClient(trx, what.clientId)
          : (await findCredential(trx, what.credentialId))?.client
      const refusal = whyNot(client)
      if (refusal) return refusal
      return (await revoke(trx, what)) ? done(null) : gone()
    }),
)

const gone = () => trouble('gone', say('gone'))

/** Why nothing can be issued to or taken from this client; undefined when it can. */
function whyNot(client: ClientHead | undefined): Outcome<never> | undefined {
  if (!client || client.revokedAt !== null) return gone()
  return client.isOwn ? trouble('own', say('own')) : undefined
}

async function write<T>(work: (trx: Handle) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await (await database()).write(work)
  revalidatePath('/settings')
  return outcome
}
