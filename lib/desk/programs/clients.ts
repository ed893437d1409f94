import 'server-only'
import type * as z from 'zod'
import {
  type ClientView,
  type createClientSchema,
  endOfKey,
  type IssuedSecrets,
  type issueSchema,
  type revokeSchema,
  scopeChoices,
} from '@/lib/desk-api/programs/clients'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { database } from '@/lib/store/db/database'
import { keyring } from '@/lib/store/secrets/keyring'
import { listClients as list } from '@/lib/store/service/client-list'
import { type ClientInfo, createClient as create, DESK_CLIENT, findClient } from '@/lib/store/service/clients'
import { revokeCredentials } from '@/lib/store/service/credentials'
import { findCredential, issueSecret as issue, issueReplacement } from '@/lib/store/service/renewals'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('settings')

/** The clients of the embedded service. */
export const listClients = async (now: Date): Promise<ClientView[]> => list((await database()).kysely, now)

/** Creates a client and issues the credentials for its operations: a key, and a token if it may send orders. */
export async function createClient(
  { name, scopes, ...end }: z.output<typeof createClientSchema>,
  operatorId: string,
): Promise<Result<IssuedSecrets>> {
  const { write } = await database()
  const now = new Date()
  const keyExpiresAt = endOfKey(end, now, requestLocale().timeZone)
  if (isOver(keyExpiresAt, now)) return dayIsOver()
  return write(async trx => {
    const terms = { name, scopes: scopeChoices[scopes], createdBy: operatorId }
    const client = name === DESK_CLIENT ? undefined : await create(trx, terms, now)
    if (!client) {
      const field = { name: 'name', message: t('fields.nameTaken') }
      return fail('input', getTranslations('auth.guard')('input'), [field])
    }
    const token =
      scopes === 'products' ? [] : [await issue(trx, keyring(), { clientId: client.id, kind: 'token' }, now)]
    const key = await issue(trx, keyring(), { clientId: client.id, kind: 'key', keyExpiresAt }, now)
    return ok({ client: name, secrets: [...token, key] })
  })
}

/** Issues another token or key to a client. */
export async function issueSecret({
  clientId,
  kind,
  ...end
}: z.output<typeof issueSchema>): Promise<Result<IssuedSecrets>> {
  const { write } = await database()
  const now = new Date()
  const keyExpiresAt = endOfKey(end, now, requestLocale().timeZone)
  if (kind === 'key' && isOver(keyExpiresAt, now)) return dayIsOver()
  return write(async trx => {
    const client = await findClient(trx, clientId)
    const refusal = refusalOf(client)
    if (refusal || !client) return refusal ?? gone()
    const secret = await issue(trx, keyring(), { clientId, kind, keyExpiresAt }, now)
    return ok({ client: client.name, secrets: [secret] })
  })
}

/** Issues another credential with the same lifetime; the old one stays valid. */
export async function renewCredential(credentialId: string): Promise<Result<IssuedSecrets>> {
  const { write } = await database()
  return write(async trx => {
    const old = await findCredential(trx, credentialId)
    const refusal = refusalOf(old?.client)
    if (refusal || !old || old.revokedAt !== null) return refusal ?? gone()
    return ok({ client: old.client.name, secrets: [await issueReplacement(trx, keyring(), old)] })
  })
}

/** Revokes a token, a key, or a client with all of its credentials, from the next request on. */
export async function revokeAccess(what: z.output<typeof revokeSchema>): Promise<Result<null>> {
  const { write } = await database()
  return write(async trx => {
    const client =
      'clientId' in what
        ? await findClient(trx, what.clientId)
        : (await findCredential(trx, what.credentialId))?.client
    const refusal = refusalOf(client)
    if (refusal) return refusal
    return (await revokeCredentials(trx, what)) ? ok(null) : gone()
  })
}

const isOver = (end: Date | undefined, now: Date): boolean => end !== undefined && end <= now

/** Rejects a day that is over in the operator's time zone, but not in all others, which the schema accepts. */
const dayIsOver = () =>
  fail('input', getTranslations('auth.guard')('input'), [
    { name: 'lastDay', message: t('fields.lastDayPast') },
  ])

const gone = () => fail('gone', t('gone'))

/** Why credentials of this client cannot be issued or revoked; undefined if they can. */
function refusalOf(client: ClientInfo | undefined): Result<never> | undefined {
  if (!client || client.revokedAt !== null) return gone()
  return client.isOwn ? fail('own', t('own')) : undefined
}
